package keepalivelab.load;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Holds back the first requests until every connection for them is there or has failed, so that they are sent at once. It
 * only opens once. Thread-safe.
 */
final class StartGate {
    private final AtomicInteger missing;
    private final Runnable open;

    /**
     * @param expected connections
     * @param open called once, on the loop of the last one
     */
    StartGate(int expected, Runnable open) {
        this.missing = new AtomicInteger(expected);
        this.open = open;
    }

    /** One connection is there or has failed. */
    void settled() {
        if (missing.decrementAndGet() == 0) {
            open.run();
        }
    }
}
