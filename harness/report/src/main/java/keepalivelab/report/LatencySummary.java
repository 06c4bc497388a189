package keepalivelab.report;

import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * A distribution of times, in microseconds.
 *
 * <p>Requests that took longer than the histogram reaches are part of the count: a percentile that falls among them reads
 * as the histogram's upper end, i.e. "at least that".
 *
 * @param count requests timed, at least 1, those over range included
 * @param p50Us half of the requests took at most this
 * @param p90Us 90 % took at most this
 * @param p99Us 99 % took at most this
 * @param p999Us 99.9 % took at most this
 * @param maxUs the longest
 * @param overRange requests longer than the histogram reaches
 */
public record LatencySummary(
        long count, double p50Us, double p90Us, double p99Us, double p999Us, double maxUs, long overRange) {
    public LatencySummary {
        if (count < 1 || overRange < 0 || overRange > count) {
            throw new IllegalArgumentException("count " + count + " with " + overRange + " over range");
        }
    }

    /**
     * Sums up a histogram.
     *
     * @param histogram not written to meanwhile
     * @param unit of its values
     * @param overRange requests that were too long to be recorded in it, at least 0
     * @return empty if nothing was timed
     */
    public static Optional<LatencySummary> of(Histogram histogram, LatencyUnit unit, long overRange) {
        long count = histogram.getTotalCount() + overRange;
        if (count == 0) {
            return Optional.empty();
        }
        return Optional.of(new LatencySummary(
                count,
                unit.toMicros(valueAt(histogram, 50, overRange)),
                unit.toMicros(valueAt(histogram, 90, overRange)),
                unit.toMicros(valueAt(histogram, 99, overRange)),
                unit.toMicros(valueAt(histogram, 99.9, overRange)),
                unit.toMicros(valueAt(histogram, 100, overRange)),
                overRange));
    }

    private static long valueAt(Histogram histogram, double percentile, long overRange) {
        long recorded = histogram.getTotalCount();
        double amongRecorded = percentile * (recorded + overRange) / Math.max(1, recorded);
        return overRange > 0 && (recorded == 0 || amongRecorded > 100)
                ? histogram.getHighestTrackableValue()
                : histogram.getValueAtPercentile(Math.min(100, amongRecorded));
    }
}
