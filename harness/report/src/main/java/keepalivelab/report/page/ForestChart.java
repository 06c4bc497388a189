package keepalivelab.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.stream.Stream;
import keepalivelab.report.Comparison;
import keepalivelab.report.Gate;
import keepalivelab.report.RunResult;
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
import org.jspecify.annotations.Nullable;

/** What a comparison of two arms came to: one row per gate, the change with its interval against margin and tolerance. */
final class ForestChart {
    private static final Look CHANGE = Look.of(0);
    private static final Look LIMITS = Look.QUIET;
    private static final double ROOM = 0.06;

    private ForestChart() {}

    static Optional<Chart> of(RunResult result) {
        List<Panel> panels = new ArrayList<>();
        for (Gate.Unit unit : Gate.Unit.values()) {
            List<Gate> gates = result.gates().stream()
                    .filter(gate -> gate.unit() == unit && gate.estimate() != null)
                    .toList();
            if (!gates.isEmpty()) {
                panels.add(panel(unit, gates, result.comparison()));
            }
        }
        if (panels.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Chart(
                "Change from base to candidate",
                "Right of the line at 0 the candidate is worse. A gate has regressed when its whole interval lies above the"
                        + " margin, and passes when it lies below the tolerance.",
                List.of(
                        LegendEntry.points(CHANGE, Glyph.DOT, "PASS: estimate"),
                        LegendEntry.points(Look.ALARM, Glyph.CROSS, "REGRESSED: estimate"),
                        LegendEntry.points(CHANGE, Glyph.RING, "INCONCLUSIVE or VOID: estimate"),
                        LegendEntry.line(CHANGE, "interval"),
                        LegendEntry.points(LIMITS, Glyph.BAR, "margin"),
                        LegendEntry.points(LIMITS, Glyph.DIAMOND, "tolerance")),
                panels,
                table(result.gates())));
    }

    private static Panel panel(Gate.Unit unit, List<Gate> gates, @Nullable Comparison comparison) {
        double least =
                gates.stream().flatMap(ForestChart::values).min(Double::compare).orElse(0.0);
        double most =
                gates.stream().flatMap(ForestChart::values).max(Double::compare).orElse(0.0);
        double room = Math.max(1e-6, (most - least) * ROOM);
        DoubleFunction<String> label = label(unit);
        String what = unit == Gate.Unit.RATIO ? "change (share of the base)" : "change (difference)";
        List<Mark> marks = new ArrayList<>(List.of(new Mark.Rule(LIMITS, 0)));
        for (int row = 0; row < gates.size(); row++) {
            marks.addAll(row(row, gates.get(row)));
        }
        String title =
                comparison == null ? "" : comparison.base() + " to " + comparison.candidate() + ": " + unit.key();
        return Panel.ofRows(
                title,
                new Axis(what, Scale.within(least - room, most + room, label)),
                new Axis(
                        "gate", Scale.rows(gates.stream().map(ForestChart::name).toList())),
                marks);
    }

    /** Long enough to stand above its row, so that all rows are alike. */
    private static String name(Gate gate) {
        return gate.word() + ": " + gate.metric() + ", " + gate.cell();
    }

    private static DoubleFunction<String> label(Gate.Unit unit) {
        return unit == Gate.Unit.RATIO ? TickText::change : TickText::plain;
    }

    private static Stream<Double> values(Gate gate) {
        return Stream.concat(
                Stream.of(0.0, gate.margin(), gate.tolerance()),
                Stream.of(
                                Optional.ofNullable(gate.low()),
                                Optional.ofNullable(gate.high()),
                                Optional.ofNullable(gate.estimate()))
                        .flatMap(Optional::stream));
    }

    private static List<Mark> row(int row, Gate gate) {
        List<Mark> marks = new ArrayList<>();
        marks.add(new Mark.Points(LIMITS, Glyph.BAR, List.of(new Point(gate.margin(), row))));
        marks.add(new Mark.Points(LIMITS, Glyph.DIAMOND, List.of(new Point(gate.tolerance(), row))));
        Double low = gate.low();
        Double high = gate.high();
        if (low != null && high != null) {
            marks.add(new Mark.Segments(CHANGE, List.of(new Point(low, row), new Point(high, row))));
        }
        Double estimate = gate.estimate();
        if (estimate != null) {
            List<Point> at = List.of(new Point(estimate, row));
            marks.add(
                    switch (gate.verdict()) {
                        case HELD -> new Mark.Points(CHANGE, Glyph.DOT, at);
                        case FAILED -> new Mark.Points(Look.ALARM, Glyph.CROSS, at);
                        default -> new Mark.Points(CHANGE, Glyph.RING, at);
                    });
        }
        return marks;
    }

    private static DataTable table(List<Gate> gates) {
        List<List<String>> rows = new ArrayList<>();
        for (Gate gate : gates) {
            DoubleFunction<String> label = change -> label(gate.unit()).apply(Math.rint(change * 1e4) / 1e4);
            rows.add(List.of(
                    gate.cell(),
                    gate.metric(),
                    gate.word(),
                    text(gate.base(), ForestChart::rounded),
                    text(gate.candidate(), ForestChart::rounded),
                    text(gate.estimate(), label),
                    text(gate.low(), label),
                    text(gate.high(), label),
                    label.apply(gate.margin()),
                    label.apply(gate.tolerance()),
                    text(gate.minimalDetectable(), label),
                    text(gate.p(), p -> String.format(java.util.Locale.ROOT, "%.2g", p)),
                    Integer.toString(gate.rounds()),
                    gate.reason()));
        }
        return new DataTable(
                List.of(
                        "cell",
                        "metric",
                        "verdict",
                        "base",
                        "candidate",
                        "change",
                        "low",
                        "high",
                        "margin",
                        "tolerance",
                        "minimal detectable",
                        "p",
                        "rounds",
                        "reason"),
                rows);
    }

    private static String rounded(double value) {
        return TickText.plain(Math.rint(value * 100) / 100);
    }

    private static String text(@Nullable Double value, DoubleFunction<String> label) {
        return value == null ? "-" : label.apply(value);
    }
}
