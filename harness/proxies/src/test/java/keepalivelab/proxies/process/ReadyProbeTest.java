package keepalivelab.proxies.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import keepalivelab.proxies.CountingServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadyProbeTest {
    private static final Duration PLENTY = Duration.ofSeconds(20);

    @TempDir
    Path directory;

    private GuardedProcess process(String script) {
        return GuardedProcess.start(new Launch(List.of("sh", "-c", script), Map.of(), directory, "p"));
    }

    private static ReadyProbe probe(InetSocketAddress address, int status, String mark) {
        return new ReadyProbe(address, "/-ready", status, mark);
    }

    @Test
    void theExpectedAnswerIsReady() throws IOException {
        try (CountingServer server = CountingServer.start();
                GuardedProcess process = process("sleep 1000")) {
            assertThat(probe(server.address(), 200, "X-Backend-Exchange: 3").await(process, () -> false, PLENTY))
                    .isEqualTo(ReadyProbe.Result.READY);
            assertThat(server.heads().get(0)).startsWith("GET /-ready HTTP/1.1\r\n");
        }
    }

    @Test
    void anotherStatusOrAnotherServersMarkIsNotReady() throws IOException {
        try (CountingServer server = CountingServer.start()) {
            assertThat(probe(server.address(), 200, "").answers()).isTrue();
            assertThat(probe(server.address(), 204, "").answers()).isFalse();
            assertThat(probe(server.address(), 200, "X-Lab-Ready: ours").answers())
                    .isFalse();
        }
    }

    @Test
    void theDeathOfTheProcessEndsTheWait() {
        try (GuardedProcess process = process("exit 1")) {
            assertThat(probe(FreePorts.loopback(), 204, "").await(process, () -> false, PLENTY))
                    .isEqualTo(ReadyProbe.Result.FAILED);
        }
    }

    @Test
    void aHopelessCaseEndsTheWait() {
        try (GuardedProcess process = process("sleep 1000")) {
            assertThat(probe(FreePorts.loopback(), 204, "").await(process, () -> true, PLENTY))
                    .isEqualTo(ReadyProbe.Result.FAILED);
        }
    }

    @Test
    void theWaitHasALimit() {
        try (GuardedProcess process = process("sleep 1000")) {
            assertThat(probe(FreePorts.loopback(), 204, "").await(process, () -> false, Duration.ofMillis(30)))
                    .isEqualTo(ReadyProbe.Result.LATE);
        }
    }
}
