package keepalivelab.report.baseline;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import keepalivelab.report.BackendCounts;
import keepalivelab.report.CellResult;
import keepalivelab.report.ClientCounts;

/**
 * The counts of a cell by name, as result files name them. Left out is what is a time, and what may still change while the
 * cell ends: which connections are open, and how they were closed.
 */
public final class CountFacts {
    /** Name of the count that all is about. */
    public static final String ACCEPTS = "backend.accepts";

    /** Name of the count of connections that the proxy closed, as far as the backend had seen it when the cell ended. */
    public static final String CLOSED = "backend.closedByProxy";

    private static final List<String> GROUPS = List.of("client.outcomes.", "client.status.", "backend.tallies.");

    private CountFacts() {}

    /** Count → {@code Long}, or a text for the figures of tries; members of a group that count 0 are left out. */
    public static Map<String, Object> of(CellResult cell) {
        Map<String, Object> facts = new LinkedHashMap<>();
        if (cell.client() != null) {
            ofClient(facts, cell.client());
        }
        if (cell.backend() != null) {
            ofBackend(facts, cell.backend());
        }
        cell.figures().forEach((name, value) -> {
            if (value instanceof Long || value instanceof String) {
                facts.put("figures." + name, value);
            }
        });
        return facts;
    }

    private static void ofClient(Map<String, Object> facts, ClientCounts client) {
        facts.put("client.sent", client.sent());
        facts.put("client.opens", client.opens());
        client.outcomes().forEach((outcome, count) -> putSome(facts, "client.outcomes." + outcome, count));
        client.status().forEach((status, count) -> putSome(facts, "client.status." + status, count));
    }

    private static void ofBackend(Map<String, Object> facts, BackendCounts backend) {
        facts.put(ACCEPTS, backend.accepts());
        facts.put(CLOSED, closedByProxy(backend));
        facts.put("backend.unusedAccepts", backend.unusedAccepts());
        facts.put("backend.exchanges", backend.exchanges());
        facts.put("backend.reusedExchanges", backend.reusedExchanges());
        facts.put("backend.brokenExchanges", backend.brokenExchanges());
        facts.put("backend.unreadRequests", backend.unreadRequests());
        facts.put("backend.attempts", backend.attempts());
        facts.put("backend.executions", backend.executions());
        facts.put("backend.duplicates", backend.duplicates());
        if (backend.retired() != null) {
            facts.put("backend.retired", backend.retired());
        }
        backend.tallies().forEach(t -> putSome(facts, "backend.tallies." + form(t), t.count()));
    }

    private static String form(BackendCounts.Tally tally) {
        return tally.httpVersion() + (tally.connection() == null ? "" : " Connection: " + tally.connection());
    }

    private static void putSome(Map<String, Object> facts, String name, long count) {
        if (count > 0) {
            facts.merge(name, count, (a, b) -> (Long) a + (Long) b);
        }
    }

    /** Whether both are members of one group, such as the outcomes. */
    static boolean sameGroup(String name, String other) {
        return GROUPS.stream().anyMatch(group -> name.startsWith(group) && other.startsWith(group));
    }

    /** How much of a run may come on top of an envelope's least. */
    public static long onTop(Envelope.Plus plus, CellResult cell) {
        BackendCounts backend = cell.backend();
        if (backend == null) {
            return 0;
        }
        return switch (plus) {
            case RETIRED -> backend.retired() == null ? 0 : backend.retired();
            case CLOSED -> closedByProxy(backend);
        };
    }

    private static long closedByProxy(BackendCounts backend) {
        return backend.closes().entrySet().stream()
                .filter(close -> close.getKey().startsWith("peer "))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }
}
