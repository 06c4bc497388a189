package keepalivelab.app.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import keepalivelab.api.InputException;
import keepalivelab.api.PoolTask;
import keepalivelab.app.run.ArmBinding;
import keepalivelab.app.run.PoolArms;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reading {@code load} of kind pool, {@code arms}, {@code after} and the names of figures. */
class PoolWorkTest {
    private static final Vocabulary WORDS =
            new Vocabulary(behaviour -> {}, column -> {}, ArmBinding::checkWords, PoolArms::names);

    /** Line numbers in tests count in this text. */
    private static final String POOL = """
            id: small
            title: A small one
            question: Does it read?
            arms: [embedded:fifo, "embedded:thread-lru"]
            params: {size: 4}
            matrix:
              keys: [shared, per-thread]
            load:
              kind: pool
              experiment: pool-overfill
              parameters:
                size: ${size}
                threads: 2
                keys: ${keys}
              repeat: 20
            expect:
              - {expect: figures.left_max <= 4, says: it holds}
            table: [arm, figures.left]
            published:
              source: somebody
              cells:
                - {figures.orphans: 0}
            """;

    private static final String TRAFFIC = """
            id: small
            title: A small one
            question: Does it read?
            params: {pause: 3s}
            load: {kind: closed, requests: 5}
            after:
              - {record: open-connections, as: openAtOnce}
              - {wait: "${pause}", record: accepts, as: acceptsLater}
              - {await: open-connections == 0, limit: 1s, as: empty}
            expect:
              - {expect: figures.openAtOnce > 0, says: some}
            table: [arm, figures.openAtOnce]
            """;

    @TempDir
    private Path folder;

    private Scenario read(String text) {
        Scenario scenario = ScenarioFile.read(Fixture.write(folder, text), WORDS);
        Expectations.compile(scenario);
        return scenario;
    }

    private void refused(String text, String from, String to, String complaint) {
        assertThat(text).contains(from);
        assertThatThrownBy(() -> read(text.replace(from, to)))
                .isInstanceOf(InputException.class)
                .satisfies(e -> assertThat(Fixture.firstLine(e)).contains("small.yaml:" + complaint));
    }

    @Test
    void aPoolExperimentIsReadWithItsParametersAxesAndArms() {
        Scenario scenario = read(POOL);
        assertThat(scenario.defaultArms()).containsExactly("embedded:fifo", "embedded:thread-lru");
        List<CellPlan> cells = scenario.resolve(Map.of("size", "9"), List.of()).cells();
        assertThat(cells).extracting(CellPlan::id).containsExactly("keys=shared", "keys=per-thread");
        assertThat(cells.get(1).work()).isInstanceOfSatisfying(CellWork.PoolTrials.class, trials -> {
            assertThat(trials.repeat()).isEqualTo(20);
            assertThat(trials.task())
                    .isEqualTo(
                            new PoolTask("pool-overfill", Map.of("size", "9", "threads", "2", "keys", "per-thread")));
        });
        assertThatThrownBy(() -> cells.get(0).load()).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void showWritesThePoolExperimentOut() {
        String shown = read(POOL).resolve(Map.of(), List.of()).show();
        assertThat(shown).contains("kind: pool", "experiment: pool-overfill", "keys: per-thread", "repeat: 20");
        assertThat(shown).contains("- embedded:fifo").doesNotContain("proxy:", "backend:");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "kind: pool | kind: pol | 9: key 'load.kind': 'pol' is not valid; did you mean 'pool'?",
                "experiment: pool-overfill | experiment: pool-overfil | 10: unknown pool experiment 'pool-overfil'; did you mean 'pool-overfill'?",
                "experiment: pool-overfill | size: 3 | 9: key 'experiment' is missing in load",
                "threads: 2 | thread: 2 | 13: experiment pool-overfill: unknown parameter 'thread'; did you mean 'threads'?",
                "threads: 2 | threads: 65 | 13: experiment pool-overfill: threads '65' is not a whole number from 1 to 64",
                "[shared, per-thread] | [shared, per-tread] | 14: experiment pool-overfill: unknown keys 'per-tread'; did you mean 'per-thread'?",
                "repeat: 20 | repeat: 0 | 15: key 'load.repeat': '0' is not a whole number from 1 to 100000",
                "repeat: 20 | repeats: 20 | 15: unknown key 'repeats' in load of kind pool; did you mean 'repeat'?",
                "embedded:fifo | embedded:fifi | 4: key 'arms': proxy 'embedded' has no variant 'fifi'; did you mean 'fifo'?",
                "embedded:fifo | embeded:fifo | 4: key 'arms': unknown proxy 'embeded'; did you mean 'embedded'?",
                "figures.left_max | figures.left_mx | 17: expression: unknown name 'left_mx'; did you mean 'left_max'?",
                "figures.left] | figures.lefd] | 18: unknown figure 'lefd'; did you mean 'left'?",
                "figures.orphans: | figures.orphan: | 22: unknown figure 'orphan'; did you mean 'orphans'?"
            })
    void aMistakeIsNamedWithItsLineAndTheNearestWord(String from, String to, String complaint) {
        refused(POOL, from, to, complaint);
    }

    @Test
    void aPoolExperimentHasNoProxyNoBackendAndNothingAfter() {
        refused(POOL, "load:\n", "proxy: {workers: 1}\nload:\n", "8: key 'proxy': a load of kind pool has no proxy");
        refused(POOL, "load:\n", "backend: {behaviour: keep}\nload:\n", "8: key 'backend': a load of kind pool");
        refused(
                POOL,
                "expect:\n",
                "after: [{record: accepts, as: a}]\nexpect:\n",
                "16: key 'after': a load of kind pool");
    }

    @Test
    void whatIsNotedAfterTheLoadIsRead() {
        Scenario scenario = read(TRAFFIC);
        ResolvedScenario resolved = scenario.resolve(Map.of("pause", "2s"), List.of());
        assertThat(resolved.cells().get(0).work().figureNames().orElseThrow())
                .containsExactly("openAtOnce", "acceptsLater", "empty");
        assertThat(resolved.show())
                .contains("wait: 2s", "record: open-connections", "await: open-connections == 0", "limit: 1s");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "record: open-connections | record: open-connection | 7: key 'after.record': 'open-connection' is not a number of the backend; did you mean 'open-connections'?",
                "as: openAtOnce | as: open at once | 7: key 'after.as': 'open at once' is not made of letters",
                "as: acceptsLater | as: openAtOnce | 8: key 'after.as': 'openAtOnce' stands twice",
                "record: accepts | recrod: accepts | 8: unknown key 'recrod' in after; did you mean 'record'?",
                "open-connections == 0 | open-connections is 0 | 9: key 'after.await': 'open-connections is 0' is not a fact",
                "limit: 1s | limit: 1 | 9: key 'after.limit': '1' has no unit",
                "limit: 1s, as: empty | limit: 1s | 9: key 'as' is missing in after",
                "figures.openAtOnce > 0 | figures.openAtOne > 0 | 11: expression: unknown name 'openAtOne'",
                "[arm, figures.openAtOnce] | [arm, figures.openNow] | 12: unknown figure 'openNow'"
            })
    void aMistakeInAfterIsNamedWithItsLine(String from, String to, String complaint) {
        refused(TRAFFIC, from, to, complaint);
    }
}
