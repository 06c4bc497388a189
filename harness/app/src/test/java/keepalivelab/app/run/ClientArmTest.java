package keepalivelab.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import keepalivelab.app.Typed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scenarios on client libraries, from the command line on. */
class ClientArmTest {
    @TempDir
    private Path folder;

    private Typed run(String... arms) {
        String[] words = new String[arms.length * 2 + 5];
        words[0] = "close-on-second-request";
        words[1] = "--out";
        words[2] = folder.toString();
        words[3] = "--width";
        words[4] = "200";
        for (int i = 0; i < arms.length; i++) {
            words[5 + 2 * i] = "--proxy";
            words[6 + 2 * i] = arms[i];
        }
        return Typed.words(words);
    }

    @Test
    void aLibraryIsNamedWithItsVersionAndJudgedByTheRuleItWasGiven() {
        Typed typed = run("client:okhttp");
        assertThat(typed.status()).as(typed.err() + typed.out()).isZero();
        assertThat(typed.out()).contains("client:okhttp@").contains("verdict: held (exit 0)");
    }

    @Test
    void aRuleThatALibraryHasNotIsNotJudged() {
        Typed typed = run("client:jetty", "client:apache5");
        assertThat(typed.status()).as(typed.err() + typed.out()).isZero();
        assertThat(typed.out()).contains("client:jetty@", "client:apache5@");
    }

    @Test
    void aLibraryThatIsNotThereIsOneClearLine() {
        Typed typed = run("client:okhtp");
        assertThat(typed.status()).isEqualTo(2);
        assertThat(typed.complaints()).singleElement().asString().contains("did you mean 'okhttp'");
    }
}
