package keepalivelab.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DurationTextTest {
    @Test
    void unitsAreRead() {
        assertThat(DurationText.parse("200ms")).contains(Duration.ofMillis(200));
        assertThat(DurationText.parse("1.5s")).contains(Duration.ofMillis(1500));
        assertThat(DurationText.parse("7us")).contains(Duration.ofNanos(7000));
        assertThat(DurationText.parse("2m")).contains(Duration.ofMinutes(2));
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "", "ms", "-1s", "1 day", "1e3s"})
    void aNumberWithoutAKnownUnitIsNoDuration(String text) {
        assertThat(DurationText.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"300ms", "60s", "15us", "1500ms"})
    void whatIsFormattedIsReadBack(String text) {
        Duration duration = DurationText.parse(text).orElseThrow();
        assertThat(DurationText.parse(DurationText.format(duration))).contains(duration);
        assertThat(DurationText.format(duration)).isEqualTo(text);
    }
}
