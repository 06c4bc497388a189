package keepalivelab.proxies.pingora;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PingoraLogTest {
    private static final String RETRIED = "WARN pingora_proxy Fail to proxy: Upstream ConnectionClosed context: Peer:"
            + " addr: 127.0.0.1:9, tries: 1, retry: true, GET /b, Host: a";
    private static final String LAST = "ERROR pingora_proxy Fail to proxy: Upstream ConnectionClosed context: Peer:"
            + " addr: 127.0.0.1:9, status: 502, tries: 1, retry: false, POST /b, Host: a";
    private static final String RESET =
            "ERROR pingora_proxy Fail to proxy: Upstream ReadError context: reset, status: 502,"
                    + " tries: 1, retry: false, GET /Upstream%20ConnectionClosed, Host: a";
    private static final String TAKEN = "WARN pingora_core::listeners::l4 127.0.0.1:8001 is in use, will try again";
    private static final String PANIC = "thread 'worker' panicked at src/main.rs:1:2:";

    @TempDir
    Path directory;

    private PingoraLog log(String... lines) throws IOException {
        return new PingoraLog(Files.write(directory.resolve("proxy.err"), List.of(lines)), 16);
    }

    @Test
    void earlyClosesAreCountedRetriedOrNotAndResetsAreNot() throws IOException {
        assertThat(log(RETRIED, RESET, LAST, TAKEN).findings().earlyCloses()).hasValue(2);
    }

    @Test
    void aFailureOfTheLastAttemptIsOneAlthoughItHasTwoLines() throws IOException {
        Path file = log(RETRIED, LAST).file();
        assertThat(new PingoraLog(file, 1).findings().earlyCloses()).hasValue(1);
    }

    @Test
    void onlyAPanicIsAnAlert() throws IOException {
        assertThat(log(RETRIED, PANIC, LAST).findings().alerts()).containsExactly(PANIC);
    }

    @Test
    void aTakenPortIsItsOwnLine() throws IOException {
        assertThat(log(RETRIED).saysPortTaken()).isFalse();
        assertThat(log(RETRIED, TAKEN).saysPortTaken()).isTrue();
    }

    @Test
    void aLogThatIsNotThereYetHasNoFindings() {
        assertThat(new PingoraLog(directory.resolve("none"), 16).findings().earlyCloses())
                .hasValue(0);
    }
}
