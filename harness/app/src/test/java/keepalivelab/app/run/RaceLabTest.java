package keepalivelab.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import keepalivelab.api.Arm;
import keepalivelab.api.EnvironmentException;
import keepalivelab.app.Home;
import keepalivelab.app.scenario.Scenario;
import keepalivelab.app.scenario.ScenarioFile;
import keepalivelab.report.CellResult;
import keepalivelab.report.RunResult;
import keepalivelab.report.Verdict;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The race lab on real proxies: shipped scenarios, made small, through a whole run. */
class RaceLabTest {
    private static final String MISSING = "keepalivelab.missingProxy";

    @TempDir
    private Path folder;

    /** The embedded loop reads all that is ready before it writes, so it sees every close that came before it goes on. */
    @Test
    void stagedOutcomesOfTheEmbeddedProxyAreEqualInEveryTry() throws IOException {
        assertThat(staged("embedded"))
                .isEqualTo(Map.of(
                        "fin-first", "200, attempts 1, accepts 2, 3 of 3",
                        "fin-second", "200, attempts 1, accepts 2, 3 of 3",
                        "read-fin", "502, attempts 1, accepts 1, 3 of 3",
                        "read-rst", "502, attempts 1, accepts 1, 3 of 3",
                        "rst-first", "200, attempts 1, accepts 2, 3 of 3",
                        "rst-second", "200, attempts 1, accepts 2, 3 of 3",
                        "unread", "502, attempts 0, accepts 1, 3 of 3"));
    }

    /** A POST whose connection ended in order is written before nginx notices; a reset is met before. */
    @Test
    void stagedOutcomesOfNginxAreEqualInEveryTry() throws IOException {
        assertThat(staged("nginx"))
                .isEqualTo(Map.of(
                        "fin-first", "200, attempts 1, accepts 2, 3 of 3",
                        "fin-second", "502, attempts 0, accepts 1, 3 of 3",
                        "read-fin", "502, attempts 1, accepts 1, 3 of 3",
                        "read-rst", "502, attempts 1, accepts 1, 3 of 3",
                        "rst-first", "200, attempts 1, accepts 2, 3 of 3",
                        "rst-second", "200, attempts 1, accepts 2, 3 of 3",
                        "unread", "502, attempts 0, accepts 1, 3 of 3"));
    }

    @Test
    void aProxyWithSeveralWorkersCannotBePausedAndSaysSo() throws IOException {
        String only = shipped("race-staged").replaceAll("(?m)^    (unread|read-fin|read-rst): .*\\n", "");
        RunResult result = run(small(only), "embedded,workers=2", Map.of("tries", "1"));
        assertThat(result.cells())
                .filteredOn(cell -> "fin-first".equals(cell.axes().get("staging")))
                .singleElement()
                .satisfies(cell -> {
                    assertThat(cell.verdict()).isEqualTo(Verdict.UNSUPPORTED);
                    assertThat(cell.reasons()).singleElement().asString().contains("cannot be paused");
                });
    }

    @Test
    void aSweepFindsTheEdgeAndWritesItsBins() throws IOException {
        String sweep = shipped("race-sweep").replace("[GET, POST]", "[GET]");
        Map<String, String> quick = Map.of("idle", "40ms", "from", "20ms", "to", "60ms", "step", "4ms", "repeat", "1");
        RunResult result = run(sweep, "embedded", quick);
        CellResult cell = result.cells().get(0);
        assertThat(cell.reasons()).isEmpty();
        assertThat(cell.figures())
                .containsEntry("limitMs", 40.0)
                .containsEntry("failures", 0L)
                .containsKeys("windowUs", "firstNewMs", "lastReusedMs");
        Path runFolder = folder.resolve("runs").resolve("race-sweep").resolve("latest");
        assertThat(runFolder.resolve(cell.files().getOrDefault("gaps", "no gaps")))
                .content()
                .startsWith("request,due_us,achieved_us");
        assertThat(runFolder.resolve(cell.files().getOrDefault("gap bins", "no bins")))
                .content()
                .startsWith("fromUs,toUs,requests");
        assertThat(runFolder.resolve("table.md")).content().contains("race-sweep: edge");
    }

    private Map<String, String> staged(String arm) throws IOException {
        RunResult result = run(small(shipped("race-staged")), arm, Map.of("tries", "3"));
        Map<String, String> outcomes = new TreeMap<>();
        cells(result).forEach((staging, cell) -> {
            assertThat(cell.reasons()).as(staging).isEmpty();
            Map<String, Object> figures = cell.figures();
            outcomes.put(
                    staging,
                    figures.get("answer") + ", attempts " + figures.get("attempts") + ", accepts "
                            + figures.get("accepts") + ", " + figures.get("equal"));
        });
        return outcomes;
    }

    private static Map<String, CellResult> cells(RunResult result) {
        Map<String, CellResult> cells = new TreeMap<>();
        result.cells().forEach(cell -> cells.put(String.valueOf(cell.axes().get("staging")), cell));
        return cells;
    }

    /** A POST without a body in each staging. */
    private static String small(String text) {
        return text.replace("[GET, POST]", "[POST]").replace("[0, 1024, 131072]", "[0]");
    }

    private static String shipped(String id) throws IOException {
        return Files.readString(Home.path().resolve("scenarios").resolve(id + ".yaml"));
    }

    private RunResult run(String text, String arm, Map<String, String> sets) throws IOException {
        Scenario scenario = ScenarioFile.read(Files.writeString(folder.resolve("small.yaml"), text));
        List<Arm> arms = List.of(Arm.parse(arm));
        RunOrder order = new RunOrder(
                scenario.resolve(sets, arms), bound(arms), OptionalLong.of(1), OptionalInt.empty(), List.of());
        PrintWriter nowhere = new PrintWriter(new StringWriter());
        RunOutput output = new RunOutput(nowhere, nowhere, RunOutput.Loudness.QUIET);
        return Run.of(order, folder.resolve("runs"), output, Interruption.never())
                .execute();
    }

    /** Without the proxy the test is skipped, or fails where the build requires every proxy. */
    private static List<ArmBinding> bound(List<Arm> arms) {
        try {
            return ArmBinding.bind(arms, false);
        } catch (EnvironmentException missing) {
            if ("fail".equals(System.getProperty(MISSING))) {
                throw missing;
            }
            Assumptions.abort(missing.getMessage());
        }
        return List.of();
    }
}
