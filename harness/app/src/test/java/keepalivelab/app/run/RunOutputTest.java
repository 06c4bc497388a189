package keepalivelab.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import keepalivelab.api.Arm;
import keepalivelab.api.Outcome;
import keepalivelab.app.Main;
import keepalivelab.app.command.Words;
import keepalivelab.app.run.RunOutput.Detail;
import keepalivelab.app.run.RunOutput.Loudness;
import keepalivelab.app.terminal.LiveCounts;
import keepalivelab.app.terminal.Terminal;
import keepalivelab.app.terminal.Terminal.Trait;
import keepalivelab.app.terminal.TerminalSize;
import keepalivelab.report.TableLayout;
import org.junit.jupiter.api.Test;

class RunOutputTest {
    private static final String HIDE_CURSOR = "\u001b[?25l";
    private static final String SHOW_CURSOR = "\u001b[?25h";
    private static final LiveCounts COUNTS = new LiveCounts(1240, Map.of(Outcome.OK, 1232), 43, 8, 8, 1232, 1189);

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void aLineSaysHowFarARunIs() {
        RunOutput output = output(Loudness.NORMAL, Detail.LINE, Trait.REWRITES);
        output.turn(turns().get(4), turns());
        output.progress(0, COUNTS, Duration.ofMillis(500));
        assertThat(err.toString())
                .contains("[5/9] relay@1.0 size=8 clients=8\u001b[K")
                .containsPattern(
                        "\\[5/9\\] relay@1.0 size=8 clients=8: 1240 of 3000, 2,480/s, about \\d+ s left in all");
        output.unwatched();
        assertThat(err.toString()).endsWith("\r\u001b[J" + SHOW_CURSOR);
    }

    @Test
    void theLiveViewShowsWhatGoesOnAndMakesWayForOtherLines() {
        RunOutput output = output(Loudness.NORMAL, Detail.LIVE, Trait.REWRITES);
        output.turn(turns().get(0), turns());
        output.progress(0, COUNTS, Duration.ofMillis(500));
        assertThat(err.toString()).contains("live, provisional", "  reuse     96.5% of 1232", "  outcomes  ok 1232");
        output.remark("something else");
        assertThat(err.toString()).endsWith("\r\u001b[7A\u001b[J" + SHOW_CURSOR + "something else\n");
    }

    @Test
    void repetitionsAreShownFourTimesASecond() {
        RunOutput output = output(Loudness.NORMAL, Detail.LINE, Trait.REWRITES);
        output.turn(turns().get(0), turns());
        for (int done = 0; done < 100; done++) {
            output.repetition(done, 100, Duration.ofMillis(10L * done));
        }
        assertThat(err.toString())
                .containsPattern("relay@1.0 size=2 clients=1: 0 of 100 repetitions\u001b")
                .containsPattern("25 of 100 repetitions, about \\d+ .* left in all\u001b")
                .contains("50 of 100 repetitions", "75 of 100 repetitions")
                .doesNotContain("24 of 100", "26 of 100", "99 of 100");
    }

    @Test
    void theLiveViewKeepsItsHeightFromCellToCell() {
        RunOutput output = output(Loudness.NORMAL, Detail.LIVE, Trait.REWRITES);
        for (RunOrder.Turn turn : turns()) {
            output.turn(turn, turns());
            output.progress(0, COUNTS, Duration.ofMillis(500));
        }
        String[] frames = err.toString().split("\\u001b\\[\\?25l", -1);
        assertThat(frames).hasSize(1 + 2 * 9);
        assertThat(List.of(frames).subList(1, frames.length))
                .allSatisfy(frame ->
                        assertThat(frame.chars().filter(c -> c == '\n')).hasSize(7));
        assertThat(frames[3]).contains("[2/9] relay@1.0 size=2 clients=8").contains("outcomes  none yet");
    }

    @Test
    void aTerminalOfFewLinesGetsTheLineInstead() {
        Terminal low = new Terminal(EnumSet.of(Trait.REWRITES), () -> new TerminalSize(100, 8));
        RunOutput output =
                new RunOutput(writer(out), writer(err), Loudness.NORMAL, new RunOutput.Watching(low, Detail.LIVE));
        output.turn(turns().get(0), turns());
        output.progress(0, COUNTS, Duration.ofMillis(500));
        assertThat(err.toString()).contains("1240 of 3000").doesNotContain("provisional");
    }

    @Test
    void theTerminalIsRestoredAsSoonAsTheRunIsInterrupted() {
        RunOutput output = output(Loudness.NORMAL, Detail.LIVE, Trait.REWRITES);
        Interruption interruption = Interruption.never();
        try (CellWatch watch = new CellWatch(output, interruption)) {
            output.turn(turns().get(0), turns());
            output.progress(0, COUNTS, Duration.ofMillis(500));
            interruption.request();
            assertThat(watch.interrupted()).isTrue();
            assertThat(err.toString()).endsWith(SHOW_CURSOR);
            output.progress(0, COUNTS, Duration.ofMillis(750));
            output.turn(turns().get(1), turns());
            assertThat(err.toString()).as("nothing is drawn any more").endsWith(SHOW_CURSOR);
        }
    }

    @Test
    void theTerminalIsRestoredWhenARunFails() {
        RunOutput output = output(Loudness.NORMAL, Detail.LIVE, Trait.REWRITES);
        CellWatch watch = new CellWatch(output, Interruption.never());
        output.turn(turns().get(0), turns());
        output.progress(0, COUNTS, Duration.ofMillis(500));
        watch.close();
        assertThat(err.toString()).endsWith(SHOW_CURSOR);
        output.progress(0, COUNTS, Duration.ofMillis(750));
        assertThat(err.toString().lastIndexOf(HIDE_CURSOR))
                .isLessThan(err.toString().lastIndexOf(SHOW_CURSOR));
    }

    @Test
    void whereNobodyWatchesItSaysOnceThatNothingIsShownLive() {
        RunOutput output = output(Loudness.NORMAL, Detail.LIVE, Trait.CI);
        output.started(Path.of("runs"), TableLayout.standard(), 7);
        turns().forEach(turn -> {
            output.turn(turn, turns());
            output.progress(0, COUNTS, Duration.ofMillis(500));
        });
        assertThat(err.toString()).isEqualTo("run-scenario: --live is not shown: this is a job of CI\n");
    }

    @Test
    void quietIsQuiet() {
        RunOutput output = output(Loudness.JSON_QUIET, Detail.LIVE, Trait.REWRITES);
        output.started(Path.of("runs"), TableLayout.standard(), 7);
        output.turn(turns().get(0), turns());
        output.progress(0, COUNTS, Duration.ofMillis(500));
        output.unwatched();
        assertThat(err.toString()).isEmpty();
        assertThat(out.toString()).isEmpty();
    }

    private RunOutput output(Loudness loudness, Detail detail, Trait... traits) {
        EnumSet<Trait> set = EnumSet.noneOf(Trait.class);
        set.addAll(List.of(traits));
        Terminal terminal = new Terminal(set, () -> new TerminalSize(100, 40));
        return new RunOutput(writer(out), writer(err), loudness, new RunOutput.Watching(terminal, detail));
    }

    private static PrintWriter writer(StringWriter text) {
        return new PrintWriter(text, true);
    }

    private static List<RunOrder.Turn> turns() {
        List<Arm> arms = List.of(Arm.parse("relay"));
        return new RunOrder(
                        Main.catalog()
                                .read("keepalive-size", Words.ofScenarios())
                                .resolve(Map.of(), arms),
                        ArmBinding.bind(arms, false),
                        11,
                        OptionalInt.empty(),
                        List.of("./run-scenario"))
                .turns();
    }
}
