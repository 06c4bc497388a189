package keepalivelab.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ArmTest {
    @Test
    void aBareDriverIsAnArm() {
        Arm arm = Arm.parse("nginx");
        assertThat(arm.driver()).isEqualTo("nginx");
        assertThat(arm.variant()).isEmpty();
        assertThat(arm.target()).isEmpty();
        assertThat(arm.label("1.22.1")).isEqualTo("nginx@1.22.1");
    }

    @Test
    void everyPartIsRead() {
        Arm arm = Arm.parse("old=embedded:lifo@/opt/x/java,pool.max-idle=4,workers=2");
        assertThat(arm.givenLabel()).contains("old");
        assertThat(arm.variant()).contains("lifo");
        assertThat(arm.target()).contains("/opt/x/java");
        assertThat(arm.knobs()).isEqualTo(Map.of(Knob.POOL_MAX_IDLE, "4", Knob.WORKERS, "2"));
        assertThat(arm.label("0.1")).isEqualTo("old");
    }

    @Test
    void anAddressIsATarget() {
        assertThat(Arm.parse("external@127.0.0.1:8080").target()).contains("127.0.0.1:8080");
    }

    @Test
    void aMistypedKnobNamesTheNearestOne() {
        assertThatThrownBy(() -> Arm.parse("nginx,pool.max-idel=4"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("did you mean 'pool.max-idle'?");
    }

    @Test
    void aValueOutOfRangeSaysWhatIsValid() {
        assertThatThrownBy(() -> Arm.parse("nginx,workers=0"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("workers")
                .hasMessageContaining("1 to 256");
    }

    @Test
    void aWordThatIsNoArmShowsTheForm() {
        assertThatThrownBy(() -> Arm.parse("@x"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("driver");
    }
}
