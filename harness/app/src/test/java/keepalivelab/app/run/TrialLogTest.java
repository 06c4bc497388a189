package keepalivelab.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import keepalivelab.api.EnvironmentException;
import keepalivelab.api.InputException;
import keepalivelab.app.run.TrialLog.Entry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrialLogTest {
    @TempDir
    private Path folder;

    @Test
    void trialsAreThereAgainWhenTheLogIsOpenedAgain() {
        Path file = folder.resolve("below/trials.csv");
        Entry entry = new Entry("aa", 3, "p50", "PASS", "estimate 0.1");
        TrialLog.open(file, "one").add(List.of(entry));
        TrialLog again = TrialLog.open(file, "one");
        assertThat(again.has("aa", 3)).isTrue();
        assertThat(again.has("aa", 2)).isFalse();
        assertThat(again.has("ab", 3)).isFalse();
        assertThat(again.of("aa")).containsExactly(entry);
    }

    @Test
    void trialsOfSomethingElseAreNotMixedIn() {
        Path file = folder.resolve("trials.csv");
        TrialLog.open(file, "rounds=9");
        assertThatThrownBy(() -> TrialLog.open(file, "rounds=16"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("rounds=9");
    }

    @Test
    void whatAnotherRunAddsIsNotMixedIn() {
        Path file = folder.resolve("trials.csv");
        Entry entry = new Entry("aa", 0, "p50", "PASS", "");
        TrialLog ours = TrialLog.open(file, "one");
        TrialLog.open(file, "one").add(List.of(entry));
        assertThatThrownBy(() -> ours.add(List.of(entry)))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("another run adds to it");
    }

    @Test
    void aBrokenLineIsNamed() throws Exception {
        Path file = folder.resolve("trials.csv");
        TrialLog.open(file, "one");
        Files.writeString(file, "aa,half", StandardOpenOption.APPEND);
        assertThatThrownBy(() -> TrialLog.open(file, "one"))
                .isInstanceOf(InputException.class)
                .hasMessage(file + ": 'aa,half' is no trial; remove the line to go on");
    }

    @Test
    void aDetailThatWouldNeedQuotesBreaksNoLine() {
        Path file = folder.resolve("trials.csv");
        TrialLog.open(file, "one").add(List.of(new Entry("aa", 0, "m", "PASS", "a,\"b\"\nc")));
        assertThat(TrialLog.open(file, "one").of("aa").get(0).detail()).isEqualTo("a b c");
    }
}
