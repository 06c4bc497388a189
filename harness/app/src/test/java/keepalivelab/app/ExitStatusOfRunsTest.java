package keepalivelab.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import keepalivelab.report.ResultJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Whole command lines on a proxy inside the tests: what they exit with, print and leave behind. */
class ExitStatusOfRunsTest {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /** A relay keeps one upstream connection per client, so this holds on one and a limit of 10 does not. */
    private static final String[] HOLDS = {"keepalive-requests", "--set", "n=30"};

    @TempDir
    private Path folder;

    @Test
    void whatHoldsExitsWithZeroAndShowsItsTable() {
        Typed typed = run("--seed", "7", "--proxy", "relay");
        assertThat(typed.status()).as(typed.err()).isZero();
        assertThat(typed.out()).contains("accepts").contains("verdict: held (exit 0), seed 7");
        assertThat(typed.complaints()).hasSize(2);
        assertThat(typed.complaints().get(0)).startsWith("results: ");
        assertThat(typed.complaints().get(1)).startsWith("report: ");
        assertThat(Typed.runsIn(folder)).hasSize(1);
        assertThat(Typed.runsIn(folder).get(0))
                .isDirectoryContaining("glob:**/result.json")
                .isDirectoryContaining("glob:**/table.md")
                .isDirectoryContaining("glob:**/table.csv")
                .isDirectoryContaining("glob:**/*.hlog");
        assertThat(Typed.runsIn(folder).get(0).resolve("cells").resolve("relay@1.0_single"))
                .isDirectoryContaining("glob:**/connections.csv")
                .isDirectoryContaining("glob:**/exchanges.csv");
    }

    @Test
    void anExpectationThatFailsExitsWithOneAndIsToldBelowTheTable() {
        Typed typed = run("--set", "limit=10", "--proxy", "relay");
        assertThat(typed.status()).isEqualTo(1);
        assertThat(typed.out())
                .contains("failed: each connection carries as many requests as the limit allows")
                .contains("verdict: failed (exit 1)");
    }

    @Test
    void aProxyThatDiesMakesTheRunVoidAndItsLastLinesAreShown() {
        Typed typed = run("--proxy", "relay:dying");
        assertThat(typed.status()).isEqualTo(5);
        assertThat(typed.err())
                .contains("run-scenario: relay:dying@1.0| relay: last words")
                .contains("the proxy died during the measurement");
    }

    @Test
    void aProxyThatRefusesItsConfigurationMakesTheRunVoidAndItsLastLinesAreKept() throws IOException {
        Typed typed = run("--proxy", "relay:refusing", "--proxy", "relay");
        assertThat(typed.status()).isEqualTo(5);
        assertThat(typed.err())
                .contains("run-scenario: relay:refusing@1.0| relay: line before the last")
                .contains("run-scenario: relay:refusing@1.0| relay: last words")
                .contains("void: relay refuses its configuration");
        assertThat(Files.readString(
                        Typed.runsIn(folder).get(0).resolve("cells/relay_refusing@1.0_single/proxy-last-lines.log")))
                .endsWith("relay: last words\n");
        assertThat(result().get("cells").get(1).get("verdict").asString()).isEqualTo("held");
    }

    @Test
    void aBehaviourThatNeverFiresMakesTheRunVoid() throws IOException {
        Path file = closeOnSecondRequest("client: [same, new]", "client: [new]");
        Typed typed = command(file.toString(), "--proxy", "relay");
        assertThat(typed.status()).isEqualTo(5);
        assertThat(typed.out()).contains("the backend's behaviour fin@request(1) never fired on this arm");
    }

    @Test
    void aStartBarrierThatIsNotMetMakesTheRunVoid() throws IOException {
        Typed typed = command(barrier().toString(), "--proxy", "relay:serial");
        assertThat(typed.status()).isEqualTo(5);
        assertThat(typed.err()).contains("start barrier: only 1 of 4 requests were ever in flight at once");
        assertThat(command(barrier().toString(), "--proxy", "relay").status()).isZero();
    }

    @Test
    void answersThatTheBackendNeverGaveMakeTheRunVoidAndAreNamed() {
        Typed typed = run("--proxy", "relay:inventing");
        assertThat(typed.status()).isEqualTo(5);
        assertThat(typed.err()).containsPattern("30 ok answers that do not come from the backend: [0-9a-f]{8}-0, ");
    }

    @Test
    void aDefectOfOursIsOneLineAndItsTraceOnlyWithDoubleVerbosity() {
        Typed brief = run("--proxy", "relay:broken", "-v");
        assertThat(brief.status()).isEqualTo(70);
        assertThat(brief.err())
                .contains("run-scenario: internal error, IllegalStateException: a defect of ours (-vv shows where)")
                .doesNotContain("\tat ");
        assertThat(run("--proxy", "relay:broken", "-vv").err()).contains("\tat keepalivelab.app.run.RelayDriver");
    }

    @Test
    void anErrorOfTheJvmIsNoFailedRunEither() {
        Typed typed = version(new StackOverflowError("planted"));
        assertThat(typed.status()).isEqualTo(70);
        assertThat(typed.err()).startsWith("run-scenario: internal error, StackOverflowError: planted");
    }

    @Test
    void memoryThatRunsOutIsTheMachinesFault() {
        Typed typed = version(new OutOfMemoryError("planted"));
        assertThat(typed.status()).isEqualTo(4);
        assertThat(typed.err()).startsWith("run-scenario: memory ran out");
    }

    /** A command that meets an error when it prints. */
    private static Typed version(VirtualMachineError error) {
        StringWriter err = new StringWriter();
        PrintWriter out = new PrintWriter(Writer.nullWriter()) {
            @Override
            public void println(String line) {
                throw error;
            }
        };
        return new Typed(Main.run(out, new PrintWriter(err, true), "version"), "", err.toString());
    }

    @Test
    void aRunOfSkippedCellsOnlyExitsWith77() {
        Typed typed = run("--skip-missing", "--proxy", "relay@0.1");
        assertThat(typed.status()).isEqualTo(77);
        assertThat(typed.out()).contains("skipped: relay 0.1 is not on this machine");
    }

    @Test
    void aMissingProxyThatMayBeSkippedLeavesTheOthersTheirStatus() {
        Typed typed = run("--skip-missing", "--proxy", "relay@0.1", "--proxy", "relay");
        assertThat(typed.status()).as(typed.err()).isZero();
        assertThat(typed.out()).contains("skipped").contains("verdict: held");
    }

    @Test
    void aRunOfUnsupportedCellsOnlyExitsWith77() throws IOException {
        Path file = closeOnSecondRequest("retry.rule: native", "retry.rule: none");
        Typed typed = command(file.toString(), "--proxy", "relay");
        assertThat(typed.status()).as(typed.err()).isEqualTo(77);
        assertThat(typed.out()).contains("unsupported: relay cannot do retry.rule");
        Typed withKnob = command(file.toString(), "--proxy", "relay,workers=2");
        assertThat(withKnob.status())
                .as("a knob that the relay can do is not to blame")
                .isEqualTo(77);
    }

    private Path closeOnSecondRequest(String shipped, String here) throws IOException {
        String text = Files.readString(Home.path().resolve("scenarios/close-on-second-request.yaml"));
        assertThat(text).contains(shipped);
        return Files.writeString(folder.resolve("close.yaml"), text.replace(shipped, here));
    }

    @Test
    void jsonPutsExactlyOneValidDocumentOnStdout() {
        Typed typed = run("--json", "--seed", "7", "--proxy", "relay", "--proxy", "relay:dying");
        JsonNode document = JSON.readTree(typed.out());
        List<Error> errors = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(ResultJson.schema(), InputFormat.JSON)
                .validate(typed.out(), InputFormat.JSON);
        assertThat(errors).isEmpty();
        assertThat(document).isEqualTo(result());
        assertThat(document.get("verdict").asString()).isEqualTo("void");
        assertThat(typed.status()).isEqualTo(5);
        assertThat(document.get("tool").get("command").toString())
                .startsWith("[\"./run-scenario\",\"run\",\"keepalive-requests\",")
                .contains("\"--seed\",\"7\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--quiet", "--quiet --json"})
    void quietSaysNothingOnStderr(String flags) {
        List<String> words = new ArrayList<>(List.of("--proxy", "relay"));
        words.addAll(List.of(flags.split(" ")));
        Typed typed = run(words.toArray(String[]::new));
        assertThat(typed.status()).isZero();
        assertThat(typed.err()).isEmpty();
        assertThat(typed.out()).isNotEmpty();
    }

    @Test
    void aDryRunStartsNothingAndShowsTheConfigurations() {
        Typed typed = run("--dry-run", "--proxy", "relay:broken", "--proxy", "embedded");
        assertThat(typed.status()).as(typed.err()).isZero();
        assertThat(typed.out())
                .contains("## relay.conf\npool.max-idle 32\npool.max-requests 100\n")
                .contains("## proxy.conf")
                .contains("listen = 127.0.0.1:1\n")
                .contains("proxy ports: any free ones (shown as 1 below)")
                .containsPattern("2 turns, about \\d+s; nothing was started");
        assertThat(Typed.runsIn(folder)).isEmpty();
    }

    @Test
    void aKnobOfAnArmStandsInTheNotesOnce() {
        Typed typed = command(
                "keepalive-size",
                "--set",
                "n=64",
                "--json",
                "--proxy",
                "relay,pool.max-idle=4",
                "--proxy",
                "relay:broken@0.1",
                "--skip-missing");
        JsonNode cells = JSON.readTree(typed.out()).get("cells");
        assertThat(cells)
                .filteredOn(cell -> cell.get("verdict").asString().equals("skipped"))
                .hasSize(9);
        assertThat(cells)
                .filteredOn(cell -> !cell.get("verdict").asString().equals("skipped"))
                .hasSize(3)
                .allSatisfy(cell -> {
                    assertThat(cell.get("notes").toString()).contains("the arm sets size = 4");
                    assertThat(cell.get("axes").get("size").asLong()).isEqualTo(4);
                });
    }

    private Path barrier() throws IOException {
        return Files.writeString(folder.resolve("barrier.yaml"), """
            id: barrier
            title: Four at once
            question: Are four in flight at once?
            backend: {behaviour: keep}
            load: {kind: closed, requests: 8, clients: 4, start: barrier, timeout: 500ms}
            expect:
              - {expect: backend.accepts == 4, says: a connection for each}
            """);
    }

    private JsonNode result() {
        try {
            return JSON.readTree(Files.readString(Typed.runsIn(folder).get(0).resolve("result.json")));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private Typed run(String... words) {
        List<String> all = new ArrayList<>(Arrays.asList(HOLDS));
        all.addAll(Arrays.asList(words));
        return command(all.toArray(String[]::new));
    }

    private Typed command(String... words) {
        List<String> all = new ArrayList<>(Arrays.asList(words));
        all.addAll(List.of("--out", folder.toString()));
        return Typed.words(all.toArray(String[]::new));
    }
}
