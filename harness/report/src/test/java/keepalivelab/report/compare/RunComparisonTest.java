package keepalivelab.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import keepalivelab.api.InputException;
import keepalivelab.report.CellResult;
import keepalivelab.report.ExitStatus;
import keepalivelab.report.MeasuredArm;
import keepalivelab.report.RunResult;
import keepalivelab.report.Scenario;
import keepalivelab.report.StoredRun;
import keepalivelab.report.TableColumn;
import keepalivelab.report.TableModel;
import keepalivelab.report.TextTable;
import keepalivelab.report.Verdict;
import keepalivelab.report.export.ExportedRuns;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunComparisonTest {
    private static final String HEADER = "connection,exchanges,closed_by\n";

    @TempDir
    private Path folder;

    @Test
    void countsStandSideBySideAndTimesAreMarkedAsNotJudged() {
        StoredRun run = ExportedRuns.stored(ExportedRuns.held());
        RunComparison comparison = RunComparison.of(run, run);
        assertThat(comparison.counts().columns())
                .extracting(TableColumn::header)
                .contains("accepts base", "accepts candidate", "outcomes base", "reuse candidate");
        assertThat(TextTable.render(comparison.times()))
                .contains("(not judged)")
                .contains("p50");
        assertThat(comparison.fingerprint()).isEmpty();
    }

    @Test
    void whatTheLedgersTellIsSaidInWords() throws IOException {
        StoredRun base = run("base", "pool.max-requests = 1000\n", HEADER + "1,1000,peer\n2,1000,peer\n3,1000,peer\n");
        StoredRun candidate =
                run("candidate", "pool.max-requests = 100\n", HEADER + "1,100,peer\n2,100,peer\n3,7,open\n");
        RunComparison comparison = RunComparison.of(base, candidate);
        assertThat(comparison.ledger())
                .containsExactly(
                        "candidate closes after 100 exchanges, base after 1000",
                        "candidate has 1 open at the end, base 0");
        assertThat(comparison.configuration())
                .containsExactly("proxy.conf: - pool.max-requests = 1000", "proxy.conf: + pool.max-requests = 100");
        assertThat(comparison.problems()).isEmpty();
    }

    @Test
    void aFileThatCannotBeReadIsNamedAndTheRestIsCompared() throws IOException {
        StoredRun base = run("base", "a = 1\n", HEADER + "1,10,peer\n");
        StoredRun candidate = run("candidate", "a = 2\n", HEADER + "1,10\n");
        RunComparison comparison = RunComparison.of(base, candidate);
        assertThat(comparison.problems())
                .containsExactly(folder.resolve("candidate/connections.csv") + ":2: no row of a ledger");
        assertThat(comparison.configuration()).hasSize(2);
    }

    @Test
    void runsInUnlikePlacesSayWhatDiffers() {
        StoredRun base = ExportedRuns.stored(ExportedRuns.held());
        StoredRun candidate = ExportedRuns.stored(ExportedRuns.held().with(Map.of("cpuQuota", "1.50")));
        assertThat(RunComparison.of(base, candidate).fingerprint()).containsExactly("cpuQuota: none against 1.50");
    }

    @Test
    void cellsOfOneRunOnlyAreNamed() {
        StoredRun base = ExportedRuns.stored(ExportedRuns.held());
        StoredRun candidate = ExportedRuns.stored(ExportedRuns.run(
                List.of(ExportedRuns.judged(64, Verdict.HELD, List.of())), ExitStatus.Strictness.LENIENT));
        assertThat(RunComparison.of(base, candidate).counts().notes())
                .contains("only in the base: old size=2", "only in the candidate: old size=64");
    }

    @Test
    void aValueThatAnArmSetsItselfStandsBesideTheNearestThatIsNotBelow() {
        StoredRun base = ExportedRuns.stored(ExportedRuns.held());
        StoredRun candidate = ExportedRuns.stored(ExportedRuns.run(
                List.of(ExportedRuns.judged(7, Verdict.HELD, List.of())), ExitStatus.Strictness.LENIENT));
        TableModel counts = RunComparison.of(base, candidate).counts();
        assertThat(counts.notes()).contains("size=7 of the candidate stands beside size=8 of the base");
        assertThat(counts.rows()).hasSize(1);
    }

    @Test
    void runsOfTwoScenariosAreRefused() {
        RunResult other = ExportedRuns.held();
        RunResult renamed = RunResult.started(
                other.tool(),
                1,
                other.startedAt(),
                new Scenario("other", "?", null, "b".repeat(64), Map.of()),
                other.environment());
        assertThatThrownBy(() -> RunComparison.of(ExportedRuns.stored(other), ExportedRuns.stored(renamed)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("runs of two scenarios");
    }

    private StoredRun run(String name, String config, String ledger) throws IOException {
        Path place = Files.createDirectories(folder.resolve(name));
        Files.writeString(place.resolve("proxy.conf"), config);
        Files.writeString(place.resolve("connections.csv"), ledger);
        CellResult cell = CellResult.of("single", new MeasuredArm(name, "embedded", "lifo", "1", null), Map.of())
                .file("config proxy.conf", "proxy.conf")
                .file("ledger", "connections.csv")
                .judged(Verdict.HELD, List.of());
        return new StoredRun(place, ExportedRuns.run(List.of(cell), ExitStatus.Strictness.LENIENT), List.of());
    }
}
