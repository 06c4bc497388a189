package keepalivelab.app.run;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C and TERM: the run stops sending, stops its proxies, writes what is finished, and only then the process ends (with
 * 130 or 143, which is what the JVM gives after such a signal). Thread-safe.
 */
public final class Interruption implements AutoCloseable {
    /** What an interrupted run exits with; the JVM replaces it by the status of the signal that came. */
    public static final int EXIT_STATUS = 130;

    private static final long FINISH_LIMIT_SECONDS = 15;

    private final CountDownLatch finished = new CountDownLatch(1);
    private final Thread hook = new Thread(this::interrupted, "interruption");
    private final List<Runnable> first = new CopyOnWriteArrayList<>();
    private volatile boolean requested;

    private Interruption() {}

    /** Listens for signals until closed. */
    public static Interruption armed() {
        Interruption interruption = new Interruption();
        Runtime.getRuntime().addShutdownHook(interruption.hook);
        return interruption;
    }

    /** One that never comes, for callers that are no command line. */
    public static Interruption never() {
        return new Interruption();
    }

    /** Does this as soon as a signal comes, before the run has ended; short, and from another thread. */
    void whenRequested(Runnable action) {
        first.add(action);
    }

    /** Whether the run shall end. */
    public boolean requested() {
        return requested;
    }

    /** The run has written everything. */
    @Override
    public void close() {
        finished.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException shuttingDown) {
            // The hook runs already: that is the interruption.
        }
    }

    /** As a signal does. */
    void request() {
        requested = true;
        first.forEach(Runnable::run);
    }

    private void interrupted() {
        request();
        try {
            if (!finished.await(FINISH_LIMIT_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("run-scenario: gave up waiting for the run to end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
