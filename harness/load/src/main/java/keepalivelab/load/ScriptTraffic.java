package keepalivelab.load;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
            long value = value(fact.what());
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
    private final List<Step> steps;
    private final FactSource facts;
    private final Stage stage;
    private final SplittableRandom random;
    private final Map<String, ClientConnection> named = new HashMap<>();
    private final Map<LoadPlan.RequestShape, RequestTemplate> templates = new HashMap<>();
    private final Set<ClientConnection> answeredLater = new HashSet<>();
    private final PauseEnd pauseEnd = new PauseEnd();
    private volatile Optional<MissedFact> missed = Optional.empty();
    private int step;
    private int unanswered;
    private boolean anyEnded;
    private boolean paused;
    private long lastEndNanos;
    private long pauseDueNanos;

    ScriptTraffic(Worker worker, Script script, FactSource facts, Stage stage) {
        this.worker = worker;
        this.steps = script.played();
        this.facts = facts;
        this.stage = stage;
        this.random = new SplittableRandom(worker.session().job().seed());
        for (Step each : steps) {
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
        unanswered--;
        if (!answeredLater.remove(same)) {
            next(atNanos);
        }
    }

    private long value(LoadPlan.Fact.What what) {
        return what == LoadPlan.Fact.What.UNANSWERED ? unanswered : facts.value(what);
    }

    private void next(long nowNanos) {
        if (step == steps.size()) {
            worker.session().stop();
            return;
        }
        Step current = steps.get(step++);
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
        } else if (current instanceof Step.Act act) {
            paused = false;
            perform(act.action());
        }
    }

    /** On a thread of its own: signals and other loops are waited for, and this loop's sockets shall not wait for them. */
    private void perform(LoadPlan.Action action) {
        Thread performer = new Thread(() -> performed(action), "stage");
        performer.setDaemon(true);
        performer.start();
    }

    private void performed(LoadPlan.Action action) {
        try {
            boolean done = stage.perform(action);
            worker.loop().execute(done ? () -> next(worker.loop().nanos()) : worker.session()::stop);
        } catch (RuntimeException e) {
            // On the loop it ends the run and reaches the caller.
            worker.loop().execute(() -> {
                throw e;
            });
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
        unanswered++;
        if (send.answer() == LoadPlan.Answer.LATER) {
            answeredLater.add(connection);
            // In the next batch, when the request has been given to the kernel.
            worker.loop().execute(() -> next(worker.loop().nanos()));
        }
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
