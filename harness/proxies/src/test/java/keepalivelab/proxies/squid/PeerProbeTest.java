package keepalivelab.proxies.squid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class PeerProbeTest {
    private static final Duration PLENTY = Duration.ofSeconds(10);

    private ServerSocket backend;
    private InetSocketAddress upstream;

    @BeforeEach
    void listen() throws IOException {
        backend = new ServerSocket(0, 5, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
        upstream = new InetSocketAddress(backend.getInetAddress(), backend.getLocalPort());
    }

    @AfterEach
    void close() throws IOException {
        backend.close();
    }

    @Test
    @SuppressWarnings("try") // Closing early is part of what is tested.
    void itIsOverWhenTheBackendHasClosedAsWell() throws IOException {
        PeerProbe probe = new PeerProbe(upstream);
        assertThat(probe.over()).as("nothing came yet").isFalse();
        try (Socket squids = new Socket(upstream.getAddress(), upstream.getPort())) {
            assertThat(probe.over()).as(squids + " is open").isFalse();
        }
        assertThat(probe.over()).as("the backend has not taken it").isFalse();
        backend.accept().close();
        await().atMost(PLENTY).until(probe::over);
    }

    @Test
    @SuppressWarnings("try") // Closing early is part of what is tested.
    void whatWasConnectedEarlierIsNotTakenForIt() throws IOException {
        PeerProbe probe;
        try (Socket earlier = new Socket(upstream.getAddress(), upstream.getPort())) {
            assertThat(earlier.isConnected()).isTrue();
            probe = new PeerProbe(upstream);
        }
        backend.accept().close();
        assertThat(probe.over()).isFalse();
    }

    @Test
    void aBackendThatTakesNoConnectionIsWaitedForInVainButNotForEver() {
        await().atMost(PLENTY).until(new PeerProbe(upstream)::over);
    }
}
