package keepalivelab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ArmDifferencesTest {
    private static final MeasuredArm NGINX = arm("nginx@1.31.3", "nginx", "1.31.3");
    private static final MeasuredArm HAPROXY = arm("haproxy@2.6.12", "haproxy", "2.6.12");
    private static final MeasuredArm ENVOY = arm("envoy@1.40.0", "envoy", "1.40.0");

    private static CellResult cell(MeasuredArm arm, Map<String, String> knobs) {
        return CellResult.of(arm.label(), arm, Map.of()).knobs(knobs).judged(Verdict.HELD, List.of());
    }

    private static MeasuredArm arm(String label, String driver, String version) {
        return new MeasuredArm(label, driver, null, version, null);
    }

    @Test
    void aKnobThatNotAllArmsDidAlikeStandsOnceWithEveryArm() {
        assertThat(ArmDifferences.of(List.of(
                        cell(NGINX, Map.of("pool.max-requests", "applied", "workers", "applied")),
                        cell(HAPROXY, Map.of("pool.max-requests", "unsupported", "workers", "applied")),
                        cell(ENVOY, Map.of("pool.max-requests", "applied", "workers", "applied")))))
                .containsExactly(
                        "knob pool.max-requests: applied on nginx@1.31.3, envoy@1.40.0; unsupported on haproxy@2.6.12");
    }

    @Test
    void anArmWhoseCellsDifferHasBothWords() {
        assertThat(ArmDifferences.of(List.of(
                        cell(NGINX, Map.of("upstream.http", "applied")),
                        cell(ENVOY, Map.of("upstream.http", "applied")),
                        cell(ENVOY, Map.of("upstream.http", "unsupported")))))
                .containsExactly("knob upstream.http: applied on nginx@1.31.3; applied or unsupported on envoy@1.40.0");
    }

    @Test
    void armsThatAreAlikeHaveNoLine() {
        assertThat(ArmDifferences.of(List.of(cell(NGINX, Map.of("workers", "applied")), cell(ENVOY, Map.of()))))
                .isEmpty();
    }

    @Test
    void aLabelThatHidesItsVersionIsToldOnce() {
        MeasuredArm old = arm("old", "nginx", "1.22.1");
        assertThat(ArmDifferences.of(List.of(cell(old, Map.of()), cell(old, Map.of()), cell(NGINX, Map.of()))))
                .containsExactly("old is nginx 1.22.1");
        assertThat(ArmDifferences.of(List.of(cell(arm("embedded:lifo", "embedded", "0.1.0"), Map.of()))))
                .isEmpty();
    }
}
