package keepalivelab.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import keepalivelab.app.Main;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scenarios of kind pool through the command line, as a user runs them. */
class PoolScenarioTest {
    @TempDir
    private Path out;

    /** What a command line printed, and its exit status. */
    private record Printed(int status, String out, String err) {}

    private Printed run(String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--out", out.toString(), "--seed", "7"));
        StringWriter printed = new StringWriter();
        StringWriter complained = new StringWriter();
        int status =
                Main.run(new PrintWriter(printed, true), new PrintWriter(complained, true), all.toArray(String[]::new));
        return new Printed(status, printed.toString(), complained.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"pool-order", "pool-stale-entry", "pool-rules", "pool-cap-per-thread"})
    void bothVersionsStandSideBySideWithoutAnyOption(String scenario) {
        Printed printed = run(scenario);
        assertThat(printed.out).contains("thread-lru", "sharded-lru", "agrees", "verdict: held");
        assertThat(printed.out).doesNotContain("unexplained", "differs");
        assertThat(printed.status).isZero();
    }

    @Test
    void overfillComparesTheArmsThatAreNamed() {
        Printed printed = run(
                "pool-overfill",
                "--proxy",
                "embedded:thread-lru",
                "--proxy",
                "embedded:sharded-lru",
                "--proxy",
                "ours=embedded:capped",
                "--set",
                "repeat=3");
        assertThat(printed.status).as(printed.out).isZero();
        assertThat(printed.out).doesNotContain("unexplained");
        assertThat(printed.out.lines().filter(l -> l.startsWith("ours") && l.contains("shared")))
                .first()
                .asString()
                .matches("ours +shared +16 +0 +0.*");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "leaky-forgets-close | forgets to close",
                "leaky-hands-out-twice | hands out a connection twice",
                "leaky-exceeds-cap | exceeds its cap",
                "leaky-drops-one-in-100 | drops connections although there is room"
            })
    void aLeakyPoolIsRedWithItsFaultByName(String pool, String message) {
        Printed printed = run("pool-soundness", "--proxy", "embedded:" + pool);
        assertThat(printed.status).isEqualTo(1);
        assertThat(printed.out).contains("failed: " + message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"lifo", "fifo", "per-worker", "none", "capped", "thread-lru", "sharded-lru"})
    void everyOtherPoolIsSound(String pool) {
        assertThat(run("pool-soundness", "--proxy", "embedded:" + pool).status).isZero();
    }

    @Test
    void anArmWithoutAPoolOfItsOwnIsVisiblyUnsupported() {
        Printed printed = run(
                "pool-order",
                "--proxy",
                "external@127.0.0.1:9",
                "--backend-port",
                "9999",
                "--proxy",
                "embedded:fifo",
                "--set",
                "puts=3");
        assertThat(printed.status).isZero();
        assertThat(printed.out).contains("external").contains("1 2 3");
        assertThat(printed.out.replaceAll("\\s+", " "))
                .contains("unsupported: external has no pool that runs without it");
    }

    @Test
    void aPoolFromTestSourcesIsAnArm() {
        Printed printed = run("pool-soundness", "--proxy", "embedded:one-queue");
        assertThat(printed.status).isZero();
        assertThat(printed.out).contains("embedded:one-queue", "whoever comes is turned away");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--proxy external@127.0.0.1:9 --backend-port 9999 | it runs on embedded:<pool> or pingora-pool@<version>, not on external",
                "--proxy embedded:thread-lur | unknown pool 'thread-lur'; did you mean 'thread-lru'?",
                "--proxy embeded:thread-lru | unknown proxy 'embeded'; did you mean 'embedded'?",
                "--set size=-1 | size '-1' is not a whole number from 0 to",
                "--set threads=65 | threads '65' is not a whole number from 1 to 64",
                "--proxy embedded:lifo,pool.max-idle=3 | no proxy to set pool.max-idle of"
            })
    void whatCannotRunIsOneLineBeforeAnythingStarts(String words, String complaint) {
        List<String> all = new ArrayList<>(List.of("pool-overfill"));
        all.addAll(List.of(words.split(" ")));
        Printed printed = run(all.toArray(String[]::new));
        assertThat(printed.status).isEqualTo(2);
        assertThat(printed.err.lines()).singleElement().asString().contains(complaint);
        assertThat(printed.out).isEmpty();
        assertThat(out).isEmptyDirectory();
    }

    @Test
    void aDryRunNamesThePoolAndStartsNothing() {
        Printed printed = run("pool-order", "--dry-run");
        assertThat(printed.status).isZero();
        assertThat(printed.out).contains("kind: pool", "pool sharded-lru: first in", "nothing was started");
        assertThat(out).isEmptyDirectory();
    }

    @Test
    void theResultDocumentHasEveryRepetition() {
        Printed printed = run("pool-order", "--proxy", "embedded:lifo", "--set", "puts=3", "--json");
        assertThat(printed.out.replaceAll("\\s", ""))
                .contains("\"repetitions\":3", "\"newestFirst_min\":3", "\"lastOrder\":\"321\"")
                .contains("[1,3,0,3]");
    }
}
