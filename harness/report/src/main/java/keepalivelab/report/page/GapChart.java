package keepalivelab.report.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import keepalivelab.report.CellResult;
import keepalivelab.report.Series;
import keepalivelab.report.chart.Axis;
import keepalivelab.report.chart.Chart;
import keepalivelab.report.chart.DataTable;
import keepalivelab.report.chart.Glyph;
import keepalivelab.report.chart.LegendEntry;
import keepalivelab.report.chart.Look;
import keepalivelab.report.chart.Mark;
import keepalivelab.report.chart.Panel;
import keepalivelab.report.chart.Point;
import keepalivelab.report.chart.Scale;
import keepalivelab.report.chart.TickText;
import keepalivelab.report.stats.Binomial;

/** A sweep of the gap: how likely a request fails, or reuses its connection, by the gap that the backend really saw. */
final class GapChart {
    private static final String SERIES = "gapBins";
    private static final List<String> NEEDED =
            List.of("fromUs", "toUs", "requests", "failed", "failureRatio", "reuseRatio");
    private static final int MOST_PANELS = 12;
    private static final double TAIL = 0.025;
    private static final Look FAILED = Look.ALARM;
    private static final Look REUSED = Look.of(0);
    private static final Look LIMIT = Look.of(4);

    private GapChart() {}

    static Optional<Chart> of(CellGrid grid) {
        Map<ShownCell, Series> sweeps = new LinkedHashMap<>();
        for (ShownCell shown : grid.measured()) {
            shown.cell().series().stream()
                    .filter(series -> series.name().equals(SERIES))
                    .filter(series -> series.columns().containsAll(NEEDED)
                            && !series.rows().isEmpty())
                    .findFirst()
                    .ifPresent(series -> sweeps.put(shown, series));
        }
        if (sweeps.isEmpty()) {
            return Optional.empty();
        }
        List<Panel> panels = sweeps.entrySet().stream()
                .limit(MOST_PANELS)
                .map(sweep -> panel(sweep.getKey(), sweep.getValue()))
                .toList();
        return Optional.of(new Chart(
                "Failure probability over the achieved gap",
                "Requests in bins of one step of the sweep, by the gap that the backend saw. Bins in which a request failed"
                        + " have a cross at the failed share and an upright line for its exact 95 % interval, which is"
                        + " long where a bin has few requests; what bins without a failure allow is in the table.",
                List.of(
                        LegendEntry.points(FAILED, Glyph.CROSS, "failed, share of the requests"),
                        LegendEntry.line(REUSED, "reused the connection, share of the requests"),
                        LegendEntry.rule(LIMIT, "idle limit of the backend"),
                        LegendEntry.stretch("window: new and used connections both occur")),
                panels,
                table(sweeps)));
    }

    private static Panel panel(ShownCell shown, Series series) {
        List<Point> failed = new ArrayList<>();
        List<Point> intervals = new ArrayList<>();
        List<Point> reused = new ArrayList<>();
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        for (List<Object> row : series.rows()) {
            double middle = (number(series, row, "fromUs") + number(series, row, "toUs")) / 2e3;
            long requests = (long) number(series, row, "requests");
            long failures = (long) number(series, row, "failed");
            if (failures > 0) {
                failed.add(new Point(middle, number(series, row, "failureRatio")));
                intervals.add(new Point(middle, Binomial.lowerBound(failures, requests, TAIL)));
                intervals.add(new Point(middle, Binomial.upperBound(failures, requests, TAIL)));
            }
            reused.add(new Point(middle, number(series, row, "reuseRatio")));
            least = Math.min(least, number(series, row, "fromUs") / 1e3);
            most = Math.max(most, number(series, row, "toUs") / 1e3);
        }
        List<Mark> marks = new ArrayList<>();
        window(shown.cell()).ifPresent(marks::add);
        figure(shown.cell(), "limitMs").ifPresent(limit -> marks.add(new Mark.Rule(LIMIT, limit)));
        marks.add(new Mark.Line(REUSED, reused));
        marks.add(new Mark.Segments(Look.QUIET, intervals));
        marks.add(new Mark.Points(FAILED, Glyph.CROSS, failed));
        return new Panel(
                shown.name(),
                new Axis("achieved gap (ms)", Scale.within(least, most, TickText::plain)),
                new Axis("share of the requests", Scale.shares()),
                Panel.USUAL_HEIGHT,
                marks);
    }

    /** The upper end of the interval. */
    private static String mostLikelyBelow(Series series, List<Object> row) {
        long requests = (long) number(series, row, "requests");
        double bound = Binomial.upperBound((long) number(series, row, "failed"), requests, TAIL);
        return TickText.percent(Math.rint(bound * 1e3) / 1e3);
    }

    /** From the smallest gap that went to a new connection to the largest that was answered on the used one. */
    private static Optional<Mark> window(CellResult cell) {
        Optional<Double> firstNew = figure(cell, "firstNewMs");
        Optional<Double> lastReused = figure(cell, "lastReusedMs");
        return firstNew.isPresent() && lastReused.isPresent()
                ? Optional.of(new Mark.Stretch(firstNew.get(), lastReused.get()))
                : Optional.empty();
    }

    private static Optional<Double> figure(CellResult cell, String name) {
        return cell.figures().get(name) instanceof Number number ? Optional.of(number.doubleValue()) : Optional.empty();
    }

    private static double number(Series series, List<Object> row, String column) {
        return row.get(series.columns().indexOf(column)) instanceof Number number ? number.doubleValue() : 0;
    }

    private static DataTable table(Map<ShownCell, Series> sweeps) {
        List<List<String>> rows = new ArrayList<>();
        sweeps.forEach((shown, series) -> {
            for (List<Object> row : series.rows()) {
                rows.add(List.of(
                        shown.name(),
                        TickText.plain(number(series, row, "fromUs") / 1e3),
                        TickText.plain(number(series, row, "toUs") / 1e3),
                        TickText.plain(number(series, row, "requests")),
                        TickText.plain(number(series, row, "failed")),
                        TickText.percent(number(series, row, "failureRatio")),
                        mostLikelyBelow(series, row),
                        TickText.percent(number(series, row, "reuseRatio"))));
            }
        });
        return new DataTable(
                List.of(
                        "cell",
                        "gap from (ms)",
                        "to (ms)",
                        "requests",
                        "failed",
                        "failed share",
                        "at most (95 %)",
                        "reused share"),
                rows);
    }
}
