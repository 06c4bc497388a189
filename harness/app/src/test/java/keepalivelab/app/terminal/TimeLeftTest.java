package keepalivelab.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimeLeftTest {
    private long nanos = -500;
    private final TimeLeft time = new TimeLeft(() -> nanos);

    @Test
    void nothingIsKnownAtFirst() {
        time.begins("a", List.of("b"));
        assertThat(time.estimate(0, Duration.ZERO)).isEmpty();
    }

    @Test
    void thePresentPartSaysHowLongItAndTheLaterOnesTake() {
        time.begins("a", List.of("b", "c"));
        pass(3);
        // 1 s of start, 2 s for a quarter of the load: 6 s are left, and two parts of 9 s.
        assertThat(time.estimate(0.25, Duration.ofSeconds(2))).contains(Duration.ofSeconds(6 + 2 * 9));
    }

    @Test
    void partsOfOneKindTakeSimilarTime() {
        time.begins("slow", List.of("quick", "slow", "quick"));
        pass(10);
        time.begins("quick", List.of("slow", "quick"));
        pass(2);
        time.begins("slow", List.of("quick"));
        pass(4);
        assertThat(time.estimate(0, Duration.ZERO)).contains(Duration.ofSeconds(6 + 2));
        pass(100);
        assertThat(time.estimate(0, Duration.ZERO))
                .as("never below what is still to come")
                .contains(Duration.ofSeconds(2));
    }

    @Test
    void aKindThatIsNewTakesAsLongAsTheOthersDid() {
        time.begins("a", List.of("b", "c"));
        pass(4);
        time.ends();
        pass(60);
        time.begins("b", List.of("c"));
        assertThat(time.estimate(0, Duration.ZERO)).contains(Duration.ofSeconds(4 + 4));
    }

    @Test
    void timesAreForPeople() {
        assertThat(TimeLeft.text(Duration.ofMillis(11_700))).isEqualTo("12 s");
        assertThat(TimeLeft.text(Duration.ofMillis(59_600))).isEqualTo("1 min 0 s");
        assertThat(TimeLeft.text(Duration.ofSeconds(200))).isEqualTo("3 min 20 s");
        assertThat(TimeLeft.text(Duration.ofMinutes(125))).isEqualTo("2 h 5 min");
    }

    private void pass(long seconds) {
        nanos += Duration.ofSeconds(seconds).toNanos();
    }
}
