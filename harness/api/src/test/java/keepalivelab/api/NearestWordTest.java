package keepalivelab.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestWordTest {
    private static final List<String> WORDS = List.of("keepalive-size", "keepalive-default", "idle-close");

    @Test
    void aTypingErrorFindsItsWord() {
        assertThat(NearestWord.to("keepalive-sise", WORDS)).contains("keepalive-size");
        assertThat(NearestWord.to("idel-close", WORDS)).contains("idle-close");
    }

    @Test
    void aBeginningFindsItsWord() {
        assertThat(NearestWord.to("idle", WORDS)).contains("idle-close");
    }

    @Test
    void aWordFromElsewhereFindsNothingAndTheHintListsAll() {
        assertThat(NearestWord.to("zzz", WORDS)).isEmpty();
        assertThat(NearestWord.hint("zzz", WORDS)).isEqualTo("; valid: keepalive-size, keepalive-default, idle-close");
    }

    @Test
    void distanceCountsEdits() {
        assertThat(NearestWord.distance("kitten", "sitting")).isEqualTo(3);
        assertThat(NearestWord.distance("", "abc")).isEqualTo(3);
        assertThat(NearestWord.distance("abc", "")).isEqualTo(3);
    }

    @Test
    void swappedNeighboursAreOneEdit() {
        assertThat(NearestWord.distance("lfio", "lifo")).isEqualTo(1);
        assertThat(NearestWord.to("lfio", List.of("fifo", "lifo"))).contains("lifo");
    }
}
