package keepalivelab.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A peer that resets between this side's read phase and its write phase. */
class ResetMetByWriteTest {
    private static final byte[] REQUEST = "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    @Test
    void aResetThatAWriteRunsIntoIsAFailureAndNoOrderlyEnd() throws Exception {
        assertThat(endAfter(socket -> {
                    socket.setSoLinger(true, 0);
                    socket.close();
                }))
                .isEqualTo("reset");
    }

    @Test
    void aFinBeforeAWriteStaysAnOrderlyEnd() throws Exception {
        assertThat(endAfter(Socket::close)).isEqualTo("end");
    }

    private interface Farewell {
        void by(Socket socket) throws IOException;
    }

    /** Lets the peer leave and writes in one and the same batch, so that no read can come between. */
    private static String endAfter(Farewell farewell) throws Exception {
        CompletableFuture<Connection> connected = new CompletableFuture<>();
        CompletableFuture<String> end = new CompletableFuture<>();
        try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                EventLoop loop = EventLoop.start("race", EventLoop.Precision.COARSE)) {
            loop.call(() -> Connection.dial(loop, listening.getLocalSocketAddress(), new Watching(connected, end)));
            Socket peer = listening.accept();
            Connection connection = connected.get(10, TimeUnit.SECONDS);
            loop.call(() -> {
                farewell.by(peer);
                connection.put(REQUEST);
                return 0;
            });
            return end.get(10, TimeUnit.SECONDS);
        }
    }

    private record Watching(CompletableFuture<Connection> connected, CompletableFuture<String> end)
            implements Connection.Handler {
        @Override
        public void onConnected(Connection connection, long atNanos) {
            connected.complete(connection);
        }

        @Override
        public void onBytes(Connection connection, byte[] bytes, int offset, int length) {}

        @Override
        public void onEnd(Connection connection, long atNanos) {
            end.complete("end");
        }

        @Override
        public void onFailure(Connection connection, IOException why, long atNanos) {
            end.complete("reset");
        }
    }
}
