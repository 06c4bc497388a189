package keepalivelab.app.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import keepalivelab.api.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ExpectationsTest {
    private static final String RULE =
            "{expect: backend.accepts == 1, when: axes.size > 2, says: one, needs: [pool.max-idle]}";

    @TempDir
    private Path folder;

    static Stream<Arguments> wrongExpressions() {
        return Stream.of(
                arguments("backend.acepts == 1", "unknown name 'acepts'; did you mean 'accepts'?", "        ^"),
                arguments("1 == bakend.accepts", "unknown name 'bakend'; did you mean 'backend'?", "     ^"),
                arguments("axes.sise > 2", "unknown name 'sise'; did you mean 'size'?", "     ^"),
                arguments("params.m > 2", "unknown name 'm'; did you mean 'n'?", "       ^"),
                arguments("client.outcomes.okay == 1", "unknown name 'okay'; did you mean 'ok'?", "                ^"),
                arguments("times.service.al.p50Us > 1", "unknown name 'al'; did you mean 'all'?", "              ^"),
                arguments(
                        "ledger.connections.all(c, c.exchange > 0)",
                        "unknown name 'exchange'; did you mean 'exchanges'?",
                        "                            ^"),
                arguments(
                        "requests[0].atempts == 1",
                        "unknown name 'atempts'; did you mean 'attempts'?",
                        "            ^"),
                arguments(
                        "knobs['pool.max-idel'] == 'applied'",
                        "unknown name 'pool.max-idel'; did you mean 'pool.max-idle'?",
                        "       ^"),
                arguments(
                        "has(proxyLog.earlyClose)",
                        "unknown name 'earlyClose'; did you mean 'earlyCloses'?",
                        "             ^"),
                arguments(
                        "versionAtleast('1', '2')",
                        "unknown name 'versionAtleast'; did you mean 'versionAtLeast'?",
                        ""));
    }

    @ParameterizedTest
    @MethodSource("wrongExpressions")
    void aWrongNameIsMarkedBeforeAnythingStarts(String expression, String complaint, String mark) {
        assertThatThrownBy(() -> Expectations.compile(withRule(expression)))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith(folder.resolve("small.yaml") + ":23: expression: " + complaint + "\n    "
                        + expression + "\n    " + mark)
                .hasMessageEndingWith("^");
    }

    @Test
    void aSyntaxErrorIsMarked() {
        assertThatThrownBy(() -> Expectations.compile(withRule("backend.accepts = 1")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("small.yaml:23: expression: ")
                .hasMessageEndingWith("\n    backend.accepts = 1\n                    ^");
    }

    @Test
    void aConditionThatIsNoConditionIsRefused() {
        assertThatThrownBy(() -> Expectations.compile(withRule("ceilDiv(3, 2)")))
                .hasMessageEndingWith("small.yaml:23: expression 'ceilDiv(3, 2)' is a int, not true or false");
    }

    @Test
    void aSkipCannotAskForAResult() {
        Scenario scenario = Fixture.with(folder, "axes.size == 99", "backend.accepts == 99");
        assertThatThrownBy(() -> Expectations.compile(scenario))
                .hasMessage(
                        folder.resolve("small.yaml") + ":20: expression 'backend.accepts == 99': backend.accepts is not"
                                + " known before the run; use params, axes, arm, settings");
    }

    @Test
    void everyWrongExpressionOfAFileIsNamed() {
        Scenario scenario = ScenarioFile.read(Fixture.write(
                folder,
                Fixture.GOOD
                        .replace("axes.size == 99", "axes.siez == 99")
                        .replace("client.outcomes.ok ==", "client.outcome.ok ==")));
        assertThatThrownBy(() -> Expectations.compile(scenario))
                .hasMessageContaining(":20: expression: unknown name 'siez'; did you mean 'size'?")
                .hasMessageContaining(":22: expression: unknown name 'outcome'; did you mean 'outcomes'?");
    }

    @Test
    void aRuleHoldsOrFailsAndShowsWhatItSaw() {
        Judgement held = second("backend.accepts == 1", result(8));
        assertThat(held.status()).isEqualTo(Judgement.Status.HELD);
        Judgement failed = second("backend.accepts == axes.size", result(8));
        assertThat(failed.status()).isEqualTo(Judgement.Status.FAILED);
        assertThat(failed.detail()).isEqualTo("backend.accepts = 1, axes.size = 8");
        assertThat(failed.fails()).isTrue();
    }

    @Test
    void aRuleIsNotJudgedWhereItsConditionLeavesTheCellOut() {
        assertThat(second("backend.accepts == 5", result(2)).status()).isEqualTo(Judgement.Status.NOT_HERE);
    }

    @Test
    void aRuleIsNotJudgedWhereTheDriverCannotDoAKnobItNeeds() {
        Map<String, Object> result = result(8);
        result.put("knobs", Map.of("pool.max-idle", "unsupported"));
        Judgement judgement = second("backend.accepts == 5", result);
        assertThat(judgement.status()).isEqualTo(Judgement.Status.UNSUPPORTED);
        assertThat(judgement.detail()).isEqualTo("pool.max-idle is unsupported");
        assertThat(judgement.fails()).isFalse();
        result.put("knobs", Map.of("pool.max-idle", "emulated"));
        assertThat(second("backend.accepts == 5", result).status()).isEqualTo(Judgement.Status.FAILED);
    }

    @Test
    void aMemberThatThisResultLacksBreaksTheRuleAndDoesNotPass() {
        Judgement judgement = second("backend.duplicates == 0", result(8));
        assertThat(judgement.status()).isEqualTo(Judgement.Status.BROKEN);
        assertThat(judgement.detail()).contains("small.yaml:23: ").contains("duplicates");
    }

    @Test
    void intsLongsAndDoublesCompareAsNumbers() {
        Map<String, Object> result = result(8);
        result.put("backend", Map.of("accepts", 1, "reuseRatio", 0.5, "exchanges", 3L));
        assertThat(second("backend.accepts == 1 && backend.reuseRatio < 1 && backend.exchanges > 2.5", result)
                        .status())
                .isEqualTo(Judgement.Status.HELD);
    }

    @Test
    void anArmThatSetsAWordWhereTheAxisHasNumbersIsNotCompared() {
        Map<String, Object> result = result(8);
        result.put("axes", Map.of("size", "none", "mode", "plain"));
        Judgement judgement = second("backend.accepts == 1", result);
        assertThat(judgement.status()).isEqualTo(Judgement.Status.NOT_HERE);
        assertThat(judgement.detail()).isEqualTo("size is none for this arm");
    }

    @Test
    void aFailureShowsListsByTheirIndex() {
        Map<String, Object> result = result(8);
        result.put("requests", List.of(Map.of("status", 502, "connections", List.of(1, 2))));
        result.put("knobs", Map.of("pool.max-idle", "applied"));
        assertThat(second("requests[0].status == 200 || requests[0].connections[1] == 1", result)
                        .detail())
                .isEqualTo("requests[0].status = 502, requests[0].connections[1] = 2");
    }

    @Test
    void aRecordIsKeptAndNeverFails() {
        Scenario scenario = Fixture.with(folder, RULE, "{record: backend.accepts, says: how many}");
        Judgement judgement = Expectations.compile(scenario).judge(result(8)).get(1);
        assertThat(judgement.status()).isEqualTo(Judgement.Status.RECORDED);
        assertThat(judgement.detail()).isEqualTo("backend.accepts = 1");
    }

    @Test
    void aKnownDivergenceThatChangedDoesNotFailTheCell() {
        Scenario scenario = Fixture.with(folder, RULE, "{known: backend.accepts == 2, says: two}");
        Judgement judgement = Expectations.compile(scenario).judge(result(8)).get(1);
        assertThat(judgement.status()).isEqualTo(Judgement.Status.FAILED);
        assertThat(judgement.fails()).isFalse();
    }

    @Test
    void aSkippedCellSaysWhy() {
        Expectations expectations = Expectations.compile(Fixture.good(folder));
        assertThat(expectations.skipReason(result(99))).hasValue("too large");
        assertThat(expectations.skipReason(result(8))).isEmpty();
    }

    @Test
    void publishedFiguresCanBeForCertainArmsAndADifferenceNeedsEvidence() {
        Scenario scenario = Fixture.with(folder, "    - {when: {size: 2}, accepts: 3}\n", """
                    - {when: {size: 2}, accepts: 3, arm: 'versionAtLeast(arm.version, "1.10")'}
                    - {when: {size: 2}, accepts: 4, source: others}
                  differs: {because: old, evidence: backend.accepts == 1}
                """);
        Expectations expectations = Expectations.compile(scenario);
        CellPlan cell = scenario.resolve(Map.of(), List.of()).cells().get(0);
        Map<String, Object> result = result(2);
        result.put("arm", Map.of("version", "1.9.9"));
        assertThat(expectations.published(cell, result))
                .hasValueSatisfying(p -> assertThat(p.source()).isEqualTo("others"));
        result.put("arm", Map.of("version", "1.10.0"));
        assertThat(expectations.published(cell, result))
                .hasValueSatisfying(p -> assertThat(p.figures()).containsEntry("accepts", 3L));
        assertThat(expectations.explanation(result)).hasValue("old");
        result.put("backend", Map.of("accepts", 2));
        assertThat(expectations.explanation(result)).isEmpty();
        result.remove("backend");
        assertThat(expectations.explanation(result)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "1.29.7, 1.29.7, true",
        "1.31.3, 1.29.7, true",
        "1.30, 1.29.7, true",
        "1.29, 1.29.0, true",
        "1.9.15, 1.29.7, false",
        "1.29.6, 1.29.7, false",
        "v2.6.12-1+deb12u1, 2.6.12, true",
        "'', 1.0, false",
        "unknown, 0, false"
    })
    void versionsCompareByTheirNumbers(String version, String least, boolean expected) {
        String expression = "versionAtLeast('" + version + "', '" + least + "')";
        assertThat(second(expression, result(8)).status() == Judgement.Status.HELD)
                .isEqualTo(expected);
    }

    @Test
    void ceilDivRoundsUp() {
        assertThat(second("ceilDiv(3000, 1000) == 3 && ceilDiv(3001, 1000) == 4 && ceilDiv(1, 7) == 1", result(8))
                        .status())
                .isEqualTo(Judgement.Status.HELD);
        assertThat(second("ceilDiv(1, params.n - 10) == 0", result(8)).status()).isEqualTo(Judgement.Status.BROKEN);
    }

    private Judgement second(String expression, Map<String, Object> result) {
        return Expectations.compile(withRule(expression)).judge(result).get(1);
    }

    private Scenario withRule(String expression) {
        return Fixture.with(folder, "{expect: backend.accepts == 1,", "{expect: \"" + expression + "\",");
    }

    private static Map<String, Object> result(long size) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("params", Map.of("n", 10));
        result.put("axes", Map.of("size", size, "mode", "plain"));
        result.put("arm", Map.of("driver", "nginx", "variant", "", "version", "1.31.3", "label", "nginx@1.31.3"));
        result.put("client", Map.of("outcomes", Map.of("ok", 10)));
        result.put("backend", Map.of("accepts", 1));
        return result;
    }
}
