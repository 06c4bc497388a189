package keepalivelab.app.run;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import keepalivelab.api.Ticker;
import keepalivelab.app.terminal.LiveCounts;
import keepalivelab.backend.CountingBackend;
import keepalivelab.load.LoadGenerator;
import keepalivelab.load.LoadResult;

/**
 * Shows a turn's progress while its load runs, and passes an interruption on to it. Its thread sleeps but for four looks a
 * second at {@link LiveCounters}, which disturb nobody who counts.
 */
final class CellWatch implements AutoCloseable {
    private static final long PERIOD_MILLIS = 250;

    private final RunOutput output;
    private final Interruption interruption;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(CellWatch::thread);

    CellWatch(RunOutput output, Interruption interruption) {
        this.output = output;
        this.interruption = interruption;
        interruption.whenRequested(output::restore);
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "progress");
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Runs a load to its end, or until the run is interrupted.
     *
     * @param turn in a comparison, its number is its arm's place
     */
    LoadResult run(RunOrder.Turn turn, LoadGenerator generator, CountingBackend backend) {
        LiveCounts.Source counters = new LiveCounters(generator, backend);
        long startedAtNanos = Ticker.SYSTEM.nanos();
        var ticking = clock.scheduleAtFixedRate(
                () -> tick(turn, generator, counters, startedAtNanos),
                PERIOD_MILLIS,
                PERIOD_MILLIS,
                TimeUnit.MILLISECONDS);
        try {
            return generator.run();
        } finally {
            ticking.cancel(false);
        }
    }

    /** Says how far a pool experiment is. */
    void repetition(int done, int of, Duration elapsed) {
        output.repetition(done, of, elapsed);
    }

    /** Whether the run shall end. */
    boolean interrupted() {
        return interruption.requested();
    }

    void proxyLines(String label, List<String> lines) {
        output.proxyLines(label, lines);
    }

    @Override
    public void close() {
        clock.shutdownNow();
        output.unwatched();
    }

    private void tick(RunOrder.Turn turn, LoadGenerator generator, LiveCounts.Source counters, long startedAtNanos) {
        if (interruption.requested()) {
            generator.cancel();
        }
        output.progress(turn.number(), counters.now(), Duration.ofNanos(Ticker.SYSTEM.nanos() - startedAtNanos));
    }
}
