package keepalivelab.app.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import keepalivelab.load.LoadPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClassesReaderTest {
    private static final String GOOD = """
            id: small
            title: A small one
            question: Does it read?
            load:
              kind: classes
              duration: 8s
              rounds: 5
              slow: 1500us
              classes:
                - {name: heavy, connections: 2, request: {path: "/spin?us=2000"}, threads: [worker-2, worker-3]}
                - {name: light, connections: 64, pause: 5ms}
                - name: one
                  requests: 10
                  downstream: new
            table: [arm]
            """;

    @TempDir
    private Path folder;

    @Test
    void classesAreReadWithTheirDefaults() {
        LoadPlan.Classes plan = plan(GOOD);
        assertThat(plan.time()).hasValue(Duration.ofSeconds(8));
        assertThat(plan.rounds()).isEqualTo(5);
        assertThat(plan.slow()).hasValue(Duration.ofNanos(1_500_000));
        assertThat(plan.connections()).isEqualTo(67);
        assertThat(plan.classes().get(0).threads()).containsExactly("worker-2", "worker-3");
        assertThat(plan.classes().get(0).request().path()).isEqualTo("/spin?us=2000");
        assertThat(plan.classes().get(1).pause().least()).isEqualTo(Duration.ofMillis(5));
        assertThat(plan.classes().get(2).requests()).hasValue(10);
        assertThat(plan.classes().get(2).downstream()).isEqualTo(LoadPlan.Downstream.NEW);
    }

    @Test
    void theShownFormHasEveryValue() {
        String shown = scenario(GOOD).resolve(Map.of(), List.of()).show();
        assertThat(shown)
                .contains("kind: classes", "duration: 8s", "rounds: 5", "slow: 1500us", "name: heavy")
                .contains("worker-3", "connections: 64", "pause: 5ms", "downstream: new", "requests: 10");
    }

    @Test
    void withoutADurationEveryClassNeedsANumber() {
        assertProblem("  duration: 8s\n", "", ":9: key 'requests' is missing in load.classes");
    }

    @Test
    void aWrongKindIsTheOnlyComplaint() {
        String text = GOOD.replace("kind: classes", "kind: clases").replace("[arm]", "[arm, figures.lightSlow]");
        assertThatThrownBy(() -> scenario(text)).hasMessageNotContaining("figure");
    }

    @Test
    void onlyKeptConnectionsOfATimedLoadCanBePlaced() {
        assertProblem(
                "threads: [worker-2", "downstream: new, threads: [worker-2", ":10: key 'load.classes.threads': only");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            connections: 64   | conections: 64     | :11: unknown key 'conections' in load.classes; did you mean 'connections'?
            connections: 64   | connections: 2000  | :11: key 'load.classes.connections': '2000' is not a whole number from 1 to 1000
            name: light       | name: heavy        | :11: key 'load.classes.name': 'heavy' stands twice
            name: light       | name: a b          | :11: key 'load.classes.name': 'a b' is not made of letters and digits
            downstream: new   | downstream: knew   | :14: key 'load.classes.downstream': 'knew' is not valid; did you mean 'new'?
            requests: 10      | requests: none     | :13: key 'load.classes.requests': 'none' is not a whole number
            requests: 10      | requests: 10000001 | :13: key 'load.classes.requests': '10000001' is not a whole number from 1 to 10000000
            rounds: 5         | rounds: 0          | :7: key 'load.rounds': '0' is not a whole number from 1 to 100
            slow: 1500us      | slow: 1500         | :8: key 'load.slow': '1500' has no unit
            duration: 8s      | durations: 8s      | :6: unknown key 'durations' in load of kind classes; did you mean 'duration'?
            kind: classes     | kind: clases       | :5: key 'load.kind': 'clases' is not valid; did you mean 'classes'?
            """)
    void aMistakeIsNamedWithItsLine(String from, String to, String message) {
        assertProblem(from, to, message);
    }

    private void assertProblem(String from, String to, String message) {
        assertThat(GOOD).contains(from);
        assertThatThrownBy(() -> scenario(GOOD.replace(from, to))).hasMessageContaining(message);
    }

    private LoadPlan.Classes plan(String text) {
        return (LoadPlan.Classes)
                scenario(text).resolve(Map.of(), List.of()).cells().get(0).load();
    }

    private Scenario scenario(String text) {
        return ScenarioFile.read(Fixture.write(folder, text), Vocabulary.any());
    }
}
