package keepalivelab.app.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import keepalivelab.app.scenario.CellPlan;
import keepalivelab.app.scenario.ResolvedScenario;
import keepalivelab.backend.ConnectionRecord;
import keepalivelab.backend.LedgerSnapshot;
import keepalivelab.report.CellResult;
import keepalivelab.report.MeasuredArm;
import keepalivelab.report.ResultJson;
import keepalivelab.report.Series;

/** What the expressions of a scenario see of a cell. */
final class CellVariables {
    /** Connections that expressions see one by one; a ledger with more is judged by its totals. */
    private static final int MOST_CONNECTIONS = 10_000;

    private CellVariables() {}

    /** Before a cell runs: enough for {@code skip} and for the choice of published figures. */
    static Map<String, Object> before(ResolvedScenario scenario, CellPlan cell, MeasuredArm arm) {
        Map<String, Object> variables = scenario.variables(cell);
        variables.put("arm", arm(arm));
        return variables;
    }

    /** After a cell ran; without {@link #ledger}, which only cells with a backend have. */
    static Map<String, Object> after(ResolvedScenario scenario, CellPlan plan, CellResult cell) {
        Map<String, Object> tree = ResultJson.tree(cell);
        Map<String, Object> variables = before(scenario, plan, cell.arm());
        for (String name : List.of("client", "backend", "times", "knobs", "requests", "figures", "proxyLog")) {
            Object value = tree.get(name);
            if (value != null) {
                variables.put(name, value);
            }
        }
        variables.put("series", series(cell));
        return variables;
    }

    /** What is known of the cells of the same arm that ran before. */
    static List<Map<String, Object>> earlier(List<CellResult> before, String label) {
        List<Map<String, Object>> cells = new ArrayList<>();
        for (CellResult cell : before) {
            if (cell.arm().label().equals(label) && cell.verdict().measured()) {
                Map<String, Object> tree = ResultJson.tree(cell);
                tree.keySet().retainAll(List.of("axes", "client", "backend", "times", "figures"));
                cells.add(tree);
            }
        }
        return cells;
    }

    /** Rows as maps, so that expressions name their columns. */
    private static Map<String, Object> series(CellResult cell) {
        Map<String, Object> byName = new LinkedHashMap<>();
        for (Series series : cell.series()) {
            List<Map<String, Object>> rows = new ArrayList<>();
            for (List<Object> values : series.rows()) {
                Map<String, Object> row = new LinkedHashMap<>();
                for (int i = 0; i < values.size(); i++) {
                    row.put(series.columns().get(i), values.get(i));
                }
                rows.add(row);
            }
            byName.put(series.name(), rows);
        }
        return byName;
    }

    /** The variable {@code ledger}. */
    static Map<String, Object> ledger(LedgerSnapshot ledger) {
        return Map.of("connections", connections(ledger));
    }

    private static Map<String, Object> arm(MeasuredArm arm) {
        String variant = arm.variant();
        return Map.of(
                "driver", arm.driver(),
                "variant", variant == null ? "" : variant,
                "version", arm.version(),
                "label", arm.label());
    }

    private static List<Map<String, Object>> connections(LedgerSnapshot ledger) {
        List<Map<String, Object>> connections = new ArrayList<>();
        LastUse lastUse = LastUse.of(ledger);
        ledger.connections().stream()
                .limit(MOST_CONNECTIONS)
                .forEach(c -> connections.add(connection(c, ledger, lastUse)));
        return connections;
    }

    private static Map<String, Object> connection(ConnectionRecord c, LedgerSnapshot ledger, LastUse lastUse) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("id", (long) c.id());
        map.put("exchanges", c.exchanges());
        map.put("unreadRequests", c.unreadRequests());
        map.put("brokenExchanges", c.brokenExchanges());
        map.put("closedBy", word(c.close().closer()));
        map.put("how", c.isOpen() ? "open" : word(c.close().how()));
        map.put("unreadBytes", c.unreadBytes());
        map.put("ageUs", c.ageNanos(ledger.takenAtNanos()) / 1e3);
        map.put("ageAtLastUseUs", lastUse.ageNanos(c) / 1e3);
        return map;
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
