package keepalivelab.app.run;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import keepalivelab.api.Ticker;
import keepalivelab.load.LoadGenerator;
import keepalivelab.load.LoadResult;

/** Shows a turn's progress while its load runs, and passes an interruption on to it. */
final class CellWatch implements AutoCloseable {
    private static final long PERIOD_MILLIS = 200;

    private final RunOutput output;
    private final Interruption interruption;
    private final int turns;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(CellWatch::thread);

    CellWatch(RunOutput output, Interruption interruption, int turns) {
        this.output = output;
        this.interruption = interruption;
        this.turns = turns;
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "progress");
        thread.setDaemon(true);
        return thread;
    }

    /** Runs a load to its end, or until the run is interrupted. */
    LoadResult run(RunOrder.Turn turn, LoadGenerator generator) {
        long startedAtNanos = Ticker.SYSTEM.nanos();
        var ticking = clock.scheduleAtFixedRate(
                () -> tick(turn, generator, startedAtNanos), PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
        try {
            return generator.run();
        } finally {
            ticking.cancel(false);
        }
    }

    /** Says how far a pool experiment is. */
    void repetition(RunOrder.Turn turn, int done, int of) {
        output.repetition(turn, turns, done, of);
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
    }

    private void tick(RunOrder.Turn turn, LoadGenerator generator, long startedAtNanos) {
        if (interruption.requested()) {
            generator.cancel();
        }
        output.progress(turn, turns, generator.sent(), Duration.ofNanos(Ticker.SYSTEM.nanos() - startedAtNanos));
    }
}
