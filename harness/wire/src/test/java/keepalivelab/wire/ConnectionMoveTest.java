package keepalivelab.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class ConnectionMoveTest {
    private static final Duration PLENTY = Duration.ofSeconds(20);

    private final List<String> events = new CopyOnWriteArrayList<>();

    private final Connection.Handler noting = new Connection.Handler() {
        @Override
        public void onConnected(Connection connection, long atNanos) {
            note("connected");
        }

        @Override
        public void onBytes(Connection connection, byte[] bytes, int offset, int length) {
            note(new String(bytes, offset, length, StandardCharsets.US_ASCII));
            connection.put(bytes, offset, length);
        }

        @Override
        public void onEnd(Connection connection, long atNanos) {
            note("end");
        }

        @Override
        public void onFailure(Connection connection, IOException why, long atNanos) {
            note("failure");
        }
    };

    private void note(String what) {
        events.add(Thread.currentThread().getName() + " " + what);
    }

    private void awaitEvent(String event) {
        await().atMost(PLENTY).until(() -> events.contains(event));
    }

    @Test
    void aMovedConnectionIsServedByItsNewLoopAndLosesNoByte() throws IOException {
        try (EventLoop one = EventLoop.start("one", EventLoop.Precision.COARSE);
                EventLoop two = EventLoop.start("two", EventLoop.Precision.COARSE);
                ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Connection connection = one.call(() -> Connection.dial(one, server.getLocalSocketAddress(), noting));
            try (Socket peer = server.accept()) {
                awaitEvent("one connected");
                one.call(() -> {
                    connection.pauseReading();
                    return 0;
                });
                peer.getOutputStream().write('a');
                one.execute(() -> connection.moveTo(two, () -> note("arrived")));
                awaitEvent("two arrived");
                awaitEvent("two a");
                assertThat(connection.loop()).isSameAs(two);
                assertThat(peer.getInputStream().read()).isEqualTo('a');
            }
            awaitEvent("two end");
            assertThat(events).noneMatch(event -> event.equals("one a") || event.equals("one end"));
        }
    }

    @Test
    void aConnectionWhosePeerWentBeforeItMovedTellsItsNewLoop() throws IOException {
        try (EventLoop one = EventLoop.start("one", EventLoop.Precision.COARSE);
                EventLoop two = EventLoop.start("two", EventLoop.Precision.COARSE);
                ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Connection connection = one.call(() -> Connection.dial(one, server.getLocalSocketAddress(), noting));
            Socket peer = server.accept();
            awaitEvent("one connected");
            one.call(() -> {
                connection.pauseReading();
                return 0;
            });
            peer.setSoLinger(true, 0);
            peer.close();
            one.execute(() -> connection.moveTo(two, () -> note("arrived")));
            awaitEvent("two failure");
            assertThat(events).contains("two arrived");
        }
    }
}
