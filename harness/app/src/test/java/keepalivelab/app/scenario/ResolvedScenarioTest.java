package keepalivelab.app.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import keepalivelab.api.Arm;
import keepalivelab.api.InputException;
import keepalivelab.api.Knob;
import keepalivelab.load.LoadPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResolvedScenarioTest {
    private static final Arm PLAIN = Arm.parse("nginx");

    @TempDir
    private Path folder;

    @Test
    void aCellStandsForEachCombinationAndTheFirstAxisChangesSlowest() {
        assertThat(cells(PLAIN))
                .extracting(CellPlan::id)
                .containsExactly("size=2,mode=plain", "size=2,mode=slow", "size=8,mode=plain", "size=8,mode=slow");
    }

    @Test
    void namesAreReplacedInKnobsBehavioursAndLoad() {
        CellPlan cell = cells(PLAIN).get(2);
        assertThat(cell.axes()).containsExactly(Map.entry("size", 8L), Map.entry("mode", "plain"));
        assertThat(cell.knobs().count(Knob.POOL_MAX_IDLE)).hasValue(8);
        assertThat(cell.knobs().count(Knob.POOL_MAX_REQUESTS)).hasValue(10);
        assertThat(cell.knobs().optional()).containsExactly(Knob.POOL_MAX_REQUESTS);
        assertThat(cell.behaviours()).containsExactly("idle-fin(100ms)");
        assertThat(cell.load())
                .isEqualTo(new LoadPlan.ClosedLoop(
                        10,
                        2,
                        LoadPlan.Downstream.KEEP,
                        LoadPlan.Gap.NONE,
                        LoadPlan.RequestShape.GET,
                        LoadPlan.Start.BARRIER,
                        Duration.ofSeconds(10)));
    }

    @Test
    void anOverlayChangesOnlyItsCells() {
        List<CellPlan> cells = cells(PLAIN);
        assertThat(cells.get(0).knobs().text(Knob.POOL_IDLE_TIMEOUT)).isEmpty();
        assertThat(cells.get(1).knobs().text(Knob.POOL_IDLE_TIMEOUT)).hasValue("2s");
        assertThat(gap(cells.get(0))).isEqualTo(LoadPlan.Gap.NONE);
        assertThat(gap(cells.get(1))).isEqualTo(new LoadPlan.Gap(Duration.ofMillis(100), Duration.ofMillis(100)));
    }

    @Test
    void aParameterCanBeSetAndKeepsItsType() {
        Scenario scenario = Fixture.good(folder);
        ResolvedScenario set = scenario.resolve(Map.of("n", "300", "wait", "5ms", "share", "1"), List.of(PLAIN));
        assertThat(set.params())
                .containsEntry("n", 300L)
                .containsEntry("wait", "5ms")
                .containsEntry("share", 1.0);
        assertThat(set.cells(PLAIN).get(0).load().planned()).isEqualTo(300);
        assertThat(set.cells(PLAIN).get(0).behaviours()).containsExactly("idle-fin(5ms)");
    }

    @Test
    void aWrongOverrideSaysWhatIsExpected() {
        Scenario scenario = Fixture.good(folder);
        wrongSet(scenario, "n", "many", "--set n=many: expected a whole number, as the default 10");
        wrongSet(scenario, "n", "1.5", "--set n=1.5: expected a whole number, as the default 10");
        wrongSet(
                scenario,
                "wait",
                "100",
                "--set wait=100: expected a duration with its unit (us ms s m h), as the default 100ms");
        wrongSet(scenario, "strict", "yes", "--set strict=yes: expected true or false, as the default true");
        wrongSet(scenario, "wiat", "1s", "--set wiat=1s: unknown parameter; did you mean 'wait'?");
        wrongSet(
                scenario,
                "size",
                "4",
                "--set size=4: 'size' is an axis of the matrix; parameters: n, wait, share, strict, word");
        wrongSet(
                scenario,
                "n",
                "0",
                folder.resolve("small.yaml")
                        + ":12: knob pool.max-requests: '0' is not valid; valid: a number from 1 to 1000000000, or none");
    }

    @Test
    void aScenarioWithoutParametersSaysSo() {
        String text = "id: bare\ntitle: t\nquestion: q?\nload: {kind: closed, requests: 1}\n";
        wrongSet(
                ScenarioFile.read(Fixture.write(folder, text)), "n", "1", "--set n=1: scenario bare has no parameters");
        assertThat(ScenarioFile.read(Fixture.write(folder, text))
                        .resolve(Map.of(), List.of())
                        .cells())
                .extracting(CellPlan::id)
                .containsExactly("single");
    }

    private static void wrongSet(Scenario scenario, String name, String value, String message) {
        assertThatThrownBy(() -> scenario.resolve(Map.of(name, value), List.of()))
                .isInstanceOf(InputException.class)
                .satisfies(e -> assertThat(Fixture.firstLine(e)).isEqualTo(message));
    }

    @Test
    void anAxisThatDrivesAKnobOfTheArmCollapsesForThatArm() {
        List<CellPlan> cells = cells(Arm.parse("small=nginx,pool.max-idle=7"));
        assertThat(cells).extracting(CellPlan::id).containsExactly("size=7,mode=plain", "size=7,mode=slow");
        assertThat(cells.get(0).axes()).containsEntry("size", 7L);
        assertThat(cells.get(0).overridden()).isEqualTo(Map.of("size", "7"));
        assertThat(cells.get(0).knobs().count(Knob.POOL_MAX_IDLE)).hasValue(7);
        assertThat(cells.get(0).published()).isEmpty();
        assertThat(cells(PLAIN).get(0).overridden()).isEmpty();
    }

    @Test
    void aKnobOfTheArmThatNoAxisDrivesJustWins() {
        List<CellPlan> cells = cells(Arm.parse("nginx,pool.idle-timeout=9s,pool.max-requests=5"));
        assertThat(cells).hasSize(4).allSatisfy(cell -> {
            assertThat(cell.knobs().text(Knob.POOL_IDLE_TIMEOUT)).hasValue("9s");
            assertThat(cell.knobs().count(Knob.POOL_MAX_REQUESTS)).hasValue(5);
        });
    }

    @Test
    void theSameInputsGiveTheSameCells() {
        assertThat(cells(PLAIN)).isEqualTo(cells(PLAIN));
        assertThat(Fixture.good(folder).resolve(Map.of(), List.of()).show())
                .isEqualTo(Fixture.good(folder).resolve(Map.of(), List.of()).show());
    }

    @Test
    void publishedFiguresGoToTheCellsTheyName() {
        List<CellPlan> cells = cells(PLAIN);
        assertThat(cells.get(0).published())
                .containsExactly(
                        new PublishedCell(Map.of("size", 2L), Optional.empty(), Map.of("accepts", 3L), "somebody"));
        assertThat(cells.get(2).published()).isEmpty();
    }

    @Test
    void aScriptKeepsItsSteps() {
        String load = "load:\n  kind: closed\n  requests: ${n}\n  clients: 2\n  start: barrier\n";
        String script = """
                load:
                  kind: script
                  timeout: 3s
                  steps:
                    - client: {method: POST, path: /a, body: 5, headers: ["X-A: b"], connection: one}
                    - pause: ${wait}
                    - await: {fact: open-connections <= 3, limit: 2s}
                    - client: {connection: new}
                """;
        Scenario scenario = Fixture.with(
                folder,
                "slow: {load: {gap: 100ms}, proxy: {pool.idle-timeout: 2s}}",
                "slow: {proxy: {pool.idle-timeout: 2s}}");
        assertThat(scenario.axes()).containsKey("mode");
        String text = Fixture.GOOD.replace(load, script).replace("slow: {load: {gap: 100ms}, proxy", "slow: {proxy");
        LoadPlan plan = ScenarioFile.read(Fixture.write(folder, text))
                .resolve(Map.of(), List.of())
                .cells()
                .get(0)
                .load();
        LoadPlan.Gap gap = new LoadPlan.Gap(Duration.ofMillis(100), Duration.ofMillis(100));
        LoadPlan.Fact fact =
                new LoadPlan.Fact(LoadPlan.Fact.What.OPEN_CONNECTIONS, LoadPlan.Fact.Comparison.AT_MOST, 3);
        assertThat(plan)
                .isEqualTo(new LoadPlan.Script(
                        List.of(
                                new LoadPlan.Step.Send(
                                        new LoadPlan.RequestShape("POST", "/a", 5, List.of("X-A: b")),
                                        Optional.of("one")),
                                new LoadPlan.Step.Pause(gap),
                                new LoadPlan.Step.Await(fact, Duration.ofSeconds(2)),
                                new LoadPlan.Step.Send(LoadPlan.RequestShape.GET, Optional.empty())),
                        Duration.ofSeconds(3)));
    }

    @Test
    void anOpenLoopKeepsItsRate() {
        String text = Fixture.GOOD
                .replace("  kind: closed\n", "  kind: open\n  rate: 12.5\n  arrivals: poisson\n")
                .replace("  clients: 2\n  start: barrier\n", "  connections: 4\n  downstream: new\n")
                .replace("slow: {load: {gap: 100ms}, proxy", "slow: {proxy");
        LoadPlan plan = ScenarioFile.read(Fixture.write(folder, text))
                .resolve(Map.of(), List.of())
                .cells()
                .get(0)
                .load();
        assertThat(plan)
                .isEqualTo(new LoadPlan.OpenLoop(
                        10,
                        12.5,
                        LoadPlan.Arrivals.POISSON,
                        4,
                        LoadPlan.Downstream.NEW,
                        LoadPlan.RequestShape.GET,
                        Duration.ofSeconds(10)));
    }

    @Test
    void theShownTextHasDefaultsFilledIn() {
        String shown =
                Fixture.good(folder).resolve(Map.of("n", "12"), List.of()).show();
        assertThat(shown)
                .contains("\"n\": 12", "id: \"size=2,mode=slow\"", "requests: 12", "timeout: 10s", "downstream: keep")
                .contains("gap: 100ms", "value: 12", "optional: true", "idle-fin(100ms)")
                .doesNotContain("${");
    }

    private static LoadPlan.Gap gap(CellPlan cell) {
        return ((LoadPlan.ClosedLoop) cell.load()).gap();
    }

    private List<CellPlan> cells(Arm arm) {
        return Fixture.good(folder).resolve(Map.of(), List.of(arm)).cells(arm);
    }
}
