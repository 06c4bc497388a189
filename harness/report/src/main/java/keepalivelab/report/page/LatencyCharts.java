package keepalivelab.report.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import keepalivelab.report.LatencySummary;
import keepalivelab.report.Times;
import keepalivelab.report.chart.Axis;
import keepalivelab.report.chart.Chart;
import keepalivelab.report.chart.DataTable;
import keepalivelab.report.chart.LegendEntry;
import keepalivelab.report.chart.Look;
import keepalivelab.report.chart.Mark;
import keepalivelab.report.chart.Panel;
import keepalivelab.report.chart.Point;
import keepalivelab.report.chart.Scale;
import keepalivelab.report.chart.TickText;
import org.jspecify.annotations.Nullable;

/**
 * Times of requests as percentile curves (arms in one panel) and as the share of requests that took at most so long, split by
 * whether the upstream connection was new. Response times where a cell has them, else service times.
 */
final class LatencyCharts {
    private static final int MOST_PANELS = 9;
    private static final int MOST_SPLIT_PANELS = 6;

    /** Of fewer requests, a curve would be a drawing of chance. */
    private static final int LEAST_REQUESTS = 20;

    private static final double LEAST_MOVE = 1.0 / 150;
    private static final String SERVICE = "service";
    private static final String RESPONSE = "response";

    private final CellGrid grid;
    private final String span;
    private final Map<ShownCell, Distributions> logs = new LinkedHashMap<>();

    LatencyCharts(CellGrid grid) {
        this.grid = grid;
        boolean open = grid.measured().stream()
                .map(shown -> shown.cell().times())
                .anyMatch(times -> times != null && times.response() != null);
        this.span = open ? RESPONSE : SERVICE;
        for (ShownCell shown : grid.measured()) {
            Distributions.of(shown.files()).ifPresent(log -> logs.put(shown, log));
        }
    }

    /** How long the slowest share of the requests took. */
    Optional<Chart> percentiles() {
        Map<ShownCell, Distribution> all = distributions("all");
        all.values().removeIf(distribution -> distribution.count() < LEAST_REQUESTS);
        if (all.isEmpty()) {
            return Optional.empty();
        }
        SourceFacets facets = SourceFacets.of(grid, new ArrayList<>(all.keySet()));
        List<Panel> panels = new ArrayList<>();
        facets.facets().forEach((place, cells) -> {
            if (panels.size() < MOST_PANELS) {
                panels.add(percentilePanel(place, cells, all, facets));
            }
        });
        int left = facets.facets().size() - panels.size();
        return Optional.of(new Chart(
                title(span) + " by percentile",
                "A point says how long the fastest so many percent of the requests took at most; the right end is drawn out."
                        + (left > 0 ? " " + left + " more cells are in the table only." : "")
                        + beyond(all),
                facets.legend(LegendEntry::line),
                panels,
                table(all, "requests")));
    }

    /** New against used upstream connections. */
    Optional<Chart> split() {
        Map<ShownCell, Distribution> fresh = distributions("newUpstream");
        Map<ShownCell, Distribution> used = distributions("reusedUpstream");
        List<ShownCell> told = grid.telling(MOST_SPLIT_PANELS).stream()
                .filter(shown -> count(fresh, shown) > 0 && count(used, shown) > 0)
                .filter(shown -> count(fresh, shown) + count(used, shown) >= LEAST_REQUESTS)
                .toList();
        if (told.isEmpty()) {
            return Optional.empty();
        }
        List<Panel> panels = told.stream()
                .map(shown ->
                        splitPanel(shown, Optional.ofNullable(fresh.get(shown)), Optional.ofNullable(used.get(shown))))
                .toList();
        Map<ShownCell, Distribution> freshTold = new LinkedHashMap<>(fresh);
        freshTold.keySet().retainAll(told);
        Map<ShownCell, Distribution> usedTold = new LinkedHashMap<>(used);
        usedTold.keySet().retainAll(told);
        List<List<String>> rows = new ArrayList<>(table(freshTold, "new").rows());
        rows.addAll(table(usedTold, "used").rows());
        return Optional.of(new Chart(
                title(span) + " on new and on used upstream connections",
                grid.choice(grid.telling(MOST_SPLIT_PANELS)) + "Share of the requests that took at most so long.",
                List.of(
                        LegendEntry.line(Look.of(0), "used upstream connection"),
                        LegendEntry.line(Look.of(1), "new upstream connection")),
                panels,
                new DataTable(header(), rows)));
    }

    private static long count(Map<ShownCell, Distribution> distributions, ShownCell shown) {
        return Optional.ofNullable(distributions.get(shown))
                .map(Distribution::count)
                .orElse(0L);
    }

    private Map<ShownCell, Distribution> distributions(String split) {
        Map<ShownCell, Distribution> found = new LinkedHashMap<>();
        logs.forEach((shown, log) -> log.of(span + "." + split, overRange(shown, split))
                .ifPresent(distribution -> found.put(shown, distribution)));
        return found;
    }

    private long overRange(ShownCell shown, String split) {
        Function<Times.Split, @Nullable LatencySummary> part = switch (split) {
            case "newUpstream" -> Times.Split::newUpstream;
            case "reusedUpstream" -> Times.Split::reusedUpstream;
            default -> Times.Split::all;
        };
        return Optional.ofNullable(shown.cell().times())
                .map(times -> span.equals(RESPONSE) ? times.response() : times.service())
                .map(part)
                .map(LatencySummary::overRange)
                .orElse(0L);
    }

    private static String beyond(Map<ShownCell, Distribution> all) {
        long overRange =
                all.values().stream().mapToLong(Distribution::overRange).sum();
        return overRange == 0
                ? ""
                : " " + overRange + " requests took longer than was recorded; curves end before them.";
    }

    private Panel percentilePanel(
            String place, List<ShownCell> cells, Map<ShownCell, Distribution> all, SourceFacets facets) {
        List<Distribution> shown = cells.stream()
                .flatMap(cell -> Optional.ofNullable(all.get(cell)).stream())
                .toList();
        Scale x = Scale.tail(
                shown.stream().mapToDouble(Distribution::highestShare).max().orElse(0.9));
        Scale y = times(shown);
        List<Mark> marks = new ArrayList<>();
        for (ShownCell cell : cells) {
            Optional.ofNullable(all.get(cell))
                    .ifPresent(distribution ->
                            marks.add(new Mark.Line(facets.look(cell), percentileCurve(distribution, x))));
        }
        return new Panel(
                place,
                new Axis("share of the requests", x),
                new Axis(title(span).toLowerCase(Locale.ROOT) + " (log scale)", y),
                Panel.USUAL_HEIGHT,
                marks);
    }

    private static List<Point> percentileCurve(Distribution distribution, Scale x) {
        List<Point> curve = new ArrayList<>(List.of(new Point(0, distribution.leastUs())));
        for (Point share : distribution.shares()) {
            double at = Math.min(share.y(), distribution.highestShare());
            curve.add(new Point(at, share.x()));
        }
        return thinned(curve, point -> x.at(point.x()));
    }

    private static Panel splitPanel(ShownCell shown, Optional<Distribution> fresh, Optional<Distribution> used) {
        List<Distribution> both =
                java.util.stream.Stream.concat(fresh.stream(), used.stream()).toList();
        Scale x = times(both);
        List<Mark> marks = new ArrayList<>();
        used.ifPresent(distribution -> marks.add(shareCurve(Look.of(0), distribution, x)));
        fresh.ifPresent(distribution -> marks.add(shareCurve(Look.of(1), distribution, x)));
        return new Panel(
                shown.name(),
                new Axis("time (log scale)", x),
                new Axis("share of the requests", Scale.shares()),
                Panel.USUAL_HEIGHT,
                marks);
    }

    private static Mark shareCurve(Look look, Distribution distribution, Scale x) {
        List<Point> curve = new ArrayList<>(List.of(new Point(distribution.leastUs(), 0)));
        curve.addAll(distribution.shares());
        return Mark.Line.steps(look, thinned(curve, point -> x.at(point.x())));
    }

    /** The first and the last of all points that lie too near to one another along an axis to be told apart. */
    private static List<Point> thinned(List<Point> all, Function<Point, Double> along) {
        List<Point> kept = new ArrayList<>();
        double from = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < all.size(); i++) {
            boolean far = along.apply(all.get(i)) - from >= LEAST_MOVE;
            boolean lastOfGroup = i + 1 == all.size() || along.apply(all.get(i + 1)) - from >= LEAST_MOVE;
            if (far) {
                from = along.apply(all.get(i));
            }
            if (far || lastOfGroup) {
                kept.add(all.get(i));
            }
        }
        return kept;
    }

    private static Scale times(List<Distribution> shown) {
        double least = shown.stream().mapToDouble(Distribution::leastUs).min().orElse(1);
        double most = shown.stream().mapToDouble(Distribution::mostUs).max().orElse(10);
        return Scale.log(Math.max(0.1, least), most, TickText::micros);
    }

    private static DataTable table(Map<ShownCell, Distribution> distributions, String upstream) {
        List<List<String>> rows = new ArrayList<>();
        distributions.forEach((shown, distribution) -> rows.add(List.of(
                shown.source(),
                shown.place(),
                upstream,
                Long.toString(distribution.count()),
                micros(distribution.atShare(0.5)),
                micros(distribution.atShare(0.9)),
                micros(distribution.atShare(0.99)),
                micros(distribution.atShare(0.999)),
                micros(distribution.mostUs()))));
        return new DataTable(header(), rows);
    }

    private static List<String> header() {
        return List.of("arm", "cell", "connections", "requests", "p50", "p90", "p99", "p99.9", "longest recorded");
    }

    /** To three digits, as the tables of a run have them. */
    private static String micros(double micros) {
        double digit = Math.pow(10, Math.floor(Math.log10(Math.max(1e-3, micros))) - 2);
        return TickText.micros(Math.rint(micros / digit) * digit);
    }

    private static String title(String span) {
        return span.equals(RESPONSE) ? "Response time" : "Service time";
    }
}
