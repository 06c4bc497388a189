package keepalivelab.proxies.embedded;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * What is known of the backend without asking it: how the last dials ended. A connection taken from a pool says nothing
 * here, because nobody dialled. Thread-safe.
 */
final class PassiveHealth {
    /** Failures in a row after which the backend counts as down. */
    static final int FAILURES_UNTIL_DOWN = 3;

    private final AtomicInteger failuresInARow = new AtomicInteger();

    void dialSucceeded() {
        failuresInARow.set(0);
    }

    void dialFailed() {
        failuresInARow.incrementAndGet();
    }

    int failuresInARow() {
        return failuresInARow.get();
    }

    boolean isDown() {
        return failuresInARow.get() >= FAILURES_UNTIL_DOWN;
    }
}
