package keepalivelab.report.stats;

import java.util.Arrays;
import java.util.function.DoublePredicate;

/**
 * Where the centre of symmetric noise lies: the Hodges-Lehmann estimate (the median of the Walsh averages) and bounds by
 * inverting the exact {@link SignedRank} test (Hollander, Wolfe and Chicken, section 3.2 and 3.3). Stateless.
 */
public final class Shift {
    private Shift() {}

    /**
     * The Hodges-Lehmann estimate.
     *
     * @param values at least one, finite
     */
    public static double estimate(double[] values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("an estimate needs at least one value");
        }
        return Samples.medianOfSorted(SignedRank.walshAverages(values));
    }

    /**
     * The one-sided lower bound: the largest centre below which every centre is rejected.
     *
     * @param values at least one, finite
     * @param alpha one minus the confidence, in (0, 1)
     * @return {@code -Infinity} where so few values can reject nothing at that level
     */
    public static double lowerBound(double[] values, double alpha) {
        return boundary(values, centre -> SignedRank.pAbove(values, centre) <= alpha);
    }

    /** As {@link #lowerBound}, from above; {@code +Infinity} for too few values. */
    public static double upperBound(double[] values, double alpha) {
        double[] mirrored = Arrays.stream(values).map(v -> -v).toArray();
        return -lowerBound(mirrored, alpha);
    }

    /**
     * The Walsh average at which a test that rejects every low centre begins not to. The rank sum changes at Walsh averages
     * only, so between two neighbours one centre stands for all.
     */
    private static double boundary(double[] values, DoublePredicate rejects) {
        double[] steps = distinct(SignedRank.walshAverages(values));
        if (!rejects.test(steps[0] - 1)) {
            return Double.NEGATIVE_INFINITY;
        }
        int rejected = 0;
        int kept = steps.length;
        // Gap g lies before steps[g]; gap 0 is rejected, and the one after the last step is not.
        while (kept - rejected > 1) {
            int gap = (rejected + kept) >>> 1;
            if (rejects.test((steps[gap - 1] + steps[gap]) / 2)) {
                rejected = gap;
            } else {
                kept = gap;
            }
        }
        return steps[rejected];
    }

    private static double[] distinct(double[] sorted) {
        return Arrays.stream(sorted).distinct().toArray();
    }
}
