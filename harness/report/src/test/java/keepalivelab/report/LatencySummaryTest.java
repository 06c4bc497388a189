package keepalivelab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencySummaryTest {
    /** A histogram of nanoseconds that starts at 1 us counts in steps of 512 ns. */
    private static final double NANOS_STEP_MICROS = 0.512;

    @Test
    void valuesRecordedInMicrosecondsStayWhatTheyAre() {
        LatencySummary summary =
                LatencySummary.of(upTo(1000), LatencyUnit.MICROSECONDS, 0).orElseThrow();
        assertThat(summary).isEqualTo(new LatencySummary(1000, 500, 900, 990, 999, 1000, 0));
    }

    @Test
    void valuesRecordedInNanosecondsAreDividedBy1000() {
        Histogram histogram = new Histogram(1_000, 60_000_000_000L, 3);
        histogram.recordValue(85_000);
        LatencySummary summary =
                LatencySummary.of(histogram, LatencyUnit.NANOSECONDS, 0).orElseThrow();
        assertThat(summary.p50Us()).isCloseTo(85, within(NANOS_STEP_MICROS));
        assertThat(summary.maxUs()).isEqualTo(summary.p50Us());
    }

    @Test
    void whatIsOverRangeCountsAndPushesThePercentilesUp() {
        Histogram histogram = upTo(90);
        LatencySummary summary =
                LatencySummary.of(histogram, LatencyUnit.MICROSECONDS, 10).orElseThrow();
        assertThat(summary.count()).isEqualTo(100);
        assertThat(summary.overRange()).isEqualTo(10);
        assertThat(summary.p50Us()).isEqualTo(50);
        assertThat(summary.p90Us()).isEqualTo(90);
        assertThat(summary.p99Us()).isEqualTo((double) histogram.getHighestTrackableValue());
        assertThat(summary.maxUs()).isEqualTo((double) histogram.getHighestTrackableValue());
    }

    @Test
    void nothingButOverRangeIsStillASummary() {
        Histogram histogram = upTo(0);
        assertThat(LatencySummary.of(histogram, LatencyUnit.MICROSECONDS, 2)
                        .orElseThrow()
                        .p50Us())
                .isEqualTo((double) histogram.getHighestTrackableValue());
    }

    @Test
    void nothingTimedIsNoSummary() {
        assertThat(LatencySummary.of(upTo(0), LatencyUnit.MICROSECONDS, 0)).isEmpty();
    }

    private static Histogram upTo(int last) {
        Histogram histogram = new Histogram(1, 60_000_000, 3);
        for (int value = 1; value <= last; value++) {
            histogram.recordValue(value);
        }
        return histogram;
    }
}
