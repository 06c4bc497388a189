package keepalivelab.load;

import java.time.Duration;
import keepalivelab.api.Ticker;

/**
 * What a warm-up did; nothing of it belongs to a measurement. Immutable.
 *
 * @param requests responses that came
 * @param elapsed how long it took
 * @param stable whether the rate had settled; false if the time was up first
 */
public record WarmUp(long requests, Duration elapsed, boolean stable) {
    private static final long SLICE_NANOS = 100_000_000;
    private static final int SLICES_COMPARED = 3;
    /** Rates that differ by less are equal: on a shared machine slices of a tenth of a second are no steadier. */
    private static final double EQUAL_RATIO = 1.1;

    /**
     * Sends closed-loop requests until three slices of a tenth of a second in a row had the same rate, to a tenth, or the
     * time is up. Each slice begins with new connections and numbers its requests from 0.
     *
     * @param job its plan is carried out once per slice; what a slice does not finish is dropped
     * @param atMost time limit
     */
    public static WarmUp run(LoadJob job, Duration atMost) {
        long since = Ticker.SYSTEM.nanos();
        double[] rates = new double[SLICES_COMPARED];
        long requests = 0;
        for (int slice = 0; ; slice++) {
            long leftNanos = atMost.toNanos() - (Ticker.SYSTEM.nanos() - since);
            boolean stable = slice >= SLICES_COMPARED && equal(rates);
            if (stable || leftNanos <= 0) {
                return new WarmUp(requests, Duration.ofNanos(Ticker.SYSTEM.nanos() - since), stable);
            }
            LoadResult result = new LoadGenerator(job).run(Math.min(SLICE_NANOS, leftNanos));
            requests += result.accounting().ended();
            rates[slice % SLICES_COMPARED] = rate(result);
        }
    }

    private static double rate(LoadResult result) {
        return (double) result.accounting().ended()
                / Math.max(1, result.elapsed().toNanos());
    }

    private static boolean equal(double[] rates) {
        double least = rates[0];
        double most = rates[0];
        for (double rate : rates) {
            least = Math.min(least, rate);
            most = Math.max(most, rate);
        }
        return least > 0 && most <= least * EQUAL_RATIO;
    }
}
