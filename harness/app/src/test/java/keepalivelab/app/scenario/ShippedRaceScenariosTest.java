package keepalivelab.app.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import keepalivelab.api.Arm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the race lab expects of whom, judged on made-up results. */
class ShippedRaceScenariosTest {
    private static final Catalog CATALOG = new Catalog(Path.of(System.getProperty("keepalivelab.home", ".")));
    private static final String OFF = "nginx,retry.rule=none";
    private static final String ANY = "nginx,retry.rule=any-within-64KiB-on-reused";

    /** The outcomes that were measured on real proxies: answer, attempts, executions, accepts. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            nginx | fin-first  | GET  | 0      | 200 | 1 | 1 | 2
            nginx | rst-first  | POST | 1024   | 200 | 1 | 1 | 2
            nginx | fin-second | GET  | 0      | 200 | 1 | 1 | 2
            nginx | fin-second | POST | 0      | 502 | 0 | 0 | 1
            nginx | rst-second | GET  | 0      | 200 | 1 | 1 | 2
            nginx | rst-second | POST | 1024   | 200 | 1 | 1 | 2
            nginx | read-fin   | GET  | 131072 | 200 | 2 | 2 | 2
            nginx | read-rst   | POST | 0      | 502 | 1 | 1 | 1
            nginx | unread     | GET  | 0      | 200 | 1 | 1 | 2
            nginx | unread     | POST | 131072 | 502 | 0 | 0 | 1
            off   | fin-second | GET  | 0      | 502 | 0 | 0 | 1
            off   | rst-second | POST | 0      | 502 | 0 | 0 | 1
            off   | read-fin   | GET  | 0      | 502 | 1 | 1 | 1
            off   | unread     | GET  | 0      | 502 | 0 | 0 | 1
            any   | fin-second | POST | 0      | 200 | 1 | 1 | 2
            any   | rst-second | POST | 0      | 200 | 1 | 1 | 2
            any   | read-rst   | POST | 131072 | 200 | 2 | 2 | 2
            any   | unread     | POST | 131072 | 200 | 1 | 1 | 2
            embedded | fin-first | GET | 0      | 200 | 1 | 1 | 2
            embedded | read-fin | GET  | 1024   | 200 | 2 | 2 | 2
            embedded | read-fin | GET  | 131072 | 502 | 1 | 1 | 1
            embedded | unread   | POST | 0      | 502 | 0 | 0 | 1
            """)
    void aStagedOutcomeHoldsOnlyAsMeasured(
            String arm,
            String staging,
            String method,
            long body,
            String answer,
            long attempts,
            long runs,
            long accepts) {
        Judge judge = new Judge("race-staged", armOf(arm))
                .at(Map.of("staging", staging, "method", method, "body", body))
                .figures(Map.of(
                        "equalTries",
                        20L,
                        "answer",
                        answer,
                        "attempts",
                        attempts,
                        "executions",
                        runs,
                        "accepts",
                        accepts));
        assertThat(judge.failing()).isEmpty();
        assertThat(judge.figures(Map.of("accepts", accepts + 1)).failing()).hasSize(1);
        assertThat(judge.figures(Map.of("accepts", accepts, "attempts", attempts + 1))
                        .failing())
                .hasSize(1);
        assertThat(judge.figures(Map.of("attempts", attempts, "answer", "503")).failing())
                .hasSize(1);
        assertThat(judge.figures(Map.of("answer", answer, "equalTries", 19L)).failing())
                .containsExactly("every try of a cell ends in the same way");
    }

    @Test
    void onlyRequestsThatFitTheSocketAreStagedBeforeTheClose() {
        Judge judge = new Judge("race-staged", "nginx");
        Set<String> skipped = judge.cells().stream()
                .filter(cell -> judge.skips(cell))
                .map(cell -> cell.axes().get("staging") + " " + cell.axes().get("body"))
                .collect(Collectors.toSet());
        assertThat(skipped).containsExactlyInAnyOrder("fin-second 131072", "rst-second 131072");
    }

    @Test
    void aSweepMayFailOnlyNearTheLimit() {
        Map<String, Object> good = Map.of(
                "requestsBelow", 20L,
                "reusedBelow", 20L,
                "failuresBelow", 0L,
                "requestsAbove", 20L,
                "reusedAbove", 0L,
                "failuresAbove", 0L,
                "failures", 0L,
                "crossings", 3L);
        Judge get = new Judge("race-sweep", "nginx").at(Map.of("method", "GET")).figures(good);
        Judge post =
                new Judge("race-sweep", "nginx").at(Map.of("method", "POST")).figures(good);
        assertThat(get.counts(83, 0).failing()).isEmpty();
        assertThat(get.counts(83, 1).failing()).containsExactly("no request is executed twice");
        assertThat(get.counts(82, 0).failing()).containsExactly("every request is answered or counted as a failure");
        Map<String, Object> two = Map.of("failures", 2L);
        assertThat(post.figures(two).counts(81, 0).failing()).isEmpty();
        assertThat(get.figures(two).counts(81, 0).failing()).hasSize(1);
        post.figures(good).counts(83, 0);
        for (String wrong : List.of("failuresBelow", "failuresAbove", "reusedAbove")) {
            assertThat(post.figures(Map.of(wrong, 1L)).failing()).as(wrong).hasSize(1);
            post.figures(Map.of(wrong, 0L));
        }
        assertThat(post.figures(Map.of("reusedBelow", 19L)).failing()).hasSize(1);
    }

    private static String armOf(String word) {
        return switch (word) {
            case "off" -> OFF;
            case "any" -> ANY;
            default -> word;
        };
    }

    /** One scenario on one arm, with results to be made up. */
    private static final class Judge {
        private final ResolvedScenario scenario;
        private final Expectations expectations;
        private final Arm arm;
        private final Map<String, Object> figures = new LinkedHashMap<>();
        private final Map<String, Object> variables = new LinkedHashMap<>();

        Judge(String id, String armText) {
            Scenario read = CATALOG.read(id, Vocabulary.any());
            arm = Arm.parse(armText);
            scenario = read.resolve(Map.of(), List.of(arm));
            expectations = Expectations.compile(read);
        }

        List<CellPlan> cells() {
            return scenario.cells(arm);
        }

        boolean skips(CellPlan cell) {
            return expectations.skipReason(before(cell)).isPresent();
        }

        Judge at(Map<String, Object> axes) {
            CellPlan cell = cells().stream()
                    .filter(c -> c.axes().equals(axes))
                    .findFirst()
                    .orElseThrow();
            variables.putAll(before(cell));
            variables.put("knobs", Map.of());
            return this;
        }

        Judge figures(Map<String, Object> more) {
            figures.putAll(more);
            variables.put("figures", figures);
            return this;
        }

        Judge counts(long ok, long duplicates) {
            variables.put("client", Map.of("sent", 83L, "outcomes", Map.of("ok", ok)));
            variables.put("backend", Map.of("duplicates", duplicates));
            return this;
        }

        /** What the rules that fail say. */
        List<String> failing() {
            List<Judgement> judged = expectations.judge(variables);
            assertThat(judged).noneMatch(j -> j.status() == Judgement.Status.BROKEN);
            return judged.stream()
                    .filter(Judgement::fails)
                    .map(j -> j.rule().says())
                    .toList();
        }

        private Map<String, Object> before(CellPlan cell) {
            Map<String, Object> before = scenario.variables(cell);
            before.put(
                    "arm", Map.of("driver", arm.driver(), "variant", "", "version", "1.31.3", "label", arm.driver()));
            return before;
        }
    }
}
