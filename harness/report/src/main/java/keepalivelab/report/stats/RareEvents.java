package keepalivelab.report.stats;

/**
 * Events so rare that a run sees a handful: counts of two arms with equal exposure, and bounds of a rate. Stateless.
 */
public final class RareEvents {
    private static final int BISECTIONS = 200;

    private RareEvents() {}

    /**
     * The chance that the candidate has at least its share of all events, if both arms have one rate: given the sum, its
     * count is binomial with one half (Przyborowski and Wilenski, Biometrika 31, 1940).
     *
     * @param base events of the base
     * @param candidate events of the candidate, after equally many requests
     * @return 1 where there was none at all
     */
    public static double pMore(long base, long candidate) {
        return Binomial.atLeast(candidate, base + candidate, 0.5);
    }

    /**
     * The one-sided upper bound of the expected number of events (Garwood, Biometrika 28, 1936).
     *
     * @param events seen
     * @param alpha one minus the confidence
     */
    public static double upperBound(long events, double alpha) {
        double high = 1;
        while (atMost(events, high) > alpha) {
            high *= 2;
        }
        double low = 0;
        for (int i = 0; i < BISECTIONS; i++) {
            double middle = (low + high) / 2;
            if (atMost(events, middle) > alpha) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    /** The one-sided lower bound of the expected number of events; 0 for none. */
    public static double lowerBound(long events, double alpha) {
        if (events == 0) {
            return 0;
        }
        double low = 0;
        double high = events;
        for (int i = 0; i < BISECTIONS; i++) {
            double middle = (low + high) / 2;
            if (1 - atMost(events - 1, middle) < alpha) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Chance of at most so many events of a Poisson distribution. */
    private static double atMost(long events, double mean) {
        double sum = 0;
        for (long k = 0; k <= events; k++) {
            sum += mean == 0 ? (k == 0 ? 1 : 0) : Math.exp(k * Math.log(mean) - mean - LogFactorial.of(k));
        }
        return Math.min(1, sum);
    }
}
