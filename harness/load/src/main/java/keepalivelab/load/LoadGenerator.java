package keepalivelab.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import keepalivelab.api.EnvironmentException;
import keepalivelab.api.InputException;
import keepalivelab.api.Outcome;
import keepalivelab.api.Ticker;
import keepalivelab.wire.EventLoop;
import org.jspecify.annotations.Nullable;

/**
 * Carries out one job, once. It never retries and never hides a close. {@link #cancel}, {@link #sent} and
 * {@link #endedSoFar} are thread-safe; {@link #run} blocks its caller.
 */
public final class LoadGenerator {
    private static final long HEALTH_CHECK_NANOS = 50_000_000;
    private static final long NO_LIMIT = Long.MAX_VALUE;
    /** Gives the loops time to start before the first planned instant. */
    private static final long START_DELAY_NANOS = 2_000_000;

    private final LoadJob job;
    private final FactSource facts;
    private final Stage stage;
    private final int loops;
    private final Session session;
    private final AtomicBoolean started = new AtomicBoolean();
    private final List<Worker> workers = new ArrayList<>();
    /** The recorders of all workers, for other threads; empty before they work. */
    private volatile List<Recorder> counting = List.of();

    private @Nullable Windows windows;
    private @Nullable ScriptTraffic script;
    private @Nullable ClassTraffic classes;

    /**
     * A generator with one loop whose result has the times of windows, too.
     *
     * @param job with an {@linkplain LoadPlan.OpenLoop open loop}
     */
    public static LoadGenerator inWindows(LoadJob job, Windows windows) {
        if (!(job.plan() instanceof LoadPlan.OpenLoop)) {
            throw new IllegalArgumentException("only an open loop has windows");
        }
        LoadGenerator generator = new LoadGenerator(job);
        generator.windows = windows;
        return generator;
    }

    /** A generator with one loop, for a plan that awaits nothing. */
    public LoadGenerator(LoadJob job) {
        this(job, FactSource.NONE, 1);
    }

    /**
     * @param job what to do
     * @param facts where a script's awaited facts are read
     * @param loops threads that send, at least 1; one per core that neither proxy nor backend needs. Scripts and classes
     *     have one
     */
    public LoadGenerator(LoadJob job, FactSource facts, int loops) {
        this(job, facts, Stage.NONE, loops);
    }

    /**
     * As {@link #LoadGenerator(LoadJob, FactSource, int)}, for a script with actions.
     *
     * @param stage where a script's actions are carried out
     */
    public LoadGenerator(LoadJob job, FactSource facts, Stage stage, int loops) {
        if (loops < 1) {
            throw new IllegalArgumentException("loops " + loops + " is below 1");
        }
        this.job = job;
        this.facts = facts;
        this.stage = stage;
        this.loops = inOneLoop(job.plan()) ? 1 : loops;
        this.session = new Session(job, log(job.plan()));
    }

    /**
     * Sends every request of the plan and waits for every outcome, or until {@link #cancel}. An interrupt of the caller is
     * a cancel, too.
     *
     * @throws IllegalStateException if the generator itself is broken: a loop failed or the accounting does not balance
     * @throws EnvironmentException if the machine is out of file descriptors or local ports
     * @throws InputException if a header of the plan cannot be sent
     */
    public LoadResult run() {
        return run(NO_LIMIT);
    }

    /** As {@link #run()}, cancelled after that time. */
    LoadResult run(long atMostNanos) {
        if (!started.compareAndSet(false, true)) {
            throw new IllegalStateException("a generator carries out its job once");
        }
        try {
            List<Traffic> traffic = prepare();
            counting = workers.stream().map(Worker::recorder).toList();
            for (int i = 0; i < traffic.size(); i++) {
                workers.get(i).loop().execute(traffic.get(i)::start);
            }
            awaitOver(atMostNanos);
        } finally {
            // Only ended loops are read: what they counted is then complete and visible here.
            session.stop();
            workers.forEach(worker -> worker.loop().close());
        }
        workers.forEach(LoadGenerator::checkHealth);
        Optional<MissedFact> missed = script == null ? Optional.empty() : script.missed();
        return Recorder.merge(workers.stream().map(Worker::recorder).toList(), job.token(), session.log(), missed)
                .with(
                        classes == null ? List.of() : classes.rounds(),
                        classes == null ? Optional.empty() : classes.unplaced());
    }

    /** Stops sending at once: what was not taken up is never sent, what has no outcome is in flight at the end. */
    public void cancel() {
        session.stop();
    }

    /** Requests taken up so far. */
    public int sent() {
        return session.sent();
    }

    /** Requests that have ended in that way so far. Reads one counter per loop, which costs the loops nothing. */
    public int endedSoFar(Outcome outcome) {
        return counting.stream()
                .mapToInt(recorder -> recorder.endedSoFar(outcome))
                .sum();
    }

    private static boolean inOneLoop(LoadPlan plan) {
        return plan instanceof LoadPlan.Script || plan instanceof LoadPlan.Classes;
    }

    private static RequestLog log(LoadPlan plan) {
        if (Session.endsByTime(plan)) {
            return RequestLog.growing();
        }
        boolean logsGaps = hasGaps(plan) && !(plan instanceof LoadPlan.Classes);
        return logsGaps ? RequestLog.withGaps(plan.planned()) : RequestLog.withoutGaps(plan.planned());
    }

    private List<Traffic> prepare() {
        for (int i = 0; i < loops; i++) {
            EventLoop loop = EventLoop.start("load-" + i, precision());
            Recorder recorder = new Recorder(job.plan() instanceof LoadPlan.OpenLoop);
            workers.add(new Worker(loop, session, recorder, job.plan().timeout().toNanos()));
        }
        if (job.plan() instanceof LoadPlan.ClosedLoop plan) {
            return closedLoop(plan);
        }
        if (job.plan() instanceof LoadPlan.OpenLoop plan) {
            return openLoop(plan);
        }
        if (job.plan() instanceof LoadPlan.Classes plan) {
            ClassTraffic traffic = new ClassTraffic(workers.get(0), plan);
            classes = traffic;
            return List.of(traffic);
        }
        ScriptTraffic only = new ScriptTraffic(workers.get(0), (LoadPlan.Script) job.plan(), facts, stage);
        script = only;
        return List.of(only);
    }

    private List<Traffic> closedLoop(LoadPlan.ClosedLoop plan) {
        List<ClosedLoopTraffic> traffic = new ArrayList<>();
        StartGate gate = new StartGate(Math.min(plan.clients(), plan.requests()), () -> {
            for (int i = 0; i < traffic.size(); i++) {
                workers.get(i).loop().execute(traffic.get(i)::release);
            }
        });
        for (int i = 0; i < loops; i++) {
            traffic.add(new ClosedLoopTraffic(workers.get(i), plan, gate, new LoopShare(i, loops)));
        }
        return List.copyOf(traffic);
    }

    private List<Traffic> openLoop(LoadPlan.OpenLoop plan) {
        long startNanos = Ticker.SYSTEM.nanos() + START_DELAY_NANOS;
        int sharing = Math.min(loops, plan.connections());
        List<Traffic> traffic = new ArrayList<>();
        for (int i = 0; i < sharing; i++) {
            if (windows != null) {
                workers.get(i).recorder().watch(new WindowRecorder(windows, startNanos));
            }
            traffic.add(new OpenLoopTraffic(workers.get(i), plan, new LoopShare(i, sharing), startNanos));
        }
        return traffic;
    }

    /** A loop whose timers are only limits need not spin for them. */
    private EventLoop.Precision precision() {
        boolean closed = job.plan() instanceof LoadPlan.ClosedLoop || job.plan() instanceof LoadPlan.Classes;
        boolean onlyLimits = closed && !hasGaps(job.plan());
        return onlyLimits ? EventLoop.Precision.COARSE : EventLoop.Precision.EXACT;
    }

    private static boolean hasGaps(LoadPlan plan) {
        if (plan instanceof LoadPlan.ClosedLoop closed) {
            return !closed.gap().equals(LoadPlan.Gap.NONE);
        }
        if (plan instanceof LoadPlan.Classes classes) {
            return classes.classes().stream().anyMatch(c -> !c.pause().equals(LoadPlan.Gap.NONE));
        }
        return plan instanceof LoadPlan.Script script
                && script.played().stream().anyMatch(LoadPlan.Step.Pause.class::isInstance);
    }

    private void awaitOver(long atMostNanos) {
        long since = Ticker.SYSTEM.nanos();
        try {
            while (!session.awaitOver(Math.min(HEALTH_CHECK_NANOS, atMostNanos))) {
                if (workers.stream().anyMatch(worker -> worker.loop().failure() != null)
                        || Ticker.SYSTEM.nanos() - since >= atMostNanos) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            session.stop();
            Thread.currentThread().interrupt();
        }
    }

    private static void checkHealth(Worker worker) {
        Throwable failure = worker.loop().failure();
        if (failure instanceof EnvironmentException environment) {
            throw environment;
        }
        if (failure != null) {
            throw new IllegalStateException(
                    "loop " + worker.loop().thread().getName() + " failed: " + failure, failure);
        }
    }
}
