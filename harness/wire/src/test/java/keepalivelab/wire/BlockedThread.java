package keepalivelab.wire;

import java.util.concurrent.CountDownLatch;

/** Holds the thread that calls, as a rule a loop's, until a test lets it go on. */
final class BlockedThread {
    private BlockedThread() {}

    static void waitFor(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
