package keepalivelab.report.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import keepalivelab.report.chart.Axis;
import keepalivelab.report.chart.Chart;
import keepalivelab.report.chart.DataTable;
import keepalivelab.report.chart.LegendEntry;
import keepalivelab.report.chart.Mark;
import keepalivelab.report.chart.Panel;
import keepalivelab.report.chart.Point;
import keepalivelab.report.chart.Scale;
import keepalivelab.report.chart.TickText;

/** Requests per upstream connection, the most used first: the form is that of the pool's order of leasing. */
final class FingerprintChart {
    private static final int MOST_CELLS = 8;
    private static final double LOG_FROM = 50;

    /** Where a curve has more connections, only some of them are drawn, in equal factors. */
    private static final double FACTOR = 1.02;

    private FingerprintChart() {}

    static Optional<Chart> of(CellGrid grid) {
        List<ShownCell> told = grid.telling(MOST_CELLS);
        Map<ShownCell, List<Long>> uses = new LinkedHashMap<>();
        for (ShownCell shown : told) {
            Ledger.connectionsOf(shown.files())
                    .map(FingerprintChart::requests)
                    .filter(requests -> !requests.isEmpty())
                    .ifPresent(requests -> uses.put(shown, requests));
        }
        // Where nobody opened a second connection there is no order to see.
        uses.keySet()
                .removeIf(shown -> uses.entrySet().stream()
                        .filter(other ->
                                other.getKey().cell().axes().equals(shown.cell().axes()))
                        .allMatch(other -> other.getValue().size() < 2));
        if (uses.isEmpty()) {
            return Optional.empty();
        }
        SourceFacets facets = SourceFacets.of(grid, new ArrayList<>(uses.keySet()));
        List<Panel> panels = new ArrayList<>();
        facets.facets().forEach((place, cells) -> panels.add(panel(place, cells, uses, facets)));
        return Optional.of(new Chart(
                "Requests per upstream connection",
                grid.choice(told)
                        + "Connections from the most to the least used. A pool that leases the last released one"
                        + " first falls steeply, one that takes turns stays level.",
                facets.legend(LegendEntry::line),
                panels,
                table(uses)));
    }

    /** Requests of each connection, the most first. */
    private static List<Long> requests(List<Ledger.Connection> connections) {
        return connections.stream()
                .map(connection -> connection.exchanges() + connection.broken())
                .sorted(Comparator.reverseOrder())
                .toList();
    }

    private static Panel panel(
            String place, List<ShownCell> cells, Map<ShownCell, List<Long>> uses, SourceFacets facets) {
        double connections =
                cells.stream().mapToDouble(cell -> at(uses, cell).size()).max().orElse(1);
        double most =
                cells.stream().mapToDouble(cell -> at(uses, cell).get(0)).max().orElse(1);
        boolean unused = cells.stream().anyMatch(cell -> at(uses, cell).contains(0L));
        boolean logX = connections > LOG_FROM;
        boolean logY = most > LOG_FROM && !unused;
        List<Mark> marks = new ArrayList<>();
        for (ShownCell cell : cells) {
            marks.add(Mark.Line.steps(facets.look(cell), points(at(uses, cell), logX ? 1 : 0)));
        }
        Scale x = logX ? Scale.log(1, connections + 1, TickText::plain) : Scale.counts(0, connections);
        Scale y = logY ? Scale.log(1, most, TickText::plain) : Scale.counts(0, Math.max(2, most));
        return new Panel(
                place,
                new Axis("connections, most used first" + (logX ? " (log scale)" : ""), x),
                new Axis("requests" + (logY ? " (log scale)" : ""), y),
                Panel.USUAL_HEIGHT,
                marks);
    }

    private static List<Long> at(Map<ShownCell, List<Long>> uses, ShownCell cell) {
        return Optional.ofNullable(uses.get(cell)).orElseThrow();
    }

    /** A step per connection, beginning at that place of the axis. */
    private static List<Point> points(List<Long> requests, int first) {
        List<Point> points = new ArrayList<>();
        double next = 0;
        long last = -1;
        for (int i = 0; i < requests.size(); i++) {
            boolean changes = requests.get(i) != last;
            if (changes && i + 1 >= next) {
                points.add(new Point(i + first, requests.get(i)));
                next = (i + 1) * (requests.size() > LOG_FROM ? FACTOR : 1);
                last = requests.get(i);
            }
        }
        points.add(new Point(requests.size() + first, requests.get(requests.size() - 1)));
        return points;
    }

    private static DataTable table(Map<ShownCell, List<Long>> uses) {
        List<List<String>> rows = new ArrayList<>();
        uses.forEach((cell, requests) -> rows.add(List.of(
                cell.source(),
                cell.place(),
                Integer.toString(requests.size()),
                Long.toString(requests.get(0)),
                Long.toString(requests.get(requests.size() / 2)),
                Long.toString(requests.get(requests.size() - 1)))));
        return new DataTable(List.of("arm", "cell", "connections", "most requests", "median", "least"), rows);
    }
}
