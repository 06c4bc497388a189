package keepalivelab.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import keepalivelab.api.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LiveViewTest {
    private static final Terminal UNICODE =
            new Terminal(Set.of(Terminal.Trait.REWRITES, Terminal.Trait.UNICODE), () -> TerminalSize.UNKNOWN);

    @Test
    void itSaysWhatIsCountedAndThatItIsProvisional() {
        LiveView view = new LiveView(UNICODE, 100, 3000);
        view.sample(0, counts(1000, 990, 4), Duration.ofMillis(250));
        view.sample(0, counts(1500, 1485, 8), Duration.ofMillis(500));
        assertThat(view.lines("[3/9]", "embedded size=8 clients=32", "about 12 s left in all"))
                .containsExactly(
                        "live, provisional: counts as they are now, not the result",
                        "  cell      [3/9] embedded size=8 clients=32, about 12 s left in all",
                        "  requests  1500 of 3000 ended [##########..........] 50%",
                        "  rate      2,000/s now, 3,000/s so far  █▄",
                        "  reuse     99.0% of 1500 exchanges on a used connection ▇",
                        "  open      8 upstream connections, most seen 8  ▄█",
                        "  accepts   15 so far, 2 requests in flight",
                        "  outcomes  ok 1490, timeout 10");
    }

    @Test
    void itHasAsManyLinesBeforeAnythingWasCounted() {
        LiveView view = new LiveView(Terminal.NONE, 100, 0);
        assertThat(view.lines("[1/1]", "nginx", ""))
                .hasSize(view.height())
                .contains("  cell      [1/1] nginx", "  reuse     -", "  outcomes  none yet");
    }

    @Test
    void bothArmsOfAComparisonAreShownOneBelowTheOther() {
        PairedLiveView view = new PairedLiveView(UNICODE, 100, List.of("embedded:lifo", "embedded:capped"));
        view.sample(0, counts(1000, 990, 4), Duration.ofMillis(250));
        view.sample(1, counts(500, 250, 8), Duration.ofMillis(250));
        view.sample(1, counts(100, 50, 8), Duration.ofMillis(100));
        assertThat(view.lines("[round 3/16]", "size=8,clients=8", "about 2 min 5 s left in all"))
                .hasSize(view.height())
                .containsExactly(
                        "live, provisional: counts as they are now, not the result",
                        "  cell      [round 3/16] size=8,clients=8, about 2 min 5 s left in all",
                        "base embedded:lifo",
                        "  rate      4,000/s now, 4,000/s so far  █",
                        "  reuse     99.0% of 1000 exchanges on a used connection ▇, 10 accepts",
                        "  open      4 upstream connections, most seen 4  █",
                        "  outcomes  ok 990, timeout 10",
                        "candidate embedded:capped",
                        "  rate      1,000/s now, 1,000/s so far  █▄",
                        "  reuse     50.0% of 100 exchanges on a used connection ▄, 50 accepts",
                        "  open      8 upstream connections, most seen 8  ██",
                        "  outcomes  ok 90, timeout 10");
    }

    @Test
    void withoutUnicodeItIsPlain() {
        LiveView view = new LiveView(Terminal.NONE, 100, 3000);
        view.sample(0, counts(1000, 990, 4), Duration.ofMillis(250));
        assertThat(String.join("", view.lines("[1/9]", "nginx", ""))).matches("\\p{ASCII}*");
    }

    @Test
    void onlyTheLastFortySamplesAreDrawn() {
        LiveView view = new LiveView(UNICODE, 200, 3000);
        for (int i = 1; i <= 100; i++) {
            view.sample(0, counts(100 * i, 99 * i, 4), Duration.ofMillis(250L * i));
        }
        assertThat(view.lines("[1/9]", "nginx", "").get(3)).endsWith("  " + "█".repeat(40));
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 57, 80, 100})
    void noLineIsAsWideAsTheTerminal(int columns) {
        LiveView view = new LiveView(UNICODE, columns, 1_000_000_000);
        for (int i = 1; i <= 50; i++) {
            view.sample(0, counts(1_000_000 * i, 999_999 * i, 4096), Duration.ofMillis(250L * i));
        }
        String name = "embedded:sharded-lru " + "pool.max-idle=123456 ".repeat(10);
        assertThat(view.lines("[123/456]", name, "about 12 h 5 min left in all"))
                .hasSize(view.height())
                .allSatisfy(line -> assertThat(line.length()).isLessThan(columns));
        PairedLiveView pair = new PairedLiveView(UNICODE, columns, List.of(name, name));
        pair.sample(1, counts(1_000_000, 999_999, 4096), Duration.ofMillis(250));
        assertThat(pair.lines("[round 123/456]", name, "about 12 h 5 min left in all"))
                .hasSize(pair.height())
                .allSatisfy(line -> assertThat(line.length()).isLessThan(columns));
        assertThat(ProgressLine.of(
                        UNICODE, columns, "[123/456]", name, List.of("1 of 3", "41,230/s", "about 12 s left in all")))
                .hasSizeLessThan(columns);
    }

    @Test
    void aProgressLineCutsTheNameAndKeepsTheFacts() {
        List<String> facts = List.of(ProgressLine.done(1240, 3000), ProgressLine.rate(41_230.4));
        assertThat(ProgressLine.of(UNICODE, 100, "[3/9]", "embedded size=8 clients=32", facts))
                .isEqualTo("[3/9] embedded size=8 clients=32: 1240 of 3000, 41,230/s");
        assertThat(ProgressLine.of(UNICODE, 50, "[3/9]", "embedded size=8 clients=32", facts))
                .isEqualTo("[3/9] embedded …lients=32: 1240 of 3000, 41,230/s")
                .hasSizeLessThan(50);
    }

    private static LiveCounts counts(int exchanges, int reused, int open) {
        Map<Outcome, Integer> outcomes = Map.of(Outcome.TIMEOUT, 10, Outcome.OK, exchanges - 10);
        return new LiveCounts(exchanges + 2, outcomes, exchanges - reused, open, 2, exchanges, reused);
    }
}
