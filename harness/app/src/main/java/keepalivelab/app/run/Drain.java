package keepalivelab.app.run;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import keepalivelab.api.Ticker;
import keepalivelab.backend.CountingBackend;

/** The phase after a load: nothing is sent any more, and what is under way comes to its end at the backend. */
final class Drain {
    private static final Duration IN_FLIGHT_LIMIT = Duration.ofSeconds(2);
    private static final Duration QUIET = Duration.ofMillis(30);
    private static final Duration QUIET_LIMIT = Duration.ofMillis(500);
    private static final long STEP_NANOS = 1_000_000;

    private Drain() {}

    /** Waits until no request is in flight and no connection has come or gone for a moment; both waits are limited. */
    static void await(CountingBackend backend) {
        long limit = Ticker.SYSTEM.nanos() + IN_FLIGHT_LIMIT.toNanos();
        while (backend.inFlight() > 0 && Ticker.SYSTEM.nanos() - limit < 0) {
            LockSupport.parkNanos(STEP_NANOS);
        }
        awaitQuiet(() -> backend.accepts() * 1_000_003 + backend.openConnections());
    }

    private static void awaitQuiet(LongSupplier state) {
        long limit = Ticker.SYSTEM.nanos() + QUIET_LIMIT.toNanos();
        long seen = state.getAsLong();
        long since = Ticker.SYSTEM.nanos();
        while (Ticker.SYSTEM.nanos() - since < QUIET.toNanos() && Ticker.SYSTEM.nanos() - limit < 0) {
            LockSupport.parkNanos(STEP_NANOS);
            long now = state.getAsLong();
            if (now != seen) {
                seen = now;
                since = Ticker.SYSTEM.nanos();
            }
        }
    }
}
