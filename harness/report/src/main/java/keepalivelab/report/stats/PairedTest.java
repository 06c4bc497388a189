package keepalivelab.report.stats;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.SplittableRandom;

/**
 * One metric of a paired comparison: one value per round, the change from base to candidate. Positive is worse.
 *
 * <p>Regressed: the exact one-sided signed-rank test says that the change is above the margin. Passed: it says, at 95 %, that
 * the change is below the tolerance. Where both are so, the change lies surely between them, and that is a regression.
 * Immutable.
 */
public final class PairedTest {
    /** One minus the confidence with which a pass is said. */
    public static final double PASS_ALPHA = 0.05;

    private static final int RESAMPLES = 400;
    private static final double DETECTION_POWER = 0.9;
    private static final long RESAMPLING_SEED = 0x5a17_3b60_91c4_2e8fL;

    private final double[] change;
    private final Limits limits;

    /**
     * @param change one per round, at least one
     * @param limits what is allowed
     */
    public PairedTest(double[] change, Limits limits) {
        if (change.length == 0) {
            throw new IllegalArgumentException("a paired test needs at least one round");
        }
        this.change = change.clone();
        this.limits = limits;
    }

    /**
     * What is allowed, in the unit of the change.
     *
     * @param margin a change up to this is no regression
     * @param tolerance a change that is surely below this passes; not below the margin
     */
    public record Limits(double margin, double tolerance) {
        public Limits {
            if (!(margin <= tolerance)) {
                throw new IllegalArgumentException("margin " + margin + " is above tolerance " + tolerance);
            }
        }
    }

    /** What came out. */
    public enum Outcome {
        REGRESSED,
        PASSED,
        INCONCLUSIVE
    }

    /** Chance of such rounds, or worse ones, if the change were exactly the margin. */
    public double p() {
        return SignedRank.pAbove(change, limits.margin());
    }

    /** Chance of such rounds, or better ones, if the change were exactly the tolerance. */
    public double pWithin() {
        return SignedRank.pBelow(change, limits.tolerance());
    }

    /**
     * The verdict.
     *
     * @param alpha limit of {@link #p}, e.g. from {@link Holm}
     */
    public Outcome outcome(double alpha) {
        if (p() <= alpha) {
            return Outcome.REGRESSED;
        }
        return pWithin() <= PASS_ALPHA ? Outcome.PASSED : Outcome.INCONCLUSIVE;
    }

    /** The Hodges-Lehmann estimate of the change. */
    public double estimate() {
        return Shift.estimate(change);
    }

    /** Lower bound of the change at {@code 1 - alpha}. */
    public double low(double alpha) {
        return Shift.lowerBound(change, alpha);
    }

    /** Upper bound of the change, at 95 %. */
    public double high() {
        return Shift.upperBound(change, PASS_ALPHA);
    }

    /**
     * The change that rounds with this spread would show as regressed nine times out of ten: rounds are drawn anew from the
     * deviations of these, and an effect is added to all of them. For each draw the smallest such effect is the margin less
     * the draw's lower bound.
     *
     * @param alpha limit of {@link #p}
     * @return empty where so few rounds can never show one
     */
    public OptionalDouble minimalDetectable(double alpha) {
        int n = change.length;
        if (n < SignedRank.fewestValues(alpha)) {
            return OptionalDouble.empty();
        }
        // In one order whatever the rounds' was, or the same rounds would draw differently.
        double[] sorted = change.clone();
        Arrays.sort(sorted);
        double centre = estimate();
        // A sample's deviations from its own centre are smaller than those from the true one.
        double widening = Math.sqrt((double) n / (n - 1));
        SplittableRandom random = new SplittableRandom(RESAMPLING_SEED);
        double[] effects = new double[RESAMPLES];
        double[] draw = new double[n];
        for (int r = 0; r < RESAMPLES; r++) {
            for (int i = 0; i < n; i++) {
                draw[i] = (sorted[random.nextInt(n)] - centre) * widening;
            }
            effects[r] = limits.margin() - Shift.lowerBound(draw, alpha);
        }
        return OptionalDouble.of(Samples.quantile(effects, DETECTION_POWER));
    }
}
