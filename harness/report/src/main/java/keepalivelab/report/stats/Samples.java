package keepalivelab.report.stats;

import java.util.Arrays;

/** Figures of one sample. Stateless. */
public final class Samples {
    private Samples() {}

    /**
     * The median; the mean of the middle two for an even number.
     *
     * @param values at least one
     */
    public static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return medianOfSorted(sorted);
    }

    static double medianOfSorted(double[] sorted) {
        if (sorted.length == 0) {
            throw new IllegalArgumentException("a median needs at least one value");
        }
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }

    /**
     * The value below or at which that share of the sample lies: the smallest with at least {@code ceil(share * n)} values
     * not above it.
     *
     * @param share in (0, 1]
     */
    public static double quantile(double[] values, double share) {
        if (values.length == 0 || !(share > 0 && share <= 1)) {
            throw new IllegalArgumentException("quantile " + share + " of " + values.length + " values");
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[(int) Math.ceil(share * sorted.length) - 1];
    }

    /** The standard deviation with n - 1; 0 for a single value. */
    public static double deviation(double[] values) {
        double mean = Arrays.stream(values).average().orElseThrow();
        double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
        return values.length < 2 ? 0 : Math.sqrt(squares / (values.length - 1));
    }
}
