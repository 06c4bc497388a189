package keepalivelab.report.stats;

import java.util.function.DoubleUnaryOperator;

/**
 * Exact statements about a share from a count. Sums of the binomial distribution in logarithms; bounds after Clopper and
 * Pearson (Biometrika 26, 1934), found by bisection. Stateless.
 */
public final class Binomial {
    private static final int BISECTIONS = 100;

    private Binomial() {}

    /**
     * The chance of at least {@code events} in {@code trials}.
     *
     * @param events 0 to trials
     * @param share chance of one event, in [0, 1]
     */
    public static double atLeast(long events, long trials, double share) {
        check(events, trials);
        double tail = 0;
        for (long k = trials; k >= events; k--) {
            tail += chance(k, trials, share);
        }
        return Math.min(1, tail);
    }

    /** The chance of at most {@code events} in {@code trials}. */
    public static double atMost(long events, long trials, double share) {
        check(events, trials);
        double tail = 0;
        for (long k = 0; k <= events; k++) {
            tail += chance(k, trials, share);
        }
        return Math.min(1, tail);
    }

    /**
     * The one-sided upper bound of the share: with any larger one, so few events had less than {@code alpha} chance.
     *
     * @param alpha one minus the confidence
     * @return 1 for no trials, or where every trial had the event
     */
    public static double upperBound(long events, long trials, double alpha) {
        check(events, trials);
        return events == trials ? 1 : root(share -> alpha - atMost(events, trials, share));
    }

    /** The one-sided lower bound of the share; 0 where no trial had the event. */
    public static double lowerBound(long events, long trials, double alpha) {
        check(events, trials);
        return events == 0 ? 0 : root(share -> atLeast(events, trials, share) - alpha);
    }

    private static double chance(long k, long trials, double share) {
        if (share <= 0 || share >= 1) {
            return k == (share <= 0 ? 0 : trials) ? 1 : 0;
        }
        return Math.exp(LogFactorial.choose(trials, k) + k * Math.log(share) + (trials - k) * Math.log1p(-share));
    }

    /** Where a function that rises from below zero crosses it, in [0, 1]. */
    private static double root(DoubleUnaryOperator rising) {
        double low = 0;
        double high = 1;
        for (int i = 0; i < BISECTIONS; i++) {
            double middle = (low + high) / 2;
            if (rising.applyAsDouble(middle) < 0) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return (low + high) / 2;
    }

    private static void check(long events, long trials) {
        if (events < 0 || trials < events) {
            throw new IllegalArgumentException(events + " events in " + trials + " trials");
        }
    }
}
