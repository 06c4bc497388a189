package keepalivelab.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import keepalivelab.report.ResultDirectory;
import keepalivelab.report.ResultJson;
import keepalivelab.report.Round;
import keepalivelab.report.RunResult;
import keepalivelab.report.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Comparisons on a proxy inside the tests, by their command lines; counts only, because times are not for tests. */
class ComparisonTest {
    @TempDir
    private Path folder;

    private Typed ab(String base, String candidate, String... more) {
        List<String> words = new ArrayList<>(List.of(
                "ab", "keepalive-size", "--base", base, "--candidate", candidate, "--set", "n=64", "--seed", "5"));
        words.addAll(Arrays.asList(more));
        words.addAll(List.of("--out", folder.toString()));
        return Typed.words(words.toArray(String[]::new));
    }

    private Typed counts(String base, String candidate, String... more) {
        List<String> words = new ArrayList<>(List.of("--windows", "none", "--rounds", "7"));
        words.addAll(Arrays.asList(more));
        return ab(base, candidate, words.toArray(String[]::new));
    }

    private Path only() {
        assertThat(Typed.runsIn(folder)).hasSize(1);
        return Typed.runsIn(folder).get(0);
    }

    private static RunResult read(Path run) {
        return ResultJson.read(run.resolve(ResultDirectory.RESULT));
    }

    @Test
    void equalArmsPassAndLeaveATableForReviewers() throws Exception {
        Typed typed = counts("relay", "relay");
        assertThat(typed.status()).as(typed.err() + typed.out()).isZero();
        assertThat(typed.out())
                .contains("keepalive-size: relay@1.0#2 against relay@1.0: PASS")
                .contains("verdict: PASS (exit 0), seed 5");
        RunResult result = read(only());
        assertThat(result.rounds()).hasSize(14);
        assertThat(result.gates()).allSatisfy(g -> assertThat(g.verdict()).isEqualTo(Verdict.HELD));
        assertThat(result.partial()).isFalse();
        assertThat(Files.readString(only().resolve("table.md")))
                .contains("| size=8,clients=8 | accepts | 8 | 8 | +0 |");
        assertThat(only()).isDirectoryContaining("glob:**/windows.csv").isDirectoryContaining("glob:**/table.csv");
    }

    @Test
    void aCandidateThatInventsAnswersMakesTheComparisonVoid() {
        Typed typed = counts("relay", "relay:inventing");
        assertThat(typed.status()).isEqualTo(5);
        assertThat(typed.out()).contains("VOID").contains("round 0, relay:inventing@1.0: ");
    }

    @Test
    void aCandidateThatDiesMakesTheComparisonVoidAndNobodyWaitsForIt() {
        assertThat(counts("relay", "relay:dying").status()).isEqualTo(5);
    }

    @Test
    void theResultDocumentAloneIsOnStdoutWhereItIsAskedFor() {
        Typed typed = counts("relay", "relay", "--json");
        assertThat(ResultJson.read("stdout", typed.out())).isEqualTo(read(only()));
    }

    @Test
    void whatWasInterruptedGoesOnAndKeepsItsRounds() {
        counts("relay", "relay");
        RunResult whole = read(only());
        List<Round> begun = whole.rounds().subList(0, 5);
        ResultDirectory.reopen(only())
                .write(whole.withGates(List.of()).withRounds(Objects.requireNonNull(whole.comparison()), begun));
        Typed typed = Typed.words("ab", "--resume", only().toString());
        assertThat(typed.status()).as(typed.err()).isZero();
        RunResult resumed = read(only());
        assertThat(resumed.partial()).isFalse();
        assertThat(resumed.rounds()).hasSize(14).startsWith(begun.toArray(Round[]::new));
        assertThat(resumed.comparison()).isEqualTo(whole.comparison());
    }

    @Test
    void anotherExperimentIsNotMixedIntoAnInterruptedOne() {
        counts("relay", "relay");
        String run = only().toString();
        assertThat(counts("relay", "relay", "--resume", run).err()).contains("all 7 rounds are finished");
        RunResult whole = read(only());
        ResultDirectory.reopen(only())
                .write(whole.withRounds(
                        Objects.requireNonNull(whole.comparison()),
                        whole.rounds().subList(0, 2)));
        Typed typed = counts("relay", "relay:serial", "--resume", run);
        assertThat(typed.status()).isEqualTo(2);
        assertThat(typed.err()).contains("cannot be resumed: candidate was ");
    }

    @Test
    void tooFewRoundsAreRefusedWithTheNumberThatIsNeeded() {
        Typed typed = ab("relay", "relay", "--rounds", "8");
        assertThat(typed.status()).isEqualTo(2);
        assertThat(typed.complaints())
                .containsExactly(
                        "run-scenario: --rounds 8: with alpha 0.01 shared by 4 gates of times no result could say "
                                + "regressed; at least 9 rounds are needed");
        assertThat(Typed.runsIn(folder)).isEmpty();
    }

    @Test
    void whatCannotBeComparedIsRefusedInOneLine() {
        assertThat(Typed.words("ab", "race-staged", "--base", "relay", "--candidate", "relay")
                        .status())
                .isEqualTo(2);
        assertThat(Typed.words("ab", "keepalive-size", "--base", "relay").complaints())
                .containsExactly("run-scenario: ab needs --candidate: run-scenario ab NAME --base ARM --candidate ARM");
        assertThat(ab("relay", "external@127.0.0.1:1").err()).contains("starts the proxy afresh");
        assertThat(ab("relay", "relay", "--windows", "3").err()).contains("use COUNTxLENGTH");
        assertThat(ab("relay", "relay", "--alpha", "0").err()).contains("--alpha 0.0 is not between");
    }

    @Test
    void anArmAgainstItselfRaisesNoAlarmAndGoesOnWhereItWas() {
        String[] words = {
            "aa",
            "keepalive-size",
            "--proxy",
            "relay",
            "--repeat",
            "1",
            "--windows",
            "none",
            "--rounds",
            "7",
            "--set",
            "n=64",
            "--seed",
            "9",
            "-q",
            "--out",
            folder.toString()
        };
        Typed typed = Typed.words(words);
        assertThat(typed.status()).as(typed.err()).isZero();
        assertThat(typed.out())
                .contains("false alarms: 0 of 4 verdicts (0.00%); the rate is at most 52.71% (95%, exact)");
        words[5] = "2";
        assertThat(Typed.words(words).out()).contains("false alarms: 0 of 8 verdicts");
        assertThat(folder.resolve("keepalive-size/aa-9/aa.csv")).exists();
    }
}
