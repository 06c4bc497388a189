package keepalivelab.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import keepalivelab.api.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WindowPlanTest {
    @Test
    void countAndLengthAreRead() {
        assertThat(WindowPlan.parse("3x0.5s"))
                .isEqualTo(new WindowPlan(Duration.ofSeconds(2), Duration.ofMillis(500), 3));
        assertThat(WindowPlan.parse("10x20ms").length()).isEqualTo(Duration.ofMillis(20));
        assertThat(WindowPlan.parse("none").count()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "3", "x", "3x", "3x5", "0x1s", "3x0s", "3x-1s", "3x1m", "-3x1s", "3x1ss"})
    void anythingElseIsRefused(String text) {
        assertThatThrownBy(() -> WindowPlan.parse(text))
                .isInstanceOf(InputException.class)
                .hasMessage("--windows " + text + ": use COUNTxLENGTH like 6x1.5s or 3x500ms, or none");
    }

    @Test
    void twoCellsTakeNoLongerThanOne() {
        assertThat(WindowPlan.standard(1).length()).isEqualTo(Duration.ofMillis(1500));
        assertThat(WindowPlan.standard(2).length()).isEqualTo(Duration.ofMillis(750));
    }
}
