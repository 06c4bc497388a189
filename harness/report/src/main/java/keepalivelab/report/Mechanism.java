package keepalivelab.report;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import keepalivelab.api.KnobStatus;
import org.jspecify.annotations.Nullable;

/**
 * Whether a cell shows the mechanism that the published figures show. Numbers of other machines differ; what is judged is
 * the same count, or the scenario's own expectations about what follows from the knobs.
 *
 * <p>In this order: every comparable published figure is what we measured, or the range it is in: <em>agrees</em>. The scenario gives a reason to
 * differ and its evidence is there: <em>differs</em>. There are expectations of kind {@code expect} and all held:
 * <em>agrees</em>. Anything else is <em>unexplained</em>.
 */
final class Mechanism {
    /** A ratio is published with one decimal of a percent. */
    private static final double RATIO_TOLERANCE = 0.000501;

    /** What several published runs gave, e.g. {@code 181 to 323}. */
    private static final Pattern RANGE = Pattern.compile("(\\d+) to (\\d+)");

    private Mechanism() {}

    /** {@code agrees}, {@code differs: <why>}, {@code unexplained}; empty where nothing is published, or measured and to be trusted. */
    static String of(CellResult cell) {
        Published published = cell.published();
        boolean trusted = cell.verdict().measured() && cell.verdict() != Verdict.VOID;
        if (published == null || !trusted) {
            return "";
        }
        if (sameFigures(cell, published.figures())) {
            return "agrees";
        }
        Difference differs = cell.differs();
        if (differs != null && differs.held()) {
            return "differs: " + differs.because();
        }
        return differs == null && expectationsHeld(cell) ? "agrees" : "unexplained";
    }

    private static boolean sameFigures(CellResult cell, Map<String, Object> figures) {
        int compared = 0;
        for (Map.Entry<String, Object> figure : figures.entrySet()) {
            Optional<Boolean> same = same(cell, figure.getKey(), figure.getValue());
            if (same.isPresent() && !same.get()) {
                return false;
            }
            compared += same.isPresent() ? 1 : 0;
        }
        return compared > 0;
    }

    /** Empty where the figure cannot be compared: a time, a text that is no range, or no column of ours. */
    private static Optional<Boolean> same(CellResult cell, String figure, @Nullable Object value) {
        Matcher range = RANGE.matcher(String.valueOf(value));
        if (TableColumns.isTime(figure) || !(value instanceof Number || range.matches())) {
            return Optional.empty();
        }
        double least = Double.parseDouble(value instanceof Number ? value.toString() : range.group(1));
        double most = Double.parseDouble(value instanceof Number ? value.toString() : range.group(2));
        Optional<TableColumn> column =
                TableColumns.isFigure(figure) ? Optional.of(TableColumns.figure(figure)) : TableColumns.fixed(figure);
        return column.filter(c -> c.value().apply(cell).present())
                .map(c -> same(
                        c.value().apply(cell).raw(),
                        least,
                        most,
                        c.shape() == TableColumn.Shape.RATIO ? RATIO_TOLERANCE : 0));
    }

    /** A figure that differs between repetitions is a text such as {@code 2 x17, 3 x3}, which is no single number. */
    private static boolean same(String ours, double least, double most, double tolerance) {
        try {
            double number = Double.parseDouble(ours);
            return number >= least - tolerance && number <= most + tolerance;
        } catch (NumberFormatException severalValues) {
            return false;
        }
    }

    /**
     * Whether every expectation that was judged here held, and there was one. One that was not judged counts as none, unless
     * the proxy could not do a knob: then nothing is known.
     */
    private static boolean expectationsHeld(CellResult cell) {
        boolean allApplied = !cell.knobs().containsValue(KnobStatus.UNSUPPORTED.key());
        boolean any = false;
        for (ExpectationResult expectation : cell.expectations()) {
            if (expectation.kind() == ExpectationResult.Kind.EXPECT) {
                Boolean held = expectation.held();
                if (held == null ? !allApplied : !held) {
                    return false;
                }
                any |= held != null;
            }
        }
        return any;
    }
}
