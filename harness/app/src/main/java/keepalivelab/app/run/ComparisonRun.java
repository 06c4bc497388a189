package keepalivelab.app.run;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import keepalivelab.app.scenario.CellPlan;
import keepalivelab.app.scenario.Expectations;
import keepalivelab.backend.CountingBackend;
import keepalivelab.load.LoadGenerator;
import keepalivelab.load.LoadJob;
import keepalivelab.load.LoadPlan;
import keepalivelab.load.Windows;
import keepalivelab.report.ComparisonJudge;
import keepalivelab.report.ComparisonWriter;
import keepalivelab.report.ResultDirectory;
import keepalivelab.report.Round;
import keepalivelab.report.RoundArm;
import keepalivelab.report.RunResult;
import keepalivelab.report.TimedWindow;
import org.jspecify.annotations.Nullable;

/** A comparison of two arms: rounds of fresh processes, until there are enough, and the verdict over all of them. */
public final class ComparisonRun {
    private static final Duration CANARY_WARM_UP = Duration.ofMillis(200);
    private static final int ARMS = 2;

    private final ComparisonOrder order;
    private final ComparisonWriter writer;
    private final RunOutput output;
    private final Interruption interruption;
    private final Map<String, SharedRate> rates = new HashMap<>();

    private ComparisonRun(ComparisonOrder order, ComparisonWriter writer, RunOutput output, Interruption interruption) {
        this.order = order;
        this.writer = writer;
        this.output = output;
        this.interruption = interruption;
    }

    /**
     * A comparison that begins.
     *
     * @param directory of this run, empty
     */
    public static ComparisonRun begin(
            ComparisonOrder order, ResultDirectory directory, RunOutput output, Interruption interruption) {
        RunResult started = Run.started(order.run(), Instant.now()).withRounds(order.comparison(), List.of());
        return new ComparisonRun(order, ComparisonWriter.begin(directory, started), output, interruption);
    }

    /**
     * A comparison that goes on where it was interrupted: what is finished counts, so the verdict is one over all rounds.
     *
     * @param directory of that run
     * @param partial its result so far
     * @throws keepalivelab.api.InputException where the order is another than the one that was begun
     */
    public static ComparisonRun resume(
            ComparisonOrder order,
            ResultDirectory directory,
            RunResult partial,
            RunOutput output,
            Interruption interruption) {
        Resumption.check(order, Run.started(order.run(), Instant.now()), partial, directory.path());
        return new ComparisonRun(order, ComparisonWriter.resume(directory, partial), output, interruption);
    }

    /** Runs what is missing; partial where it was interrupted. */
    public RunResult execute() {
        Mapping.check(order.run());
        order.cells().forEach(cell -> MachineLimits.require(ARMS * cell.loop().clients()));
        Expectations expectations = Expectations.compile(order.run().scenario().scenario());
        output.comparing(writer.directory().path(), order.run().seed());
        Run.warmUp(order.run().seed());
        writer.soFar().rounds().forEach(this::remember);
        ExecutorService threads = Executors.newFixedThreadPool(ARMS);
        try (CellWatch watch = new CellWatch(output, interruption)) {
            for (int index = 0; index < order.rounds() && !interruption.requested(); index++) {
                round(index, expectations, watch, threads);
            }
        } finally {
            threads.shutdownNow();
        }
        if (interruption.requested()) {
            return writer.soFar();
        }
        RunResult soFar = writer.soFar();
        return writer.finish(ComparisonJudge.gates(order.comparison(), soFar.rounds()), Instant.now());
    }

    private void round(int index, Expectations expectations, CellWatch watch, ExecutorService threads) {
        for (int c = 0; c < order.cells().size() && !interruption.requested(); c++) {
            PairedCell cell = order.cells().get(c);
            if (done(index, cell)) {
                continue;
            }
            output.round(RunProgress.Part.ofRound(order, index, cell.id()), later(index, c));
            RunOrder ofRound = order.ofRound(index);
            boolean abFirst = new SplittableRandom(ofRound.seed() + c).nextBoolean();
            Pace pace =
                    order.design() == ComparisonOrder.Design.DUET ? Pace.together() : Pace.inTurn(ofRound.seed() + c);
            RoundSide.Shared shared = new RoundSide.Shared(
                    ofRound, order, cell, pace, rateOf(cell), watch, index == 0 ? writer.directory() : null);
            List<RoundArm> arms = arms(shared, new Judge(expectations, List.of()), threads, abFirst ? 0 : 1);
            @Nullable TimedWindow canary = c == 0 && !interruption.requested() ? canary(cell) : null;
            if (!interruption.requested()) {
                String started = arms.get(abFirst ? 0 : 1).label() + ","
                        + arms.get(abFirst ? 1 : 0).label();
                writer.add(new Round(index, cell.id(), started, arms, canary));
            }
        }
    }

    /** The cells that come after that one, in this round and the following. */
    private List<String> later(int index, int c) {
        List<String> cells = order.cells().stream().map(PairedCell::id).toList();
        List<String> later = new ArrayList<>(cells.subList(c + 1, cells.size()));
        for (int round = index + 1; round < order.rounds(); round++) {
            later.addAll(cells);
        }
        return later;
    }

    private boolean done(int index, PairedCell cell) {
        return writer.soFar().rounds().stream()
                .anyMatch(round -> round.index() == index && round.cell().equals(cell.id()));
    }

    private SharedRate rateOf(PairedCell cell) {
        return rates.computeIfAbsent(cell.id(), id -> SharedRate.open());
    }

    /** The rate of an earlier round is the rate of all. */
    private void remember(Round round) {
        round.arms().stream()
                .map(RoundArm::perSecond)
                .filter(Objects::nonNull)
                .findFirst()
                .ifPresent(perSecond -> rates.put(round.cell(), SharedRate.fixed(perSecond)));
    }

    /** Both sides, each on its thread; the base's result first, whichever was started first. */
    private List<RoundArm> arms(RoundSide.Shared shared, Judge judge, ExecutorService threads, int first) {
        List<@Nullable Future<RoundArm>> sides = new ArrayList<>();
        sides.add(null);
        sides.add(null);
        for (int i = 0; i < ARMS; i++) {
            int side = i == 0 ? first : 1 - first;
            RunOrder.Turn turn = new RunOrder.Turn(order.run().arms().get(side), plan(shared.cell(), side), side);
            sides.set(side, threads.submit(new RoundSide(shared, side, turn, judge)));
        }
        List<RoundArm> arms = new ArrayList<>();
        for (Future<RoundArm> side : sides) {
            arms.add(result(Objects.requireNonNull(side)));
        }
        return arms;
    }

    private CellPlan plan(PairedCell cell, int side) {
        CellPlan plan = cell.of(side);
        if (side == 0 || order.plant().isEmpty()) {
            return plan;
        }
        List<String> behaviours = new ArrayList<>(plan.behaviours());
        behaviours.addAll(order.plant());
        return new CellPlan(
                plan.id(), plan.axes(), plan.overridden(), plan.knobs(), behaviours, plan.work(), plan.published());
    }

    private static RoundArm result(Future<RoundArm> side) {
        try {
            return side.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException("a side of a round failed: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** The generator straight to a backend, at the rate of the first cell: what the machine does without a proxy. */
    private @Nullable TimedWindow canary(PairedCell cell) {
        if (order.windows().count() == 0 || rateOf(cell).known().isEmpty()) {
            return null;
        }
        Windows window = new Windows(CANARY_WARM_UP, order.windows().length(), 1);
        try (CountingBackend backend = CountingBackend.builder().start()) {
            LoadPlan.OpenLoop plan =
                    RoundSide.openLoop(cell.loop(), rateOf(cell).known().getAsDouble(), window);
            String host =
                    backend.address().getHostString() + ":" + backend.address().getPort();
            LoadJob job = new LoadJob(
                    plan, backend.address(), host, "canary", order.run().seed());
            return RoundSide.window(
                    LoadGenerator.inWindows(job, window).run().windows().get(0));
        }
    }
}
