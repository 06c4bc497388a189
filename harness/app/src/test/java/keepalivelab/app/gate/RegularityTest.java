package keepalivelab.app.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import keepalivelab.api.Arm;
import keepalivelab.app.Main;
import keepalivelab.app.gate.Regularity.Form;
import keepalivelab.app.scenario.CellPlan;
import keepalivelab.app.scenario.Vocabulary;
import keepalivelab.report.baseline.Envelope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is known of the counts of shipped scenarios before they run. */
class RegularityTest {
    @ParameterizedTest
    @CsvSource({
        "keepalive-requests, FIXED",
        "keepalive-default, FIXED",
        "close-on-second-request, FIXED",
        "idle-close-200ms, FIXED",
        "race-staged, FIXED",
        "race-sweep, OPEN",
        "open-loop, OPEN",
        "tls-resume, OPEN",
        "keepalive-lifetime, OPEN",
        "light-load, OPEN",
        "prewarm-dead, OPEN",
        "pool-full-under-load, OPEN",
        "pool-rules, POOL"
    })
    void cellsOfOneKindHaveOneForm(String scenario, Form form) {
        assertThat(cells(scenario))
                .extracting(cell -> Regularity.of(cell).form())
                .containsOnly(form);
    }

    @Test
    void aPoolThatHoldsEveryClientOpensOneConnectionEachAndOneMorePerRetirement() {
        Map<String, Regularity> forms = byId("keepalive-size");
        assertThat(of(forms, "size=2,clients=1").form()).isEqualTo(Form.FIXED);
        assertThat(of(forms, "size=8,clients=8").within())
                .isEqualTo(Map.of(
                        "backend.accepts", new Envelope(8, Envelope.Plus.RETIRED),
                        "backend.closedByProxy", new Envelope(0, Envelope.Plus.RETIRED)));
        assertThat(of(forms, "size=8,clients=32").within())
                .isEqualTo(Map.of("backend.accepts", new Envelope(32, Envelope.Plus.CLOSED)));
    }

    @Test
    void aGapIsTrustedIfAStallOfATenthOfASecondCannotMoveItAcrossATimer() {
        Map<String, Regularity> forms = byId("idle-close");
        assertThat(of(forms, "gap=0.1_s").form()).isEqualTo(Form.FIXED);
        assertThat(of(forms, "gap=0.6_s").form()).isEqualTo(Form.FIXED);
        assertThat(of(forms, "gap=0.27-0.33_s").form()).isEqualTo(Form.OPEN);
        List<CellPlan> close = Main.catalog()
                .read("idle-close", Vocabulary.any())
                .resolve(Map.of("idle", "190ms"), List.of())
                .cells();
        assertThat(Regularity.of(close.get(0)).form())
                .as("100 ms beside 190 ms")
                .isEqualTo(Form.OPEN);
    }

    @Test
    void severalWorkersFixNothing() {
        assertThat(byId("pool-scope").entrySet())
                .allSatisfy(cell -> assertThat(cell.getValue().form())
                        .isEqualTo(cell.getKey().endsWith("workers=1") ? Form.CROWD : Form.OPEN));
    }

    private static Regularity of(Map<String, Regularity> forms, String cell) {
        return Objects.requireNonNull(forms.get(cell), cell);
    }

    private static List<CellPlan> cells(String scenario) {
        return Main.catalog()
                .read(scenario, Vocabulary.any())
                .resolve(Map.of(), List.of())
                .cells(Arm.parse("embedded"));
    }

    private static Map<String, Regularity> byId(String scenario) {
        return cells(scenario).stream().collect(Collectors.toMap(CellPlan::id, Regularity::of));
    }
}
