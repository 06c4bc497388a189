package keepalivelab.app.run;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.ToLongFunction;
import keepalivelab.api.Ticker;
import keepalivelab.app.scenario.AfterStep;
import keepalivelab.load.LoadPlan;

/** Notes what a scenario wants to know of the backend once the last request has ended. */
final class AfterLoad {
    private static final long STEP_NANOS = 1_000_000;

    private final ToLongFunction<LoadPlan.Fact.What> backend;
    private final BooleanSupplier interrupted;

    /**
     * @param backend its numbers now
     * @param interrupted whether to stop waiting
     */
    AfterLoad(ToLongFunction<LoadPlan.Fact.What> backend, BooleanSupplier interrupted) {
        this.backend = backend;
        this.interrupted = interrupted;
    }

    /** Does the steps one after the other; the figures by name, in their order. */
    Map<String, Object> note(List<AfterStep> steps) {
        Map<String, Object> figures = new LinkedHashMap<>();
        for (AfterStep step : steps) {
            if (step instanceof AfterStep.Mark mark) {
                await(() -> false, mark.delay());
                figures.put(mark.as(), backend.applyAsLong(mark.what()));
            } else if (step instanceof AfterStep.Await await) {
                figures.put(await.as(), await(() -> holds(await.fact()), await.limit()));
            }
        }
        return figures;
    }

    private boolean holds(LoadPlan.Fact fact) {
        return fact.holds(backend.applyAsLong(fact.what()));
    }

    /** Waits until it holds, at most so long; whether it did. */
    private boolean await(BooleanSupplier condition, Duration limit) {
        long limitAtNanos = Ticker.SYSTEM.nanos() + limit.toNanos();
        boolean holds = condition.getAsBoolean();
        while (!holds && Ticker.SYSTEM.nanos() - limitAtNanos < 0 && !interrupted.getAsBoolean()) {
            LockSupport.parkNanos(Math.min(STEP_NANOS, Math.max(1, limitAtNanos - Ticker.SYSTEM.nanos())));
            holds = condition.getAsBoolean();
        }
        return holds;
    }
}
