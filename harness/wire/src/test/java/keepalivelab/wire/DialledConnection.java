package keepalivelab.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ServerSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A loop and a plain blocking server to dial: real sockets for the tests of a connection. */
abstract class DialledConnection {
    static final int MEGABYTES = 8 * 1024 * 1024;

    EventLoop loop;
    ServerSocket server;

    @BeforeEach
    void open() throws IOException {
        loop = EventLoop.start("connection-test", EventLoop.Precision.COARSE);
        server = Peer.listen();
    }

    @AfterEach
    void aHealthyLoopIsLeft() throws IOException {
        server.close();
        batchPasses();
        loop.close();
        assertThat(loop.failure()).isNull();
    }

    Connection dial(Recorded handler) {
        return loop.call(() -> Connection.dial(loop, Peer.address(server), handler));
    }

    void onLoop(Runnable action) {
        loop.call(() -> {
            action.run();
            return 0;
        });
    }

    /** After it everything that was caused before has been handled: two batches, so that a whole one lies between. */
    void batchPasses() {
        onLoop(() -> {});
        onLoop(() -> {});
    }

    static void awaitTold(Recorded handler, String event) {
        await().until(() -> handler.told().contains(event));
    }

    static byte[] pattern(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i * 31 + (i >>> 11));
        }
        return bytes;
    }
}
