package keepalivelab.app.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import keepalivelab.app.run.Interruption;
import keepalivelab.app.run.RunOutput;
import keepalivelab.app.run.TrialLog;
import keepalivelab.app.run.TrialLog.Entry;
import keepalivelab.app.selftest.GateSelftest.Environs;
import keepalivelab.app.selftest.GateSelftest.Plan;
import keepalivelab.app.selftest.GateSelftest.Typed;
import keepalivelab.report.Environment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GateSelftestTest {
    private static final Environment HERE = new Environment("Linux", "a CPU", 2, "a JDK", 0, Map.of());
    private static final String REASONS = "accepts 8\nfailed: accepts attempts oldestFirst 502 exceeds its cap";

    @TempDir
    private Path folder;

    private final List<List<String>> typed = new ArrayList<>();

    private TrialLog log() {
        return TrialLog.open(folder.resolve("log.csv"), "test");
    }

    private void counts(int trials, Typed answer) {
        RunOutput silent = new RunOutput(
                new PrintWriter(Writer.nullWriter()), new PrintWriter(Writer.nullWriter()), RunOutput.Loudness.QUIET);
        Environs environs = new Environs(
                seed -> {
                    throw new AssertionError("no comparison is asked for");
                },
                folder,
                silent,
                Interruption.never());
        new GateSelftest(
                        new Plan(trials, 0, 0, 0),
                        log(),
                        words -> {
                            typed.add(words);
                            return answer;
                        },
                        environs)
                .run();
    }

    @Test
    void everyDefectIsPlantedAndATrialThatWasMadeIsNotMadeAgain() {
        counts(1, new Typed(1, REASONS));
        assertThat(typed)
                .hasSize(CountPlant.values().length)
                .allSatisfy(words -> assertThat(words).startsWith("gate").contains("--proxy", "--seed"));
        counts(2, new Typed(1, REASONS));
        assertThat(typed).hasSize(2 * CountPlant.values().length);
        assertThat(SelftestPage.of(log()).good()).isTrue();
        assertThat(SelftestPage.of(log()).markdown(HERE)).contains("| 2 of 2 | at least 22.4% | yes |");
    }

    @Test
    void aDefectThatIsMissedOrFoundForAnotherReasonIsNotFound() {
        counts(1, new Typed(0, "held"));
        assertThat(SelftestPage.of(log()).good()).isFalse();
        assertThat(log().of(GateSelftest.check(CountPlant.STALE_REUSE)))
                .extracting(Entry::found)
                .containsExactly("missed");
        counts(2, new Typed(1, "accepts\nfailed: something else"));
        assertThat(log().of(GateSelftest.check(CountPlant.SMALLER_POOL)))
                .extracting(Entry::found)
                .containsExactly("missed", "wrong reason");
    }

    @Test
    void oneAlarmOfEqualArmsIsTold() {
        TrialLog log = log();
        log.add(List.of(
                new Entry(GateSelftest.EQUAL, 0, "size=8 p50", "PASS", ""),
                new Entry(GateSelftest.EQUAL, 0, "size=8 p99", "VOID", "")));
        assertThat(SelftestPage.of(log).good()).isTrue();
        assertThat(SelftestPage.of(log).markdown(HERE)).contains("0 regressed of 1 verdicts, and 1 void");
        log.add(List.of(new Entry(GateSelftest.EQUAL, 1, "size=8 p50", "REGRESSED", "")));
        assertThat(SelftestPage.of(log).good()).isFalse();
    }

    @Test
    void aSlowerServiceIsLookedForInTheMedian() {
        TrialLog log = log();
        for (int trial = 0; trial < 10; trial++) {
            String found = trial == 0 ? "INCONCLUSIVE" : "REGRESSED";
            log.add(List.of(
                    new Entry(GateSelftest.SLOWER, trial, "size=8 p50", found, ""),
                    new Entry(GateSelftest.SLOWER, trial, "size=8 p99", "PASS", "")));
        }
        assertThat(SelftestPage.of(log).markdown(HERE)).contains("| 9 of 10 | at least 60.6% | yes |");
        log.add(List.of(new Entry(GateSelftest.SLOWER, 10, "size=8 times", "VOID", "")));
        assertThat(SelftestPage.of(log).good()).isFalse();
    }
}
