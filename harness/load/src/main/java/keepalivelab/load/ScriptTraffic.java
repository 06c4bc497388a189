package keepalivelab.load;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import keepalivelab.load.LoadPlan.Script;
import keepalivelab.load.LoadPlan.Step;
import keepalivelab.wire.LoopTimer;

/** Plays a script, step by step, on one loop. */
final class ScriptTraffic implements Traffic, ClientConnection.Owner {
    /** How often an awaited fact is read: every hundredth of the time waited so far, within these bounds. */
    private static final long FINEST_POLL_NANOS = 100_000;

    private static final long COARSEST_POLL_NANOS = 10_000_000;
    private static final int POLLS_PER_WAIT = 100;

    /** Ends a pause. */
    private final class PauseEnd extends LoopTimer {
        @Override
        protected void fire(long dueNanos, long actualNanos) {
            next(actualNanos);
        }
    }

    /** Reads the awaited fact again and again. */
    private final class Poll extends LoopTimer {
        private final LoadPlan.Fact fact;
        private final Duration limit;
        private final long sinceNanos;

        Poll(Step.Await await, long nowNanos) {
            this.fact = await.fact();
            this.limit = await.limit();
            this.sinceNanos = nowNanos;
        }

        @Override
        protected void fire(long dueNanos, long actualNanos) {
            look(actualNanos);
        }

        void look(long nowNanos) {
            long value = facts.value(fact.what());
            long waited = nowNanos - sinceNanos;
            if (fact.holds(value)) {
                // In the next batch, so that what led to the fact, a FIN for one, has been read by then.
                worker.loop().execute(() -> next(worker.loop().nanos()));
            } else if (waited >= limit.toNanos()) {
                missed = Optional.of(new MissedFact(fact, value, limit));
                worker.session().stop();
            } else {
                long pause = Math.min(COARSEST_POLL_NANOS, Math.max(FINEST_POLL_NANOS, waited / POLLS_PER_WAIT));
                worker.loop().arm(this, nowNanos + Math.min(pause, limit.toNanos() - waited));
            }
        }
    }

    private final Worker worker;
    private final Script script;
    private final FactSource facts;
    private final SplittableRandom random;
    private final Map<String, ClientConnection> named = new HashMap<>();
    private final Map<LoadPlan.RequestShape, RequestTemplate> templates = new HashMap<>();
    private final PauseEnd pauseEnd = new PauseEnd();
    private volatile Optional<MissedFact> missed = Optional.empty();
    private int step;
    private boolean anyEnded;
    private boolean paused;
    private long lastEndNanos;
    private long pauseDueNanos;

    ScriptTraffic(Worker worker, Script script, FactSource facts) {
        this.worker = worker;
        this.script = script;
        this.facts = facts;
        this.random = new SplittableRandom(worker.session().job().seed());
        for (Step each : script.steps()) {
            if (each instanceof Step.Send send) {
                // Here, so that a bad header is found before anything starts.
                template(send.request());
            }
        }
    }

    /** The fact that never came. */
    Optional<MissedFact> missed() {
        return missed;
    }

    @Override
    public void start() {
        next(worker.loop().nanos());
    }

    @Override
    public void ended(ClientConnection same, long atNanos) {
        anyEnded = true;
        lastEndNanos = atNanos;
        next(atNanos);
    }

    private void next(long nowNanos) {
        if (step == script.steps().size()) {
            worker.session().stop();
            return;
        }
        Step current = script.steps().get(step++);
        if (current instanceof Step.Send send) {
            send(send, nowNanos);
        } else if (current instanceof Step.Pause pause) {
            paused = true;
            pauseDueNanos = nowNanos + new GapDraw(pause.gap(), random).nextNanos();
            worker.loop().arm(pauseEnd, pauseDueNanos);
        } else if (current instanceof Step.Await await) {
            paused = false;
            // Through the heap even the first time: only from there does a task wait for the next batch.
            worker.loop().arm(new Poll(await, nowNanos), nowNanos);
        }
    }

    private void send(Step.Send send, long nowNanos) {
        int request = worker.session().takeRequest();
        if (request == Session.NO_REQUEST) {
            return;
        }
        RequestTemplate template = template(send.request());
        ClientConnection connection = connection(send, template);
        if (paused && anyEnded) {
            connection.afterGap(pauseDueNanos - lastEndNanos, lastEndNanos);
        }
        paused = false;
        connection.send(request, template, nowNanos);
    }

    private ClientConnection connection(Step.Send send, RequestTemplate template) {
        if (send.connection().isEmpty()) {
            return ClientConnection.dialSingle(worker, this, template);
        }
        String name = send.connection().get();
        ClientConnection known = named.get(name);
        if (known != null && known.usable()) {
            return known;
        }
        ClientConnection fresh = ClientConnection.dial(worker, this, template);
        named.put(name, fresh);
        return fresh;
    }

    private RequestTemplate template(LoadPlan.RequestShape shape) {
        return templates.computeIfAbsent(
                shape, s -> new RequestTemplate(s, worker.session().job()));
    }
}
