package keepalivelab.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import keepalivelab.api.Arm;
import keepalivelab.app.Main;
import keepalivelab.app.command.Words;
import keepalivelab.report.Round;
import keepalivelab.report.RoundArm;
import keepalivelab.report.RunResult;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RoundTest {
    private static final WindowPlan TWO_WINDOWS = new WindowPlan(Duration.ofMillis(20), Duration.ofMillis(60), 2);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    void bothArmsAreTimedInTheSameWindowsAtOneRate(ComparisonOrder.Design design) {
        RunResult result = compared(design, List.of());
        assertThat(result.rounds()).hasSize(4);
        for (Round round : result.rounds()) {
            assertThat(round.arms()).hasSize(2);
            assertThat(round.arms()).allSatisfy(arm -> {
                assertThat(arm.problems()).isEmpty();
                assertThat(arm.windows()).hasSize(2);
            });
            assertThat(round.arms().stream().map(RoundArm::perSecond).distinct())
                    .as("rates of one round")
                    .hasSize(1);
        }
        assertThat(result.rounds().stream()
                        .filter(r -> r.cell().endsWith("=8"))
                        .map(r -> r.arms().get(0).perSecond())
                        .distinct())
                .as("rates of one cell")
                .hasSize(1);
        assertThat(result.rounds().stream().filter(r -> r.canary() != null)).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource
    void aPlantedDelayIsInTheCandidatesTimesOnly(ComparisonOrder.Design design) {
        RunResult result = compared(design, List.of("delay(20ms)"));
        for (Round round : result.rounds()) {
            assertThat(round.arms().get(1).windows())
                    .allSatisfy(w -> assertThat(w.p50Us()).isGreaterThan(20_000));
        }
        assertThat(result.rounds().stream().flatMap(r -> r.arms().get(0).windows().stream()))
                .anySatisfy(w -> assertThat(w.p50Us()).isLessThan(20_000));
    }

    private RunResult compared(ComparisonOrder.Design design, List<String> plant) {
        List<Arm> arms = List.of(Arm.parse("relay"), Arm.parse("relay"));
        RunOrder run = new RunOrder(
                Main.catalog().read("keepalive-size", Words.ofScenarios()).resolve(Map.of("n", "64"), arms),
                ArmBinding.bind(arms, false),
                11,
                OptionalInt.empty(),
                List.of("./run-scenario", "ab"));
        List<PairedCell> cells =
                PairedCell.of(run.scenario(), run.arms().get(0), run.arms().get(1));
        ComparisonOrder order = new ComparisonOrder(run, cells, 2, TWO_WINDOWS, design, 0.01, plant);
        RunOutput silent = new RunOutput(
                new PrintWriter(Writer.nullWriter()), new PrintWriter(Writer.nullWriter()), RunOutput.Loudness.QUIET);
        return ComparisonTrial.run(order, folder, silent, Interruption.never()).orElseThrow();
    }
}
