package keepalivelab.proxies.haproxy;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** HAProxy's statistics in its CSV form (management.txt, section 9.1): one line per frontend, server and backend. */
final class HaproxyStatistics {
    /**
     * What is kept of the server's line: sessions, connects, reuses, requests sent once more, failures of connects and of
     * responses, and idle connections.
     */
    private static final List<String> KEPT = List.of(
            "stot", "connect", "reuse", "wretr", "econ", "eresp", "idle_conn_cur", "safe_conn_cur", "used_conn_cur");

    private HaproxyStatistics() {}

    /** The counters of the server; empty where {@code csv} has no such line. */
    static Map<String, Long> of(String csv) {
        Optional<List<String>> header = row(csv, "# pxname,");
        Optional<List<String>> server = row(csv, "upstream,backend,");
        Map<String, Long> counters = new LinkedHashMap<>();
        if (header.isPresent() && server.isPresent()) {
            KEPT.forEach(name -> value(header.get().indexOf(name), server.get()).ifPresent(v -> counters.put(name, v)));
        }
        return counters;
    }

    private static Optional<List<String>> row(String csv, String start) {
        return csv.lines().filter(line -> line.startsWith(start)).findFirst().map(HaproxyStatistics::fields);
    }

    private static List<String> fields(String line) {
        return Arrays.asList(line.split(",", -1));
    }

    private static Optional<Long> value(int index, List<String> fields) {
        return index >= 0 && index < fields.size() && fields.get(index).matches("\\d{1,18}")
                ? Optional.of(Long.valueOf(fields.get(index)))
                : Optional.empty();
    }
}
