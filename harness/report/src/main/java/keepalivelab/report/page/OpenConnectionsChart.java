package keepalivelab.report.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import keepalivelab.report.chart.Axis;
import keepalivelab.report.chart.Chart;
import keepalivelab.report.chart.DataTable;
import keepalivelab.report.chart.LegendEntry;
import keepalivelab.report.chart.Mark;
import keepalivelab.report.chart.Panel;
import keepalivelab.report.chart.Point;
import keepalivelab.report.chart.Scale;
import keepalivelab.report.chart.TickText;

/** How many upstream connections were open, over time: one panel per place of the matrix, one line per source. */
final class OpenConnectionsChart {
    private static final int MOST_CELLS = 8;

    /** A curve with more changes than that would be a filled area: its means over stretches of time are drawn. */
    private static final int MOST_CHANGES = 200;

    private static final int STRETCHES = 80;

    private OpenConnectionsChart() {}

    static Optional<Chart> of(CellGrid grid) {
        List<ShownCell> told = grid.telling(MOST_CELLS);
        Map<ShownCell, Curve> curves = new LinkedHashMap<>();
        for (ShownCell shown : told) {
            Ledger.connectionsOf(shown.files())
                    .filter(connections -> !connections.isEmpty())
                    .ifPresent(connections ->
                            curves.put(shown, Curve.of(connections, shown.cell().seconds() * 1e6)));
        }
        if (curves.isEmpty()) {
            return Optional.empty();
        }
        SourceFacets facets = SourceFacets.of(grid, new ArrayList<>(curves.keySet()));
        List<Panel> panels = new ArrayList<>();
        facets.facets().forEach((place, cells) -> panels.add(panel(place, cells, curves, facets)));
        return Optional.of(new Chart(
                "Open upstream connections over time",
                grid.choice(told)
                        + "Counted at the backend, from accept to the first close of either side. Where the number changes faster than"
                        + " can be drawn, the line is its mean over an 80th of the time; the most at once is in the table.",
                facets.legend(LegendEntry::line),
                panels,
                table(curves)));
    }

    private static Panel panel(String place, List<ShownCell> cells, Map<ShownCell, Curve> curves, SourceFacets facets) {
        double end =
                cells.stream().mapToDouble(cell -> at(curves, cell).end()).max().orElse(1);
        double most = cells.stream()
                .mapToDouble(cell -> at(curves, cell).most())
                .max()
                .orElse(1);
        AxisTime time = AxisTime.upTo(end);
        List<Mark> marks = new ArrayList<>();
        for (ShownCell cell : cells) {
            List<Point> points = at(curves, cell).points().stream()
                    .map(point -> new Point(time.of(point.x()), point.y()))
                    .toList();
            marks.add(Mark.Line.steps(facets.look(cell), points));
        }
        return new Panel(
                place,
                new Axis(time.title("since the measurement began"), Scale.within(0, time.of(end), TickText::plain)),
                new Axis("open connections", Scale.counts(0, Math.max(2, most))),
                Panel.USUAL_HEIGHT,
                marks);
    }

    private static Curve at(Map<ShownCell, Curve> curves, ShownCell cell) {
        return Optional.ofNullable(curves.get(cell)).orElseThrow();
    }

    private static DataTable table(Map<ShownCell, Curve> curves) {
        List<List<String>> rows = new ArrayList<>();
        curves.forEach((cell, curve) -> rows.add(List.of(
                cell.source(),
                cell.place(),
                Long.toString(curve.most()),
                TickText.micros(Math.rint(curve.mostAt())),
                Long.toString(curve.last()))));
        return new DataTable(List.of("arm", "cell", "most at once", "first reached at", "at the end"), rows);
    }

    /**
     * Open connections over time.
     *
     * @param points moment in microseconds, count, or the mean of it where there are too many changes
     * @param most at once
     * @param mostAt when that was first so
     * @param last count at the end
     * @param end the last moment
     */
    private record Curve(List<Point> points, long most, double mostAt, long last, double end) {
        static Curve of(List<Ledger.Connection> connections, double measuredUs) {
            TreeMap<Double, Long> changes = new TreeMap<>();
            for (Ledger.Connection connection : connections) {
                changes.merge(connection.acceptedAtUs(), 1L, Long::sum);
                Double closedAt = connection.closedAtUs();
                if (closedAt != null) {
                    changes.merge(closedAt, -1L, Long::sum);
                }
            }
            double end = Math.max(Math.max(1, measuredUs), changes.lastKey());
            List<Point> all = new ArrayList<>(List.of(new Point(Math.min(0, changes.firstKey()), 0)));
            long open = 0;
            Point top = all.get(0);
            for (Map.Entry<Double, Long> change : changes.entrySet()) {
                open += change.getValue();
                Point point = new Point(change.getKey(), open);
                all.add(point);
                top = point.y() > top.y() ? point : top;
            }
            all.add(new Point(end, open));
            List<Point> shown = all.size() > MOST_CHANGES ? means(all, end) : all;
            return new Curve(shown, (long) top.y(), top.x(), open, end);
        }

        /** The mean over each of some equal stretches of time. */
        private static List<Point> means(List<Point> all, double end) {
            double step = end / STRETCHES;
            double[] area = new double[STRETCHES];
            for (int i = 0; i + 1 < all.size(); i++) {
                double from = Math.max(0, all.get(i).x());
                double to = all.get(i + 1).x();
                for (int n = (int) (from / step); n < STRETCHES && n * step < to; n++) {
                    double part = Math.min(to, (n + 1) * step) - Math.max(from, n * step);
                    area[n] += Math.max(0, part) * all.get(i).y();
                }
            }
            List<Point> means = new ArrayList<>();
            for (int n = 0; n < STRETCHES; n++) {
                means.add(new Point(n * step, area[n] / step));
            }
            means.add(new Point(end, area[STRETCHES - 1] / step));
            return means;
        }
    }
}
