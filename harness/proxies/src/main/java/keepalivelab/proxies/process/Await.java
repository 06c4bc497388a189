package keepalivelab.proxies.process;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import keepalivelab.api.Ticker;

/** Waits for facts about processes that nobody announces: the one place of this module that waits by looking again. */
public final class Await {
    private static final long INTERVAL_NANOS = 5_000_000;

    private Await() {}

    /**
     * Waits until {@code fact} holds, looking every 5 ms. An interrupt does not shorten the wait (a stop that is cut short
     * would leave a proxy behind); the thread is interrupted again afterwards.
     *
     * @return whether it held within {@code limit}
     */
    public static boolean until(BooleanSupplier fact, Duration limit) {
        long endNanos = Ticker.SYSTEM.nanos() + limit.toNanos();
        boolean interrupted = false;
        boolean held = fact.getAsBoolean();
        while (!held && Ticker.SYSTEM.nanos() < endNanos) {
            LockSupport.parkNanos(INTERVAL_NANOS);
            interrupted |= Thread.interrupted();
            held = fact.getAsBoolean();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return held;
    }
}
