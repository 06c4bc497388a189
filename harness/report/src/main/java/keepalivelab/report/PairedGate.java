package keepalivelab.report;

import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import keepalivelab.report.stats.PairedTest;
import keepalivelab.report.stats.PairedTest.Limits;
import keepalivelab.report.stats.PairedTest.Outcome;
import keepalivelab.report.stats.Samples;
import org.jspecify.annotations.Nullable;

/** One metric with one change per round, before it is known what its p is compared with. Immutable. */
final class PairedGate {
    private static final double ROUNDING = 1e9;

    private final String cell;
    private final String metric;
    private final Gate.Unit unit;
    private final double base;
    private final double candidate;
    private final double[] change;
    private final Limits limits;
    private final PairedTest test;

    private PairedGate(
            CellRounds of,
            String metric,
            Gate.Unit unit,
            double base,
            double candidate,
            double[] change,
            Limits limits) {
        this.cell = of.cell().id();
        this.metric = metric;
        this.unit = unit;
        this.base = base;
        this.candidate = candidate;
        this.change = change;
        this.limits = limits;
        this.test = new PairedTest(change, limits);
    }

    /** Limits on the logarithmic scale. */
    static PairedGate ofTimes(CellRounds of, String metric, ToDoubleFunction<TimedWindow> quantile, Limits limits) {
        return new PairedGate(
                of,
                metric,
                Gate.Unit.RATIO,
                of.typical(CellRounds.BASE, quantile),
                of.typical(CellRounds.CANDIDATE, quantile),
                of.logRatios(quantile),
                limits);
    }

    static PairedGate ofAccepts(CellRounds of, Limits limits) {
        return ofCounts(of, "acceptsPer100", RoundCounts::acceptsPer100, limits);
    }

    /** Connections that the request cap retired are explained by it; what is left follows from the knobs. */
    static PairedGate ofExactAccepts(CellRounds of) {
        return ofCounts(of, "accepts", c -> c.accepts() - c.retired(), new Limits(0, 0));
    }

    /** How many connections a pool keeps follows from its size. */
    static PairedGate ofOpenAtEnd(CellRounds of) {
        return ofCounts(of, "openAtEnd", RoundCounts::openAtEnd, new Limits(0, 0));
    }

    private static PairedGate ofCounts(
            CellRounds of, String metric, ToDoubleFunction<RoundCounts> figure, Limits limits) {
        double[] bases = of.counts(CellRounds.BASE, figure);
        double[] candidates = of.counts(CellRounds.CANDIDATE, figure);
        double[] change = new double[bases.length];
        for (int i = 0; i < change.length; i++) {
            // Equal differences of counts must be equal numbers, or ties would be broken by the last bit.
            change[i] = Math.rint((candidates[i] - bases[i]) * ROUNDING) / ROUNDING;
        }
        return new PairedGate(
                of, metric, Gate.Unit.DIFFERENCE, Samples.median(bases), Samples.median(candidates), change, limits);
    }

    String cell() {
        return cell;
    }

    double p() {
        return test.p();
    }

    /**
     * The gate.
     *
     * @param alpha what p is compared with
     */
    Gate judged(double alpha) {
        Verdict verdict = verdict(alpha);
        DoubleUnaryOperator shown = unit == Gate.Unit.RATIO ? Math::expm1 : x -> x;
        @Nullable Double low = shown(test.low(alpha), shown);
        @Nullable Double high = shown(test.high(), shown);
        @Nullable Double detectable = detectable(alpha, shown);
        return new Gate(
                cell,
                metric,
                unit,
                base,
                candidate,
                shown.applyAsDouble(test.estimate()),
                low,
                high,
                test.p(),
                alpha,
                shown.applyAsDouble(limits.margin()),
                shown.applyAsDouble(limits.tolerance()),
                detectable,
                change.length,
                verdict,
                reason(verdict, low, high));
    }

    private boolean exact() {
        return limits.margin() == limits.tolerance();
    }

    private Verdict verdict(double alpha) {
        Outcome outcome = test.outcome(alpha);
        if (outcome == Outcome.REGRESSED) {
            return Verdict.FAILED;
        }
        boolean passed = exact() ? Arrays.stream(change).allMatch(c -> c <= 0) : outcome == Outcome.PASSED;
        return passed ? Verdict.HELD : Verdict.INCONCLUSIVE;
    }

    private static @Nullable Double shown(double bound, DoubleUnaryOperator scale) {
        return Double.isFinite(bound) ? (Double) scale.applyAsDouble(bound) : null;
    }

    /** Where counts follow from the knobs one connection more shows. */
    private @Nullable Double detectable(double alpha, DoubleUnaryOperator scale) {
        if (exact()) {
            return null;
        }
        OptionalDouble effect = test.minimalDetectable(alpha);
        return effect.isPresent() ? (Double) scale.applyAsDouble(effect.getAsDouble()) : null;
    }

    private String reason(Verdict verdict, @Nullable Double low, @Nullable Double high) {
        if (exact()) {
            return exactReason(verdict);
        }
        return switch (verdict) {
            case FAILED ->
                "worse by at least " + text(Objects.requireNonNull(low)) + ", more than the margin " + text(margin());
            case HELD ->
                "worse by at most " + text(Objects.requireNonNull(high)) + ", less than the tolerance "
                        + text(tolerance());
            default ->
                "the change may be anything up to " + (high == null ? "infinity" : text(high)) + ": not surely above "
                        + text(margin()) + ", not surely below " + text(tolerance());
        };
    }

    private String exactReason(Verdict verdict) {
        long more = Arrays.stream(change).filter(c -> c > 0).count();
        if (more == 0) {
            return Arrays.stream(change).allMatch(c -> c == 0)
                    ? "equal in every round"
                    : "fewer in some rounds, more in none";
        }
        String rounds = "more in " + more + " of " + change.length + " rounds";
        return verdict == Verdict.FAILED
                ? String.format(Locale.ROOT, "%s: %.0f instead of %.0f", rounds, candidate, base)
                : rounds + ", which may be chance";
    }

    private double margin() {
        return unit == Gate.Unit.RATIO ? Math.expm1(limits.margin()) : limits.margin();
    }

    private double tolerance() {
        return unit == Gate.Unit.RATIO ? Math.expm1(limits.tolerance()) : limits.tolerance();
    }

    private String text(double value) {
        return ChangeText.of(value, unit);
    }
}
