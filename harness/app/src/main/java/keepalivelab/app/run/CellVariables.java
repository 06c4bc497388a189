package keepalivelab.app.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import keepalivelab.app.scenario.CellPlan;
import keepalivelab.backend.ConnectionRecord;
import keepalivelab.backend.LedgerSnapshot;
import keepalivelab.report.CellResult;
import keepalivelab.report.MeasuredArm;
import keepalivelab.report.ResultJson;

/** What the expressions of a scenario see of a cell. */
final class CellVariables {
    /** Connections that expressions see one by one; a ledger with more is judged by its totals. */
    private static final int MOST_CONNECTIONS = 10_000;

    private CellVariables() {}

    /** Before a cell runs: enough for {@code skip} and for the choice of published figures. */
    static Map<String, Object> before(Map<String, Object> params, CellPlan cell, MeasuredArm arm) {
        Map<String, Object> settings = new LinkedHashMap<>();
        cell.knobs().values().forEach((knob, value) -> settings.put(knob.key(), value));
        Map<String, Object> variables = new LinkedHashMap<>();
        variables.put("params", params);
        variables.put("axes", cell.axes());
        variables.put("settings", settings);
        variables.put("arm", arm(arm));
        return variables;
    }

    /** After a cell ran. */
    static Map<String, Object> after(
            Map<String, Object> params, CellPlan plan, CellResult cell, LedgerSnapshot ledger) {
        Map<String, Object> tree = ResultJson.tree(cell);
        Map<String, Object> variables = before(params, plan, cell.arm());
        for (String name : List.of("client", "backend", "times", "knobs", "requests", "proxyLog")) {
            Object value = tree.get(name);
            if (value != null) {
                variables.put(name, value);
            }
        }
        variables.put("ledger", Map.of("connections", connections(ledger)));
        return variables;
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
        ledger.connections().stream().limit(MOST_CONNECTIONS).forEach(c -> connections.add(connection(c)));
        return connections;
    }

    private static Map<String, Object> connection(ConnectionRecord c) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("id", (long) c.id());
        map.put("exchanges", c.exchanges());
        map.put("unreadRequests", c.unreadRequests());
        map.put("brokenExchanges", c.brokenExchanges());
        map.put("closedBy", word(c.close().closer()));
        map.put("how", c.isOpen() ? "open" : word(c.close().how()));
        map.put("cause", word(c.close().cause()));
        map.put("unreadBytes", c.unreadBytes());
        map.put("idleGaps", c.idle().count());
        map.put("idleMinUs", c.idle().minNanos() / 1e3);
        map.put("idleMaxUs", c.idle().maxNanos() / 1e3);
        return map;
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
