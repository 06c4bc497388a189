package keepalivelab.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** What the loop's thread allocates while it answers requests, by the JVM's own count. */
class ZeroAllocationTest {
    private static final byte[] REQUEST =
            ("GET /some/path?x=1 HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nX-Lab-Request: run-000001\r\nConnection: keep-alive\r\n"
                            + "Content-Length: 4\r\n\r\nbody")
                    .getBytes(StandardCharsets.ISO_8859_1);
    private static final byte[] ANSWER =
            "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n0000".getBytes(StandardCharsets.ISO_8859_1);
    private static final int CONNECTIONS = 8;

    /** Reads requests, in whatever pieces they come, and answers each with some numbers. */
    private static final class Answering implements Connection.Handler, MessageReader.Sink {
        private final MessageReader reader = new MessageReader(MessageReader.Role.REQUEST, this);
        private final Connection connection;
        private boolean reused;

        private Answering(EventLoop loop, SocketAddress address) throws IOException {
            this.connection = Connection.dial(loop, address, this);
        }

        @Override
        public void onBytes(Connection source, byte[] bytes, int offset, int length) {
            int at = offset;
            while (at < offset + length) {
                at += reader.feed(bytes, at, offset + length - at);
            }
        }

        @Override
        public void onHead(Head head) {
            int index = head.find("X-Lab-Request");
            reused = index >= 0 && head.persistent() && head.targetStartsWith("/some");
        }

        @Override
        public void onEnd() {
            connection.put(ANSWER, 0, ANSWER.length - 4);
            connection.putDecimal(reused ? 1000 : 2000);
        }

        @Override
        public void onEnd(Connection source, long atNanos) {
            source.close();
        }

        @Override
        public void onFailure(Connection source, IOException why, long atNanos) {
            throw new IllegalStateException(why);
        }
    }

    @Test
    void anExchangeAllocatesNothing(TestReporter reporter) throws IOException {
        try (EventLoop loop = EventLoop.start("allocation", EventLoop.Precision.EXACT);
                ServerSocket server = Peer.listen()) {
            List<Peer> peers = new ArrayList<>();
            for (int i = 0; i < CONNECTIONS; i++) {
                loop.call(() -> new Answering(loop, Peer.address(server)));
                peers.add(Peer.acceptedBy(server));
            }
            exchange(peers, 3000);

            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long before = threads.getThreadAllocatedBytes(loop.thread().getId());
            int rounds = 7000;
            exchange(peers, rounds);
            long allocated = threads.getThreadAllocatedBytes(loop.thread().getId()) - before;

            double perExchange = (double) allocated / rounds / CONNECTIONS;
            reporter.publishEntry("bytes allocated per exchange", String.valueOf(perExchange));
            assertThat(perExchange).isLessThan(1);
            assertThat(loop.failure()).isNull();
        }
    }

    /** Every request comes in two pieces, so that heads are collected, too. */
    private static void exchange(List<Peer> peers, int rounds) throws IOException {
        int half = REQUEST.length / 2;
        for (int round = 0; round < rounds; round++) {
            for (Peer peer : peers) {
                peer.write(REQUEST, 0, half);
            }
            for (Peer peer : peers) {
                peer.write(REQUEST, half, REQUEST.length - half);
            }
            for (Peer peer : peers) {
                peer.skip(ANSWER.length);
            }
        }
    }
}
