package keepalivelab.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import keepalivelab.api.Arm;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobStatus;
import keepalivelab.api.Rendering;
import keepalivelab.app.Home;
import keepalivelab.app.scenario.Catalog;
import keepalivelab.app.scenario.CellPlan;
import keepalivelab.app.scenario.Vocabulary;
import keepalivelab.load.LoadPlan;
import org.junit.jupiter.api.Test;

class ArmRemarksTest {
    private static final Arm RELAY = Arm.parse("relay");
    /** Of keepalive-size: a pool of 2 and 8 clients that start at a barrier. */
    private static final int EIGHT_CLIENTS = 1;

    private static CellPlan cell(String scenario, int number, Arm arm) {
        return new Catalog(Path.of(Home.path().toString()))
                .read(scenario, Vocabulary.any())
                .resolve(Map.of(), List.of(arm))
                .cells(arm)
                .get(number);
    }

    private static Rendering rendering(Map<Knob, KnobStatus> knobs, OptionalLong limit) {
        return new Rendering(Map.of(), List.of(), knobs, List.of(), limit);
    }

    @Test
    void theBarrierWaitsForNoMoreRequestsThanThereCanBeConnections() {
        CellPlan cell = cell("keepalive-size", EIGHT_CLIENTS, RELAY);
        LoadPlan.ClosedLoop load = (LoadPlan.ClosedLoop) cell.load();
        Rendering capped = rendering(Map.of(), OptionalLong.of(2));
        Rendering wide = rendering(Map.of(), OptionalLong.of(1024));
        Rendering free = rendering(Map.of(), OptionalLong.empty());
        assertThat(ArmRemarks.barrier(load, capped)).isEqualTo(2);
        assertThat(ArmRemarks.barrier(load, wide)).isEqualTo(8);
        assertThat(ArmRemarks.barrier(load, free)).isEqualTo(8);
        assertThat(new ArmRemarks(RELAY, cell, load, capped).all())
                .singleElement()
                .asString()
                .startsWith("start barrier: ");
        assertThat(new ArmRemarks(RELAY, cell, load, wide).all()).isEmpty();
    }

    @Test
    void whatAnArmWasAskedForAndDidNotGetIsSaid() {
        CellPlan cell = cell("keepalive-requests", 0, RELAY);
        Rendering none = rendering(
                Map.of(
                        Knob.POOL_MAX_REQUESTS, KnobStatus.UNSUPPORTED,
                        Knob.POOL_MAX_IDLE, KnobStatus.UNSUPPORTED),
                OptionalLong.empty());
        assertThat(new ArmRemarks(RELAY, cell, cell.load(), none).all())
                .containsExactly("pool.max-requests=100 is asked for and was not applied: what needs it is not judged");
    }

    @Test
    void whatTheArmSetsItselfIsSaid() {
        Arm arm = Arm.parse("relay,connect.timeout=1s");
        CellPlan cell = cell("keepalive-requests", 0, arm);
        assertThat(new ArmRemarks(arm, cell, cell.load(), rendering(Map.of(), OptionalLong.empty())).all())
                .containsExactly("the arm sets connect.timeout=1s");
    }
}
