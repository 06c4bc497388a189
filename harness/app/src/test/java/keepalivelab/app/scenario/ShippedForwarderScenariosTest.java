package keepalivelab.app.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import keepalivelab.api.Arm;
import org.junit.jupiter.api.Test;

/** What is expected of sockets opened ahead of need, and of an open loop, judged on made-up results. */
class ShippedForwarderScenariosTest {
    private static final Catalog CATALOG = new Catalog(Path.of(System.getProperty("keepalivelab.home", ".")));
    private static final String PLAIN = "embedded:prewarmed";
    private static final String CHECKED = "embedded:prewarmed-checked";

    @Test
    void bothArmsRunSideBySideUnlessOthersAreNamed() {
        for (String id : List.of("prewarm-first-byte", "prewarm-dead", "prewarm-down")) {
            assertThat(CATALOG.read(id, Vocabulary.any()).defaultArms()).containsExactly(PLAIN, CHECKED);
        }
    }

    @Test
    void withoutATargetEveryClientDials() {
        Judge judge = new Judge("prewarm-first-byte", PLAIN)
                .outcomes(Map.of("ok", 300L))
                .at(Map.of("round", 1L, "arrivals", "below", "target", 0L));
        assertThat(judge.figures(Map.of("prewarmHits", 0L, "dials", 300L)).failing())
                .isEmpty();
        assertThat(judge.figures(Map.of("dials", 299L)).failing()).hasSize(1);
        assertThat(judge.outcomes(Map.of("ok", 299L, "reset", 1L))
                        .figures(Map.of("dials", 300L))
                        .failing())
                .containsExactly("every request is answered");
    }

    @Test
    void belowTheRefillRateHardlyAnybodyDialsAndAboveItSomeDo() {
        Judge below = new Judge("prewarm-first-byte", CHECKED)
                .outcomes(Map.of("ok", 300L))
                .at(Map.of("round", 1L, "arrivals", "below", "target", 16L));
        assertThat(below.figures(Map.of("prewarmHits", 290L, "prewarmMisses", 10L))
                        .failing())
                .isEmpty();
        assertThat(below.figures(Map.of("prewarmHits", 239L, "prewarmMisses", 61L))
                        .failing())
                .hasSize(1);
        assertThat(below.figures(Map.of("prewarmHits", 290L, "prewarmMisses", 9L))
                        .failing())
                .containsExactly("a client gets a socket that waited, or dials");
        Judge above = new Judge("prewarm-first-byte", CHECKED)
                .outcomes(Map.of("ok", 300L))
                .at(Map.of("round", 1L, "arrivals", "above", "target", 16L))
                .figures(Map.of("firstByteDialledP50Us", 150L, "firstBytePrewarmedP50Us", 90L));
        assertThat(above.figures(Map.of("prewarmHits", 240L, "prewarmMisses", 60L))
                        .failing())
                .isEmpty();
        assertThat(above.figures(Map.of("prewarmHits", 290L, "prewarmMisses", 10L))
                        .failing())
                .hasSize(1);
        assertThat(above.figures(Map.of("prewarmHits", 240L, "prewarmMisses", 60L, "firstByteDialledP50Us", 90L))
                        .failing())
                .hasSize(1);
    }

    @Test
    void theBestWarmRoundMustBeatTheBestColdOne() {
        Judge last = new Judge("prewarm-first-byte", PLAIN)
                .outcomes(Map.of("ok", 300L))
                .at(Map.of("round", 3L, "arrivals", "above", "target", 16L))
                .figures(Map.of(
                        "firstByteDialledP50Us",
                        150L,
                        "firstBytePrewarmedP50Us",
                        90L,
                        "prewarmHits",
                        240L,
                        "prewarmMisses",
                        60L));
        // One warm round was disturbed, which the best of all forgives.
        assertThat(last.before(List.of(round(1, 0, 160), round(1, 16, 400), round(3, 0, 150), round(3, 16, 90)))
                        .failing())
                .isEmpty();
        assertThat(last.before(List.of(round(1, 0, 160), round(1, 16, 150), round(3, 0, 150), round(3, 16, 170)))
                        .failing())
                .containsExactly("over the rounds, the best p50 with a warm pool is below the best without one");
    }

    private static Map<String, Object> round(long round, long target, long p50Us) {
        return Map.of(
                "axes",
                Map.of("round", round, "arrivals", "below", "target", target),
                "figures",
                Map.of("firstByteP50Us", p50Us));
    }

    @Test
    void everyDeadSocketCostsARequestUnlessChecked() {
        Map<String, Object> axes = Map.of("refill", "never");
        Judge plain = new Judge("prewarm-dead", PLAIN)
                .at(axes)
                .outcomes(Map.of("ok", 8L, "closedWithoutByte", 3L, "reset", 1L))
                .figures(Map.of("copyErrorsPrewarmed", 4L, "healthFailuresInARow", 0L, "healthDown", 0L));
        assertThat(plain.failing()).isEmpty();
        assertThat(plain.figures(Map.of("copyErrorsPrewarmed", 3L)).failing())
                .containsExactly("a dead socket surfaces as a copy error");
        assertThat(plain.figures(Map.of("copyErrorsPrewarmed", 4L, "healthFailuresInARow", 4L))
                        .failing())
                .hasSize(1);
        assertThat(plain.figures(Map.of("healthFailuresInARow", 0L, "copyErrorsPrewarmed", 3L))
                        .outcomes(Map.of("ok", 9L, "closedWithoutByte", 2L, "reset", 1L))
                        .failing())
                .hasSize(1);
        Judge checked = new Judge("prewarm-dead", CHECKED)
                .at(axes)
                .outcomes(Map.of("ok", 12L))
                .figures(Map.of("copyErrors", 0L));
        assertThat(checked.failing()).isEmpty();
        assertThat(checked.outcomes(Map.of("ok", 11L, "reset", 1L)).failing()).hasSize(1);
    }

    @Test
    void socketsThatWaitLongerThanTheyLiveServeNobodyUnlessChecked() {
        Map<String, Object> axes = Map.of("refill", "50ms");
        Judge plain = new Judge("prewarm-dead", PLAIN)
                .at(axes)
                .figures(Map.of("healthFailuresInARow", 0L, "healthDown", 0L, "copyErrorsPrewarmed", 11L));
        assertThat(plain.outcomes(Map.of("ok", 1L, "closedWithoutByte", 11L)).failing())
                .isEmpty();
        assertThat(plain.figures(Map.of("copyErrorsPrewarmed", 10L))
                        .outcomes(Map.of("ok", 2L, "closedWithoutByte", 10L))
                        .failing())
                .hasSize(1);
        Judge checked = new Judge("prewarm-dead", CHECKED).at(axes);
        assertThat(checked.outcomes(Map.of("ok", 10L, "reset", 2L)).failing()).isEmpty();
        assertThat(checked.outcomes(Map.of("ok", 9L, "reset", 3L)).failing()).hasSize(1);
        assertThat(checked.outcomes(Map.of("ok", 11L)).failing()).containsExactly("every request has its outcome");
    }

    @Test
    void aBackendThatIsDownIsDialledOnAndOnUnlessChecked() {
        Map<String, Object> figures = Map.of("dialFailures", 1L, "healthFailuresInARow", 1L, "healthDown", 0L);
        for (String arm : List.of(PLAIN, CHECKED)) {
            boolean plain = arm.equals(PLAIN);
            Judge judge = new Judge("prewarm-down", arm)
                    .figures(figures)
                    .requests("/waiting ok", "/down reset", "/back ok")
                    .figures(Map.of("prewarmFillFailures", plain ? 200L : 8L));
            assertThat(judge.failing()).as(arm).isEmpty();
            assertThat(judge.figures(Map.of("prewarmFillFailures", plain ? 8L : 200L))
                            .failing())
                    .as(arm)
                    .hasSize(1);
            judge.figures(Map.of("prewarmFillFailures", plain ? 200L : 8L));
            assertThat(judge.requests("/waiting ok", "/down reset", "/back reset")
                            .failing())
                    .hasSize(1);
            assertThat(judge.requests("/waiting ok", "/down ok", "/back ok").failing())
                    .hasSize(1);
        }
        Judge counted = new Judge("prewarm-down", PLAIN)
                .requests("/down closedWithoutByte")
                .figures(figures)
                .figures(Map.of("prewarmFillFailures", 200L, "healthFailuresInARow", 4L));
        assertThat(counted.failing())
                .containsExactly("the health has counted the client's failed dial and none of the filler's");
    }

    @Test
    void anOpenLoopCountsFromThePlannedInstant() {
        Judge judge = new Judge("open-loop", "embedded:lifo")
                .at(Map.of("arrivals", "poisson", "pool", 64L))
                .outcomes(Map.of("ok", 2000L))
                .times(5500, 5200)
                .accepts(66);
        assertThat(judge.failing()).isEmpty();
        assertThat(judge.times(5100, 5200).failing()).hasSize(1);
        assertThat(judge.times(5500, 5200).accepts(67).failing()).hasSize(1);
        assertThat(judge.at(Map.of("arrivals", "poisson", "pool", 0L)).failing())
                .containsExactly("without a pool every request costs a connection, whatever the clients keep");
    }

    /** One scenario on one arm, with results to be made up. */
    private static final class Judge {
        private final Expectations expectations;
        private final Map<String, Object> figures = new LinkedHashMap<>();
        private final Map<String, Object> variables = new LinkedHashMap<>();

        Judge(String id, String armText) {
            Scenario scenario = CATALOG.read(id, Vocabulary.any());
            Arm arm = Arm.parse(armText);
            ResolvedScenario resolved = scenario.resolve(Map.of(), List.of(arm));
            expectations = Expectations.compile(scenario);
            variables.putAll(resolved.variables(resolved.cells(arm).get(0)));
            variables.put(
                    "arm",
                    Map.of("driver", arm.driver(), "variant", arm.variant().orElse(""), "version", "", "label", ""));
            variables.put("knobs", Map.of());
            variables.put("figures", figures);
            variables.put("before", List.of());
        }

        Judge at(Map<String, Object> axes) {
            variables.put("axes", axes);
            return this;
        }

        Judge figures(Map<String, Object> some) {
            figures.putAll(some);
            return this;
        }

        /** Those not named are 0. */
        Judge outcomes(Map<String, Long> some) {
            Map<String, Long> all = new LinkedHashMap<>(Map.of("ok", 0L, "closedWithoutByte", 0L, "reset", 0L));
            all.putAll(some);
            long sent = all.values().stream().mapToLong(Long::longValue).sum();
            variables.put("client", Map.of("outcomes", all, "sent", sent));
            return this;
        }

        Judge before(List<Map<String, Object>> cells) {
            variables.put("before", cells);
            return this;
        }

        /** Each as path and outcome. */
        Judge requests(String... words) {
            variables.put(
                    "requests",
                    List.of(words).stream()
                            .map(word -> word.split(" ", 2))
                            .map(word -> Map.of("path", word[0], "outcome", word[1]))
                            .toList());
            return this;
        }

        Judge times(double responseP50Us, double serviceP50Us) {
            variables.put(
                    "times",
                    Map.of(
                            "response", Map.of("all", Map.of("p50Us", responseP50Us, "count", 2000L)),
                            "service", Map.of("all", Map.of("p50Us", serviceP50Us, "count", 2000L))));
            return this;
        }

        Judge accepts(long count) {
            variables.put("backend", Map.of("accepts", count));
            return this;
        }

        List<String> failing() {
            List<Judgement> judgements = expectations.judge(variables);
            assertThat(judgements)
                    .noneMatch(j ->
                            j.status() == Judgement.Status.BROKEN && j.rule().kind() != Kind.RECORD);
            return judgements.stream()
                    .filter(Judgement::fails)
                    .map(j -> j.rule().says())
                    .toList();
        }
    }
}
