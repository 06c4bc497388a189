package keepalivelab.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import keepalivelab.api.Arm;
import keepalivelab.app.Main;
import keepalivelab.app.Typed;
import keepalivelab.app.command.Words;
import keepalivelab.app.scenario.Scenario;
import keepalivelab.report.CellResult;
import keepalivelab.report.RunResult;
import keepalivelab.report.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that goes on where an earlier one was cut short. */
class KeptCellsTest {
    private static final String MARK = "kept from the earlier run";

    @TempDir
    private Path runs;

    @Test
    void finishedCellsAreKeptAndTheOthersAreRunIntoTheSameFolder() {
        RunOrder order = order(7, "embedded:thread-lru", "embedded:sharded-lru");
        RunResult whole = run(order);
        RunResult resumed = run(order, Optional.of(cutShortAfterTheFirst(whole)));
        assertThat(resumed.partial()).isFalse();
        assertThat(resumed.startedAt()).isEqualTo(whole.startedAt());
        assertThat(resumed.cells()).hasSameSizeAs(whole.cells());
        assertThat(resumed.cells().get(0).notes()).contains(MARK);
        assertThat(resumed.cells().subList(1, resumed.cells().size()))
                .noneMatch(cell -> cell.notes().contains(MARK));
        assertThat(Typed.runsIn(runs)).hasSize(1);
    }

    @Test
    void anotherSeedOrAnotherParameterOrAFinishedRunIsNoPlaceToGoOn() {
        RunOrder order = order(7, "embedded:thread-lru");
        RunResult whole = run(order);
        KeptCells kept = cutShortAfterTheFirst(whole);
        assertThat(kept.fits(order)).isTrue();
        assertThat(kept.fits(order(8, "embedded:thread-lru"))).isFalse();
        assertThat(kept.fits(order(7, Map.of("puts", "5"), "embedded:thread-lru")))
                .isFalse();
        assertThat(new KeptCells(runs, whole).fits(order)).isFalse();
    }

    @Test
    void aCellOfAnotherArmIsRunAgain() {
        RunOrder order = order(7, "a=embedded:thread-lru");
        KeptCells kept = cutShortAfterTheFirst(run(order));
        RunOrder other = order(7, "b=embedded:thread-lru");
        assertThat(kept.cell(order, order.turns().get(0))).isPresent();
        assertThat(kept.cell(other, other.turns().get(0))).isEmpty();
    }

    private KeptCells cutShortAfterTheFirst(RunResult whole) {
        CellResult first = whole.cells().get(0);
        CellResult marked =
                CellResult.of(first.id(), first.arm(), first.axes()).note(MARK).judged(Verdict.HELD, List.of());
        RunResult partial = RunResult.started(
                        whole.tool(), whole.seed(), whole.startedAt(), whole.scenario(), whole.environment())
                .withCells(List.of(marked));
        return new KeptCells(Typed.runsIn(runs).get(0), partial);
    }

    private RunResult run(RunOrder order) {
        return run(order, Optional.empty());
    }

    private RunResult run(RunOrder order, Optional<KeptCells> kept) {
        PrintWriter nowhere = new PrintWriter(new StringWriter());
        RunOutput output = new RunOutput(nowhere, nowhere, RunOutput.Loudness.QUIET);
        try (Interruption interruption = Interruption.armed()) {
            Run run = Run.of(order, runs, output, interruption);
            return kept.map(run::keeping).orElse(run).execute();
        }
    }

    private static RunOrder order(long seed, String... arms) {
        return order(seed, Map.of(), arms);
    }

    private static RunOrder order(long seed, Map<String, String> sets, String... arms) {
        List<Arm> parsed = List.of(arms).stream().map(Arm::parse).toList();
        Scenario scenario = Main.catalog().read("pool-order", Words.ofScenarios());
        return new RunOrder(
                scenario.resolve(sets, parsed),
                ArmBinding.bind(parsed, false),
                OptionalLong.of(seed),
                OptionalInt.empty(),
                List.of("./run-scenario", "pool-order"));
    }
}
