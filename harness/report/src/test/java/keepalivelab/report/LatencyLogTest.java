package keepalivelab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;

class LatencyLogTest {
    private static final Instant FROM = Instant.parse("2026-03-04T05:06:07.250Z");
    private static final Instant TO = FROM.plusMillis(1500);

    @Test
    void theReaderOfTheLibraryReadsEveryClassBack() {
        Histogram service = new Histogram(1, 60_000_000, 3);
        service.recordValue(85);
        Histogram lag = new Histogram(1, 60_000_000, 3);
        lag.recordValue(7);
        LatencyLog log = new LatencyLog(
                LatencyUnit.MICROSECONDS,
                List.of(
                        new LatencyLog.Entry("service.all", FROM, TO, service),
                        new LatencyLog.Entry("lag.all", FROM, TO, lag)));

        HistogramLogReader reader = new HistogramLogReader(new ByteArrayInputStream(log.bytes()));
        Histogram first = (Histogram) reader.nextIntervalHistogram();
        assertThat(first).isEqualTo(service);
        assertThat(first.getTag()).isEqualTo("service.all");
        assertThat(first.getStartTimeStamp()).isEqualTo(FROM.toEpochMilli());
        assertThat(first.getEndTimeStamp()).isEqualTo(TO.toEpochMilli());
        Histogram second = (Histogram) reader.nextIntervalHistogram();
        assertThat(second).isEqualTo(lag);
        assertThat(second.getTag()).isEqualTo("lag.all");
        assertThat(reader.nextIntervalHistogram()).isNull();
        assertThat(service.getTag()).as("the caller's own").isNull();
    }

    @Test
    void theLogSaysItsVersionUnitAndStart() {
        LatencyLog log = new LatencyLog(
                LatencyUnit.NANOSECONDS,
                List.of(new LatencyLog.Entry("t", FROM, TO, new Histogram(1_000, 60_000_000_000L, 3))));
        assertThat(new String(log.bytes(), StandardCharsets.UTF_8))
                .contains("#[values are in nanoseconds]\n")
                .contains("#[Histogram log format version 1.3]")
                .contains("#[StartTime: 1772600767.250")
                .contains("Tag=t,1772600767.250,1.500,");
    }

    @Test
    void aTagThatWouldBreakALineIsRefused() {
        for (String tag : List.of("", "a b", "a,b", "a\nb")) {
            assertThatThrownBy(() -> new LatencyLog.Entry(tag, FROM, TO, new Histogram(3)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void anEndBeforeTheStartIsRefused() {
        assertThatThrownBy(() -> new LatencyLog.Entry("t", TO, FROM, new Histogram(3)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(FROM.toString());
    }
}
