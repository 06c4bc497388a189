package keepalivelab.proxies.process;

import static org.assertj.core.api.Assertions.assertThat;

import keepalivelab.api.KnobStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StepTimeTest {
    private static final StepTime SECONDS = StepTime.seconds("ttl", steps -> "ttl=" + steps);

    @ParameterizedTest
    @CsvSource({"1s, ttl=1", "2m, ttl=120", "3000ms, ttl=3"})
    void wholeStepsAreWritten(String value, String line) {
        assertThat(SECONDS.directive(value)).isEqualTo(Directive.applied(line));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.5s", "300ms", "1000001us", "1us"})
    void whatIsNoWholeNumberOfStepsIsNeverRounded(String value) {
        assertThat(SECONDS.directive(value).isUnsupported()).isTrue();
        assertThat(SECONDS.directive(value).note()).contains("ttl", "1s");
    }

    @Test
    void anAbsentLimitIsATimeThatNoRunReaches() {
        Directive none = StepTime.millis("timeout", steps -> "t=" + steps).directive("none");
        assertThat(none.status()).isEqualTo(KnobStatus.EMULATED);
        assertThat(none.text()).isEqualTo("t=604800000");
    }
}
