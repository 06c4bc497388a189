package keepalivelab.load;

import static org.assertj.core.api.Assertions.assertThat;

import keepalivelab.load.Series.Upstream;
import keepalivelab.load.Times.Span;
import keepalivelab.load.Times.Split;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class TimesTest {
    @Test
    void aValueAboveTheRangeIsCountedAndNotThrown() {
        Series series = new Series(Span.SERVICE);
        series.record(Upstream.NEW, Times.MOST_NANOS + 1);
        series.record(Upstream.NEW, Long.MAX_VALUE);
        series.record(Upstream.UNKNOWN, Times.MOST_NANOS);
        series.record(Upstream.REUSED, -5);
        Times times = series.into(Times.none());
        assertThat(times.overRange(Span.SERVICE, Split.ALL)).isEqualTo(2);
        assertThat(times.overRange(Span.SERVICE, Split.NEW_UPSTREAM)).isEqualTo(2);
        assertThat(times.overRange(Span.SERVICE, Split.REUSED_UPSTREAM)).isZero();
        assertThat(times.histogram(Span.SERVICE, Split.ALL).getTotalCount()).isEqualTo(4);
    }

    @Test
    void threeDigitsAreKeptOverTheWholeRange() {
        Series series = new Series(Span.SERVICE);
        series.record(Upstream.NEW, 1_234_000);
        series.record(Upstream.NEW, 45_670_000_000L);
        Histogram all = series.into(Times.none()).histogram(Span.SERVICE, Split.ALL);
        assertThat(all.valuesAreEquivalent(all.getMinValue(), 1_234_000)).isTrue();
        assertThat((double) all.getMaxValue()).isBetween(45_670_000_000.0, 45_670_000_000.0 * 1.001);
    }

    @Test
    void threeDigitsAreKeptFromAMicrosecondOn() {
        Histogram all = Times.emptyHistogram();
        for (long nanos : new long[] {1, 999, 1_234, 56_789, 999_999}) {
            assertThat(all.highestEquivalentValue(nanos) - nanos).isLessThanOrEqualTo(nanos / 1000);
        }
        assertThat(all.getEstimatedFootprintInBytes()).isLessThan(256 * 1024);
    }

    @Test
    void sumsAreSumsOfHistogramsAndLeaveTheirPartsAlone() {
        Series one = new Series(Span.SERVICE);
        one.record(Upstream.NEW, 1_000_000);
        Series two = new Series(Span.SERVICE);
        two.record(Upstream.REUSED, 9_000_000);
        two.record(Upstream.REUSED, 9_000_000);
        Times first = one.into(Times.none());
        Times sum = first.plus(two.into(Times.none()));
        assertThat(sum.histogram(Span.SERVICE, Split.ALL).getTotalCount()).isEqualTo(3);
        assertThat(sum.histogram(Span.SERVICE, Split.ALL).getValueAtPercentile(50))
                .isGreaterThan(8_000_000);
        assertThat(first.histogram(Span.SERVICE, Split.ALL).getTotalCount()).isEqualTo(1);
    }

    @Test
    void aSpanThatALoadDoesNotHaveIsEmpty() {
        Times times = new Series(Span.SERVICE).into(Times.none());
        assertThat(times.spans()).containsExactly(Span.SERVICE);
        assertThat(times.histogram(Span.LAG, Split.ALL).getTotalCount()).isZero();
    }
}
