package keepalivelab.report.page;

import java.util.ArrayList;
import java.util.List;
import keepalivelab.report.chart.Point;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Times of one class of requests.
 *
 * @param histogram not empty
 * @param perMicrosecond recorded units in a microsecond
 * @param overRange requests that took longer than the histogram reaches: they count, and lie beyond the end of the curve
 */
record Distribution(Histogram histogram, double perMicrosecond, long overRange) {
    long count() {
        return histogram.getTotalCount() + overRange;
    }

    double leastUs() {
        return histogram.getMinValue() / perMicrosecond;
    }

    double mostUs() {
        return histogram.getMaxValue() / perMicrosecond;
    }

    /** The share below which the longest of them lies that a curve can show: that of the longest but half a request. */
    double highestShare() {
        return (histogram.getTotalCount() - 0.5) / count();
    }

    /** Every recorded time (x, in microseconds) with the share of requests that took at most that (y). */
    List<Point> shares() {
        List<Point> shares = new ArrayList<>();
        for (HistogramIterationValue value : histogram.recordedValues()) {
            shares.add(new Point(
                    value.getValueIteratedTo() / perMicrosecond, (double) value.getTotalCountToThisValue() / count()));
        }
        return shares;
    }

    /** The time that so many of the requests took at most, in microseconds; beyond the histogram its end. */
    double atShare(double share) {
        double amongRecorded = share * count() / Math.max(1, histogram.getTotalCount());
        return histogram.getValueAtPercentile(Math.min(100, amongRecorded * 100)) / perMicrosecond;
    }
}
