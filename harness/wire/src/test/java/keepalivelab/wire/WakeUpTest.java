package keepalivelab.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WakeUpTest {
    private static final Connection.Handler SILENT = new Connection.Handler() {
        @Override
        public void onBytes(Connection connection, byte[] bytes, int offset, int length) {}

        @Override
        public void onEnd(Connection connection, long atNanos) {}

        @Override
        public void onFailure(Connection connection, IOException why, long atNanos) {}
    };

    @Test
    void aTaskWakesALoopThatClosedHardInABatchInWhichAnotherTaskCame() throws Exception {
        try (EventLoop loop = EventLoop.start("loop", EventLoop.Precision.COARSE);
                ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Connection connection = loop.call(() -> Connection.dial(loop, server.getLocalSocketAddress(), SILENT));
            server.accept();
            CountDownLatch closed = new CountDownLatch(1);
            loop.execute(() -> {
                connection.closeUnread();
                addFromAnotherThread(loop, closed);
            });
            closed.await();
            awaitWaiting(loop);
            CountDownLatch woken = new CountDownLatch(1);
            loop.execute(woken::countDown);
            assertThat(woken.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    /** Adds a task while the present batch still runs: its wake-up meets the select that the hard close needs. */
    private static void addFromAnotherThread(EventLoop loop, CountDownLatch done) {
        Thread other = new Thread(() -> loop.execute(done::countDown));
        other.start();
        try {
            other.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Two looks in a row at which it stands in {@code select}. */
    private static void awaitWaiting(EventLoop loop) {
        org.awaitility.Awaitility.await()
                .atMost(java.time.Duration.ofSeconds(20))
                .during(java.time.Duration.ofMillis(100))
                .until(() -> loop.thread().getStackTrace().length > 0
                        && loop.thread().getStackTrace()[0].getMethodName().equals("wait"));
    }
}
