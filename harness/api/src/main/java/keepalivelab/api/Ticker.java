package keepalivelab.api;

/** A monotonic clock in nanoseconds with an arbitrary origin. Thread-safe. */
@FunctionalInterface
public interface Ticker {
    /** The clock of the machine: the only place of the project that reads {@link System#nanoTime()}. */
    Ticker SYSTEM = System::nanoTime;

    /** Nanoseconds since an arbitrary, fixed moment. */
    long nanos();
}
