package keepalivelab.proxies.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FreePortsTest {
    @Test
    void aPortCanBeListenedOn() throws IOException {
        InetSocketAddress free = FreePorts.loopback();
        try (ServerSocket socket = new ServerSocket(free.getPort(), 1, free.getAddress())) {
            assertThat(socket.getInetAddress().isLoopbackAddress()).isTrue();
        }
    }

    @Test
    void noPortIsHandedOutTwice() {
        Set<Integer> ports = new HashSet<>();
        for (int i = 0; i < 500; i++) {
            assertThat(ports.add(FreePorts.loopback().getPort())).isTrue();
        }
    }
}
