package keepalivelab.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KnobSettingsTest {
    @Test
    void whatAnArmSetsWinsAndIsNotOptional() {
        KnobSettings ofScenario = new KnobSettings(
                Map.of(Knob.POOL_MAX_IDLE, "8", Knob.POOL_MAX_REQUESTS, "1000"),
                Set.of(Knob.POOL_MAX_IDLE, Knob.POOL_MAX_REQUESTS));
        KnobSettings ofArm = ofScenario.with(Map.of(Knob.POOL_MAX_IDLE, "4"));
        assertThat(ofArm.values()).isEqualTo(Map.of(Knob.POOL_MAX_IDLE, "4", Knob.POOL_MAX_REQUESTS, "1000"));
        assertThat(ofArm.optional()).containsExactly(Knob.POOL_MAX_REQUESTS);
    }
}
