package keepalivelab.report.stats;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Wilcoxon's signed-rank test, one-sided and exact also with ties: the distribution of the rank sum over all 2<sup>n</sup>
 * assignments of signs to the ranks that these very values have.
 *
 * <p>Equal absolute values share the mean of their ranks. Zeros are ranked with the others and then left out, because they
 * have no sign (Pratt, JASA 54, 1959): so they make a test harder, never easier. Doubled, mid-ranks are whole numbers, and
 * the distribution is a convolution of n two-point distributions (Streitberg and Röhmel, 1986). Immutable, stateless.
 */
public final class SignedRank {
    private SignedRank() {}

    /**
     * The chance that symmetric noise around {@code centre} gives a rank sum of positive deviations at least as large as
     * these values do.
     *
     * @param values at least one, finite
     * @param centre of the null hypothesis
     * @return in (0, 1]; 1 where every value equals the centre
     */
    public static double pAbove(double[] values, double centre) {
        return upperTail(deviations(values, centre, 1));
    }

    /** As {@link #pAbove}, for deviations below the centre. */
    public static double pBelow(double[] values, double centre) {
        return upperTail(deviations(values, centre, -1));
    }

    /**
     * The fewest values with which a test at that level can reject at all: {@code 2^-n <= alpha}.
     *
     * @param alpha in (0, 1)
     */
    public static int fewestValues(double alpha) {
        if (!(alpha > 0 && alpha < 1)) {
            throw new IllegalArgumentException("alpha " + alpha + " is not between 0 and 1");
        }
        int n = 1;
        while (Math.scalb(1.0, -n) > alpha) {
            n++;
        }
        return n;
    }

    private static double[] deviations(double[] values, double centre, int sign) {
        if (values.length == 0) {
            throw new IllegalArgumentException("a signed-rank test needs at least one value");
        }
        double[] deviations = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            deviations[i] = sign * (values[i] - centre);
            if (!Double.isFinite(deviations[i])) {
                throw new IllegalArgumentException("value " + values[i] + " is not finite");
            }
        }
        return deviations;
    }

    private static double upperTail(double[] deviations) {
        int[] doubled = doubledRanks(deviations);
        int observed = 0;
        int total = 0;
        double[] chance = {1};
        for (int i = 0; i < deviations.length; i++) {
            if (deviations[i] != 0) {
                chance = withSign(chance, doubled[i]);
                total += doubled[i];
                observed += deviations[i] > 0 ? doubled[i] : 0;
            }
        }
        double tail = 0;
        // From the far end, where the summands are smallest.
        for (int sum = total; sum >= observed; sum--) {
            tail += chance[sum];
        }
        return Math.min(1, tail);
    }

    /** The distribution with one more rank, that counts or does not. */
    private static double[] withSign(double[] chance, int doubledRank) {
        double[] next = new double[chance.length + doubledRank];
        for (int sum = 0; sum < chance.length; sum++) {
            next[sum] += chance[sum] / 2;
            next[sum + doubledRank] += chance[sum] / 2;
        }
        return next;
    }

    /** Twice the mid-rank of every absolute deviation. */
    private static int[] doubledRanks(double[] deviations) {
        int n = deviations.length;
        int[] order = IntStream.range(0, n)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> Math.abs(deviations[i])))
                .mapToInt(Integer::intValue)
                .toArray();
        int[] doubled = new int[n];
        for (int from = 0; from < n; ) {
            int to = from;
            while (to < n && Math.abs(deviations[order[to]]) == Math.abs(deviations[order[from]])) {
                to++;
            }
            // Ranks from+1 to `to`: twice their mean is the sum of the first and the last.
            for (int i = from; i < to; i++) {
                doubled[order[i]] = from + 1 + to;
            }
            from = to;
        }
        return doubled;
    }

    /** All means of two values, a value with itself included, ascending: the Walsh averages. */
    static double[] walshAverages(double[] values) {
        int n = values.length;
        double[] averages = new double[n * (n + 1) / 2];
        int k = 0;
        for (int i = 0; i < n; i++) {
            for (int j = i; j < n; j++) {
                averages[k++] = (values[i] + values[j]) / 2;
            }
        }
        Arrays.sort(averages);
        return averages;
    }
}
