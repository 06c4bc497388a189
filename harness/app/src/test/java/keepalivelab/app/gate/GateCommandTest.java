package keepalivelab.app.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import keepalivelab.app.Home;
import keepalivelab.app.Typed;
import keepalivelab.report.RunResult;
import keepalivelab.report.StoredRun;
import keepalivelab.report.Verdict;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code gate} on a proxy inside the tests, which has one upstream connection per client. */
class GateCommandTest {
    @TempDir
    private Path folder;

    private Path baseline;

    @BeforeEach
    void place() {
        baseline = folder.resolve("baselines/keepalive-requests/relay-1.0.json");
    }

    @Test
    void aRunHoldsAgainstTheBaselineOfAnEarlierOne() {
        assertThat(update().err())
                .contains("relay@1.0: wrote " + baseline)
                .contains("1 cells, because: first baseline");
        Typed again = gate();
        assertThat(again.status()).as(again.out()).isZero();
        assertThat(again.out())
                .contains("keepalive-requests: counts against the baseline")
                .contains("baselines: keepalive-requests/relay-1.0.json")
                .contains("verdict: held (exit 0)");
    }

    @Test
    void aCountThatDiffersFailsWithBothValues() throws IOException {
        update();
        Files.writeString(
                baseline, Files.readString(baseline).replace("\"backend.accepts\": 1", "\"backend.accepts\": 3"));
        Typed typed = gate();
        assertThat(typed.status()).isEqualTo(1);
        assertThat(typed.out())
                .contains("failed: backend.accepts: expected 3, found 1")
                .contains("FAILED");
        RunResult stored = stored();
        assertThat(stored.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(stored.exitStatus()).isEqualTo(1);
        assertThat(stored.cells().get(0).baseline())
                .satisfies(compared -> assertThat(compared.differences())
                        .singleElement()
                        .satisfies(fact -> assertThat(fact.text()).isEqualTo("backend.accepts: expected 3, found 1")));
    }

    @Test
    void anOutcomeThatTheBaselineDoesNotKnowFails() throws IOException {
        update();
        Files.writeString(
                baseline,
                Files.readString(baseline).replace("\"client.outcomes.ok\": 30", "\"client.outcomes.reset\": 30"));
        assertThat(gate().out())
                .contains("client.outcomes.reset: expected 30, found 0")
                .contains("client.outcomes.ok: expected 0, found 30");
    }

    @Test
    void withoutABaselineNothingStartsAndTheWayToOneIsSaid() {
        Typed typed = gate();
        assertThat(typed.status()).isEqualTo(2);
        assertThat(typed.complaints())
                .singleElement()
                .asString()
                .contains("no baseline of keepalive-requests for relay 1.0 in ")
                .endsWith("make it with: run-scenario gate keepalive-requests --proxy relay --update-baseline");
        assertThat(folder.resolve("runs")).doesNotExist();
    }

    @Test
    void aBaselineOfOtherParametersNamesThem() {
        update();
        Typed typed = typed("keepalive-requests", "--set", "n=40", "--set", "limit=7");
        assertThat(typed.status()).isEqualTo(2);
        assertThat(typed.err())
                .contains(baseline + " is not a baseline of this run")
                .contains("params.n is 30 there and 40 here")
                .contains("params.limit is 100 there and 7 here");
    }

    @Test
    void aBaselineOfAnotherScenarioVersionNamesTheSection() throws IOException {
        update();
        String text = Files.readString(Home.path().resolve("scenarios/keepalive-requests.yaml"));
        Path file = folder.resolve("keepalive-requests.yaml");
        Files.writeString(file, "# a remark\n" + text.replace("title: A cap", "title: Another cap"));
        assertThat(typed(file.toString(), "--set", "n=30").status())
                .as("words count for nothing")
                .isZero();
        Files.writeString(file, text.replace("value: 32", "value: 16"));
        Typed typed = typed(file.toString(), "--set", "n=30");
        assertThat(typed.status()).isEqualTo(2);
        assertThat(typed.err()).contains("key 'proxy' of the scenario has changed since");
    }

    @Test
    void aBaselineChangesWithAReasonOnly() throws IOException {
        update();
        assertThat(update().status()).isEqualTo(2);
        assertThat(update().err()).contains(baseline + " exists: say why its counts change with --reason TEXT");
        String before = Files.readString(baseline);
        assertThat(typed("keepalive-requests", "--set", "n=30", "--update-baseline", "--reason", "none")
                        .err())
                .contains("relay@1.0: " + baseline + " is unchanged");
        assertThat(baseline).hasContent(before);
        Typed changed = typed("keepalive-requests", "--set", "n=40", "--update-baseline", "--reason", "more requests");
        assertThat(changed.status()).isZero();
        assertThat(Files.readString(baseline))
                .contains("\"reason\": \"more requests\"")
                .contains("\"n\": 40");
    }

    @Test
    void aRunThatFailsIsNoBaseline() {
        Typed typed = typed("keepalive-requests", "--set", "n=30", "--set", "limit=10", "--update-baseline");
        assertThat(typed.status()).isEqualTo(1);
        assertThat(typed.err()).contains("no baseline written, for 1 of its cells failed or are void");
        assertThat(baseline).doesNotExist();
    }

    @Test
    void anArmWithKnobsOfItsOwnIsHeldAgainstTheProxyAsTheScenarioConfiguresIt() {
        update();
        assertThat(typed(
                                "keepalive-requests",
                                "--set",
                                "n=30",
                                "--update-baseline",
                                "--proxy",
                                "relay,pool.max-requests=99")
                        .err())
                .contains("sets knobs of its own");
        Typed typed = typed("keepalive-requests", "--set", "n=30", "--proxy", "relay,pool.max-requests=99");
        assertThat(typed.status()).as(typed.err()).isZero();
    }

    @Test
    void aFileThatIsNoBaselineIsNamedWithItsLine() throws IOException {
        update();
        String text = Files.readString(baseline);
        Files.writeString(baseline, "{\n  \"schemaVersion\": \"1.0\",\n  \"cells\": []\n}");
        Typed typed = gate();
        assertThat(typed.status()).isEqualTo(2);
        assertThat(typed.err()).contains(baseline + ":4: not a baseline: key 'scenario' is missing");
        Files.writeString(baseline, text.replace("\"reason\":", "\"raeson\":"));
        assertThat(gate().err())
                .contains(baseline + ":")
                .contains("not a baseline: ")
                .contains("reason");
    }

    @Test
    void anArmCanBeHeldAgainstTheBaselineOfAnother() {
        update();
        Typed typed = typed("keepalive-requests", "--set", "n=30", "--proxy", "relay:serial", "--against", "relay");
        assertThat(typed.status()).as(typed.err()).isZero();
        assertThat(typed.out()).contains("relay:serial@1.0").contains("keepalive-requests/relay-1.0.json");
    }

    @Test
    void aReasonWithoutAnUpdateIsRefused() {
        assertThat(typed("keepalive-requests", "--reason", "why not").err())
                .contains("--reason is for --update-baseline");
    }

    private Typed update() {
        return typed("keepalive-requests", "--set", "n=30", "--update-baseline");
    }

    private Typed gate() {
        return typed("keepalive-requests", "--set", "n=30");
    }

    private RunResult stored() {
        return StoredRun.read(folder.resolve("runs/keepalive-requests/latest")).result();
    }

    private Typed typed(String... words) {
        List<String> all = new ArrayList<>(List.of("gate"));
        all.addAll(Arrays.asList(words));
        if (!all.contains("--proxy")) {
            all.addAll(List.of("--proxy", "relay"));
        }
        all.addAll(List.of("--baselines", folder.resolve("baselines").toString()));
        all.addAll(List.of("--out", folder.resolve("runs").toString()));
        return Typed.words(all.toArray(String[]::new));
    }
}
