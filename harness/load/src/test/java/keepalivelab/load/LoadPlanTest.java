package keepalivelab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import keepalivelab.api.InputException;
import keepalivelab.load.LoadPlan.Fact;
import keepalivelab.load.LoadPlan.Fact.Comparison;
import keepalivelab.load.LoadPlan.Fact.What;
import keepalivelab.load.LoadPlan.Gap;
import keepalivelab.load.LoadPlan.RequestShape;
import keepalivelab.load.LoadPlan.Script;
import keepalivelab.load.LoadPlan.Step;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadPlanTest {
    @ParameterizedTest
    @ValueSource(strings = {"", "no-slash", "/a b", "/a\r\nX: y", "/\u00e9"})
    void aPathThatWouldBreakTheRequestLineIsRefused(String path) {
        assertThatThrownBy(() -> new RequestShape("GET", path, 0, List.of())).isInstanceOf(InputException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "GET /", "GE\nT"})
    void aMethodThatWouldBreakTheRequestLineIsRefused(String method) {
        assertThatThrownBy(() -> new RequestShape(method, "/", 0, List.of())).isInstanceOf(InputException.class);
    }

    @Test
    void aGapHasItsBoundsInOrder() {
        assertThatThrownBy(() -> new Gap(Duration.ofMillis(2), Duration.ofMillis(1)))
                .isInstanceOf(InputException.class);
    }

    @Test
    void aLimitOfZeroIsRefused() {
        assertThatThrownBy(() -> Plans.withTimeout(1, 1, Duration.ZERO))
                .isInstanceOf(InputException.class)
                .hasMessage("load: timeout PT0S is out of range");
    }

    @Test
    void aScriptPlansItsRequestsAndNotItsOtherSteps() {
        Step send = new Step.Send(RequestShape.GET, Optional.empty());
        assertThat(new Script(List.of(send, new Step.Pause(Gap.NONE), send), Plans.PATIENT).planned())
                .isEqualTo(2);
        assertThatThrownBy(() -> new Script(List.of(new Step.Pause(Gap.NONE)), Plans.PATIENT))
                .isInstanceOf(InputException.class);
    }

    @Test
    void factsCompareAsTheySay() {
        assertThat(new Fact(What.ACCEPTS, Comparison.EQUAL, 3).holds(3)).isTrue();
        assertThat(new Fact(What.ACCEPTS, Comparison.EQUAL, 3).holds(4)).isFalse();
        assertThat(new Fact(What.ACCEPTS, Comparison.AT_LEAST, 3).holds(2)).isFalse();
        assertThat(new Fact(What.ACCEPTS, Comparison.AT_LEAST, 3).holds(4)).isTrue();
        assertThat(new Fact(What.ACCEPTS, Comparison.AT_MOST, 3).holds(4)).isFalse();
    }

    @Test
    void aTokenFitsIntoAHeader() {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
        assertThatThrownBy(() -> new LoadJob(Plans.keep(1, 1), address, "host", "a b", 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'a b'");
        assertThatThrownBy(() -> new LoadJob(
                        Plans.keep(1, 1), InetSocketAddress.createUnresolved("nowhere.test", 1), "host", "t", 1))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
