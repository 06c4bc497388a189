package keepalivelab.report.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import keepalivelab.api.Outcome;
import keepalivelab.report.ClientCounts;
import keepalivelab.report.chart.Axis;
import keepalivelab.report.chart.Chart;
import keepalivelab.report.chart.DataTable;
import keepalivelab.report.chart.Fill;
import keepalivelab.report.chart.LegendEntry;
import keepalivelab.report.chart.Look;
import keepalivelab.report.chart.Mark;
import keepalivelab.report.chart.Panel;
import keepalivelab.report.chart.Point;
import keepalivelab.report.chart.Scale;

/** How requests ended: one bar per cell, a part for each outcome. Not drawn where all of them ended well. */
final class OutcomeChart {
    private static final String OK = Outcome.OK.key();
    private static final double HALF_BAR = 0.26;
    private static final int MOST_ROWS = 24;

    private OutcomeChart() {}

    static Optional<Chart> of(CellGrid grid) {
        List<ShownCell> counted =
                grid.measured().stream().filter(OutcomeChart::hasRequests).toList();
        List<String> outcomes = outcomes(counted);
        if (outcomes.equals(List.of(OK)) || outcomes.isEmpty()) {
            return Optional.empty();
        }
        List<Panel> panels = new ArrayList<>();
        for (String source : grid.sources()) {
            List<ShownCell> rows = counted.stream()
                    .filter(shown -> shown.source().equals(source))
                    .limit(MOST_ROWS)
                    .toList();
            if (!rows.isEmpty()) {
                panels.add(panel(source, rows, outcomes));
            }
        }
        List<LegendEntry> legend = outcomes.stream()
                .map(outcome -> LegendEntry.area(Fill.of(look(outcomes, outcome)), words(outcome)))
                .toList();
        return Optional.of(new Chart(
                "How requests ended",
                "Each bar is all requests of a cell as the client saw them; exact counts are in the table.",
                legend,
                panels,
                table(counted, outcomes)));
    }

    /** One sentence instead of the chart. */
    static Optional<String> allWell(CellGrid grid) {
        List<ShownCell> counted =
                grid.measured().stream().filter(OutcomeChart::hasRequests).toList();
        long requests = counted.stream()
                .mapToLong(shown -> parts(shown).values().stream()
                        .mapToLong(Long::longValue)
                        .sum())
                .sum();
        return outcomes(counted).equals(List.of(OK))
                ? Optional.of("All " + requests + " requests of these cells ended with a complete 2xx response.")
                : Optional.empty();
    }

    private static boolean hasRequests(ShownCell shown) {
        return !parts(shown).isEmpty();
    }

    /** Outcome → count, where not 0. */
    private static Map<String, Long> parts(ShownCell shown) {
        Map<String, Long> parts = new LinkedHashMap<>();
        ClientCounts client = shown.cell().client();
        if (client != null) {
            parts.putAll(client.outcomes());
            parts.put("in flight at the end", client.inFlightAtEnd());
            parts.put("never sent", client.neverSent());
        }
        parts.values().removeIf(count -> count == 0);
        return parts;
    }

    private static List<String> outcomes(List<ShownCell> counted) {
        return counted.stream()
                .flatMap(shown -> parts(shown).keySet().stream())
                .distinct()
                .sorted((a, b) -> Boolean.compare(b.equals(OK), a.equals(OK)))
                .toList();
    }

    private static Look look(List<String> outcomes, String outcome) {
        return Look.of(outcomes.indexOf(outcome));
    }

    private static Panel panel(String source, List<ShownCell> rows, List<String> outcomes) {
        List<Mark> marks = new ArrayList<>();
        for (int row = 0; row < rows.size(); row++) {
            marks.addAll(bar(row, rows.get(row), outcomes));
        }
        List<String> labels = rows.stream()
                .map(shown -> shown.place().isEmpty() ? shown.column("requests") : shown.place())
                .toList();
        return Panel.ofRows(
                source, new Axis("share of the requests", Scale.shares()), new Axis("cell", Scale.rows(labels)), marks);
    }

    private static List<Mark> bar(int row, ShownCell shown, List<String> outcomes) {
        Map<String, Long> parts = parts(shown);
        double all = parts.values().stream().mapToLong(Long::longValue).sum();
        List<Mark> bar = new ArrayList<>();
        double from = 0;
        for (String outcome : outcomes) {
            long count = parts.getOrDefault(outcome, 0L);
            if (count > 0) {
                double to = from + count / all;
                bar.add(new Mark.Box(
                        Fill.of(look(outcomes, outcome)),
                        new Point(from, row - HALF_BAR),
                        new Point(to, row + HALF_BAR),
                        "",
                        words(outcome) + ": " + count));
                from = to;
            }
        }
        return bar;
    }

    private static DataTable table(List<ShownCell> counted, List<String> outcomes) {
        List<String> header = new ArrayList<>(List.of("arm", "cell"));
        outcomes.forEach(outcome -> header.add(words(outcome)));
        List<List<String>> rows = new ArrayList<>();
        for (ShownCell shown : counted) {
            List<String> row = new ArrayList<>(List.of(shown.source(), shown.place()));
            outcomes.forEach(outcome -> row.add(Long.toString(parts(shown).getOrDefault(outcome, 0L))));
            rows.add(row);
        }
        return new DataTable(header, rows);
    }

    private static String words(String outcome) {
        return outcome.replaceAll("(?<=[a-z])(?=[A-Z])", " ")
                .replaceAll("(?<=status)(?=[345])", " ")
                .toLowerCase(java.util.Locale.ROOT);
    }
}
