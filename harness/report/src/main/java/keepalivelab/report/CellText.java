package keepalivelab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Groups of counts in few words. */
final class CellText {
    private CellText() {}

    /** All that is not zero, e.g. {@code ok 58, status5xx 2}. */
    static String outcomes(ClientCounts client) {
        List<String> parts = new ArrayList<>();
        client.outcomes().forEach((outcome, count) -> addCount(parts, outcome, count));
        addCount(parts, "in flight", client.inFlightAtEnd());
        addCount(parts, "never sent", client.neverSent());
        return String.join(", ", parts);
    }

    /** E.g. {@code 200 x 998, 502 x 2}. */
    static String statuses(ClientCounts client) {
        return times(client.status());
    }

    /** How connections ended, e.g. {@code fin x 3, rst x 1}. */
    static String closes(BackendCounts backend) {
        return times(backend.closes());
    }

    /** How requests arrived, e.g. {@code GET: HTTP/1.1 no Connection header x 1000}. */
    static String tallies(BackendCounts backend) {
        return backend.tallies().stream().map(CellText::tally).collect(Collectors.joining(", "));
    }

    /** Which cell it is, e.g. {@code nginx@1.31.3 clients=8 pool.max-idle=2}. */
    static String name(CellResult cell) {
        StringBuilder name = new StringBuilder(cell.arm().label());
        cell.axes()
                .forEach((axis, value) -> name.append(' ')
                        .append(axis)
                        .append('=')
                        .append(TableValue.scalar(value).text()));
        return name.toString();
    }

    private static String tally(BackendCounts.Tally tally) {
        String method = tally.method() == null ? "" : tally.method() + ": ";
        String connection = tally.connection() == null ? "no Connection header" : "Connection: " + tally.connection();
        return method + tally.httpVersion() + " " + connection + " x " + tally.count();
    }

    private static void addCount(List<String> parts, String what, long count) {
        if (count != 0) {
            parts.add(what + " " + count);
        }
    }

    private static String times(Map<String, Long> counts) {
        return counts.entrySet().stream()
                .filter(e -> e.getValue() != 0)
                .map(e -> e.getKey() + " x " + e.getValue())
                .collect(Collectors.joining(", "));
    }
}
