package keepalivelab.app.run;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import keepalivelab.app.scenario.CellWork;
import keepalivelab.app.scenario.Expectations;
import keepalivelab.app.scenario.Origin;
import keepalivelab.backend.CountingBackend;
import keepalivelab.load.LoadJob;
import keepalivelab.load.LoadPlan;
import keepalivelab.load.WarmUp;
import keepalivelab.report.CellResult;
import keepalivelab.report.Environment;
import keepalivelab.report.ExitStatus;
import keepalivelab.report.ResultDirectory;
import keepalivelab.report.ResultWriter;
import keepalivelab.report.RunResult;
import keepalivelab.report.Scenario;
import keepalivelab.report.TableLayout;

/** One run: every cell on every arm, in turns, into one result directory. */
public final class Run {
    private static final Duration WARM_UP_LIMIT = Duration.ofSeconds(1);

    private final RunOrder order;
    private final Path runs;
    private final RunOutput output;
    private final Interruption interruption;
    private Optional<KeptCells> kept = Optional.empty();
    private RunGate gate = RunGate.NONE;
    private ExitStatus.Strictness strictness = ExitStatus.Strictness.LENIENT;

    private Run(RunOrder order, Path runs, RunOutput output, Interruption interruption) {
        this.order = order;
        this.runs = runs;
        this.output = output;
        this.interruption = interruption;
    }

    /**
     * A run that has not started.
     *
     * @param runs folder of result directories
     */
    public static Run of(RunOrder order, Path runs, RunOutput output, Interruption interruption) {
        return new Run(order, runs, output, interruption);
    }

    /** Goes on in the folder of an earlier run: cells that are finished there are kept and not run again. */
    public Run keeping(KeptCells earlier) {
        kept = Optional.of(earlier);
        return this;
    }

    /** Is judged by more than its scenario, once its cells are finished. */
    public Run judgedBy(RunGate other) {
        gate = other;
        return this;
    }

    /** Takes an inconclusive verdict otherwise than leniently. */
    public Run strict(ExitStatus.Strictness other) {
        strictness = other;
        return this;
    }

    /**
     * Executes it; what is finished is on disk at any moment.
     *
     * @throws keepalivelab.api.InputException before anything starts, if an arm cannot do what it was told
     * @throws keepalivelab.api.EnvironmentException if the machine lacks what the run needs
     */
    public RunResult execute() {
        checkBeforeStart();
        Expectations expectations = Expectations.compile(order.scenario().scenario());
        TableLayout layout =
                ScenarioLayout.of(order.scenario().scenario(), order.arms().size());
        Instant startedAt = kept.map(KeptCells::startedAt).orElseGet(Instant::now);
        ResultDirectory directory = kept.map(KeptCells::directory)
                .orElseGet(() ->
                        ResultDirectory.create(runs, order.scenario().scenario().id(), startedAt, order.seed()));
        output.started(directory.path(), layout, order.seed());
        ResultWriter writer = new ResultWriter(directory, started(startedAt), layout);
        writer.begin();
        MachineFacts.Ticks ticks = MachineFacts.Ticks.now().orElse(null);
        warmUp();
        List<CellResult> cells = turns(expectations, directory, writer);
        if (interruption.requested()) {
            return writer.soFar();
        }
        writer.addDetails(MachineFacts.atEnd(ticks));
        return writer.finish(gate.judged(finished(NeverFired.marked(cells))), Instant.now(), strictness);
    }

    private List<RunGate.Finished> finished(List<CellResult> cells) {
        List<RunOrder.Turn> turns = order.turns();
        return IntStream.range(0, cells.size())
                .mapToObj(i -> new RunGate.Finished(turns.get(i), cells.get(i)))
                .toList();
    }

    private void checkBeforeStart() {
        Mapping.check(order);
        for (RunOrder.Turn turn : order.turns()) {
            if (turn.cell().work() instanceof CellWork.Traffic traffic) {
                MachineLimits.require(clients(traffic.load()));
            }
        }
        if (order.backendPort().isPresent()) {
            // A port that is taken shows here, before a result folder is made.
            CountingBackend.builder()
                    .port(order.backendPort().getAsInt())
                    .start()
                    .close();
        }
    }

    private static int clients(LoadPlan load) {
        if (load instanceof LoadPlan.ClosedLoop closed) {
            return closed.clients();
        }
        if (load instanceof LoadPlan.Classes classes) {
            return classes.connections();
        }
        return load instanceof LoadPlan.OpenLoop open ? open.connections() : 1;
    }

    private List<CellResult> turns(Expectations expectations, ResultDirectory directory, ResultWriter writer) {
        List<RunOrder.Turn> turns = order.turns();
        List<CellResult> cells = new ArrayList<>();
        try (CellWatch watch = new CellWatch(output, interruption)) {
            for (RunOrder.Turn turn : turns) {
                output.turn(turn, turns);
                Judge judge = new Judge(expectations, writer.soFar().cells());
                Optional<CellResult> finished = kept.flatMap(earlier -> earlier.cell(order, turn));
                finished.ifPresent(cell -> directory.keep(order.folder(turn)));
                CellResult cell = finished.orElseGet(() -> turned(turn, judge, directory, watch));
                if (interruption.requested()) {
                    // Its load was cut short: its counts are no measurement.
                    break;
                }
                cells.add(cell);
                writer.add(cell);
                output.turned(cell);
            }
        }
        return cells;
    }

    private CellResult turned(RunOrder.Turn turn, Judge judge, ResultDirectory directory, CellWatch watch) {
        return turn.cell().work() instanceof CellWork.PoolTrials trials
                ? new PoolCellRun(order, turn, trials, judge, watch).execute()
                : new CellRun(order, turn, (CellWork.Traffic) turn.cell().work(), judge, directory, watch).execute();
    }

    /** Warms generator and backend against each other, once, so that the first cell is measured by compiled code. */
    private void warmUp() {
        if (order.turns().stream().noneMatch(turn -> turn.cell().work() instanceof CellWork.Traffic)) {
            return;
        }
        warmUp(order.seed());
    }

    /** The same for any caller that measures. */
    static void warmUp(long seed) {
        try (CountingBackend backend = CountingBackend.builder().start()) {
            LoadPlan.ClosedLoop plan = new LoadPlan.ClosedLoop(
                    100_000,
                    8,
                    LoadPlan.Downstream.KEEP,
                    LoadPlan.Gap.NONE,
                    LoadPlan.RequestShape.GET,
                    LoadPlan.Start.AT_ONCE,
                    Duration.ofSeconds(5));
            WarmUp.run(new LoadJob(plan, backend.address(), "warm", "warm", seed), WARM_UP_LIMIT);
        }
    }

    private RunResult started(Instant startedAt) {
        return started(order, startedAt);
    }

    /** The result of an order before anything was measured. */
    static RunResult started(RunOrder order, Instant startedAt) {
        keepalivelab.app.scenario.Scenario scenario = order.scenario().scenario();
        Origin origin = scenario.header().origin();
        String source = (origin.document() + " " + origin.experiment()).trim();
        return RunResult.started(
                new RunResult.Tool(ToolVersion.VERSION, ToolVersion.commit(), order.command()),
                order.seed(),
                startedAt,
                new Scenario(
                        scenario.id(),
                        scenario.header().title(),
                        source.isEmpty() ? null : source,
                        scenario.header().sha256(),
                        order.scenario().params()),
                Environment.here().with(MachineFacts.found()));
    }
}
