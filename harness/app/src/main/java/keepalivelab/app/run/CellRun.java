package keepalivelab.app.run;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobStatus;
import keepalivelab.api.ProxyFailedException;
import keepalivelab.api.Rendering;
import keepalivelab.api.RunningProxy;
import keepalivelab.app.scenario.CellPlan;
import keepalivelab.app.scenario.CellWork;
import keepalivelab.backend.BarrierState;
import keepalivelab.backend.CountingBackend;
import keepalivelab.backend.ExchangeDetail;
import keepalivelab.backend.LedgerSnapshot;
import keepalivelab.load.LoadGenerator;
import keepalivelab.load.LoadJob;
import keepalivelab.load.LoadPlan;
import keepalivelab.load.LoadResult;
import keepalivelab.load.Times.Span;
import keepalivelab.load.Times.Split;
import keepalivelab.load.WarmUp;
import keepalivelab.report.CellDraft;
import keepalivelab.report.CellResult;
import keepalivelab.report.CsvTable;
import keepalivelab.report.LatencyLog;
import keepalivelab.report.LatencyUnit;
import keepalivelab.report.ProxyLog;
import keepalivelab.report.ResultDirectory;
import keepalivelab.report.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * One cell on one arm: backend, freshly started proxy, warm-up, mark, measurement, drain, snapshot, and everything stopped
 * in reverse. Confined to one thread.
 */
final class CellRun {
    private static final Duration WARM_UP_LIMIT = Duration.ofSeconds(1);
    private static final Duration BARRIER_LIMIT = Duration.ofSeconds(10);
    private static final int WARM_UP_CLIENTS = 4;
    private static final int WARM_UP_REQUESTS = 100_000;

    private static final String NOT_PAUSABLE =
            "this proxy cannot be paused between two events: that needs one worker in a process that we started";

    private final RunOrder order;
    private final RunOrder.Turn turn;
    private final CellPlan cell;
    private final CellWork.Traffic work;
    private final CellFrame frame;
    private final @Nullable ResultDirectory directory;
    private final CellWatch watch;
    private Phases phases = Phases.NONE;
    private final List<String> problems = new ArrayList<>();

    /**
     * @param directory where the cell's files go; null to keep none
     */
    CellRun(
            RunOrder order,
            RunOrder.Turn turn,
            CellWork.Traffic work,
            Judge judge,
            @Nullable ResultDirectory directory,
            CellWatch watch) {
        this.work = work;
        this.order = order;
        this.turn = turn;
        this.cell = turn.cell();
        this.frame = new CellFrame(order, turn, judge);
        this.directory = directory;
        this.watch = watch;
    }

    /** This cell with others taking part between its steps. */
    CellRun attended(Phases by) {
        phases = by;
        return this;
    }

    /** What others do between the steps of a cell, on its thread. */
    interface Phases {
        /** Nothing. */
        Phases NONE = new Phases() {};

        /** The proxy is up and warm; its pool is empty. */
        default void ready() {}

        /** The load has ended, and what came of it is counted; backend and proxy still run. */
        default void counted(CountingBackend backend, RunningProxy proxy, LoadResult load) {}
    }

    CellResult execute() {
        Optional<CellResult> notRun = frame.notRun();
        if (notRun.isPresent()) {
            return notRun.get();
        }
        try {
            return measured();
        } catch (ProxyFailedException e) {
            watch.proxyLines(turn.arm().label(), e.lastLines());
            return frame.broken(e.getMessage(), brokenFiles(e));
        }
    }

    /** A proxy that failed leaves its own last lines. */
    private Map<String, String> brokenFiles(ProxyFailedException failure) {
        if (failure.lastLines().isEmpty() || directory == null) {
            return Map.of();
        }
        String lines = String.join("\n", failure.lastLines()) + "\n";
        return Map.of("proxy log", directory.write(folder(), "proxy-last-lines.log", lines));
    }

    private CellResult measured() throws ProxyFailedException {
        String token = order.tokenOf(turn);
        try (CountingBackend backend = backend(token);
                CountingBackend probe = CountingBackend.builder().start();
                LaunchedProxy proxy =
                        LaunchedProxy.start(turn.arm(), cell.knobs(), backend.address(), probe.address())) {
            if (ScriptStage.pauses(work.load()) && !proxy.running().pausable()) {
                return frame.unsupported(NOT_PAUSABLE);
            }
            warmUp(proxy.running());
            phases.ready();
            ThreadCensus idle = ThreadCensus.of(proxy.running());
            CpuReading cpuBefore = CpuReading.now(proxy.running().pid());
            CounterChecks checks = CounterChecks.begin(proxy.running());
            LedgerSnapshot mark = backend.ledger();
            Instant startedAt = Instant.now();
            LoadResult load = load(backend, proxy, token);
            CpuReading cpuAfter = CpuReading.now(proxy.running().pid());
            ThreadCensus loaded = ThreadCensus.of(proxy.running());
            Map<String, Object> after = after(backend, proxy.running());
            Drain.await(backend);
            LedgerSnapshot ledger = backend.ledger().minus(mark);
            boolean alive = proxy.running().alive();
            if (!alive) {
                watch.proxyLines(turn.arm().label(), proxy.running().log().tail());
            }
            Map<String, Long> counters = proxy.running().counters();
            phases.counted(backend, proxy.running(), load);
            proxy.stop();
            Surroundings around = new Surroundings(idle, loaded, cpuAfter.othersSince(cpuBefore));
            Measured measured = new Measured(
                    load, around, after, ledger, mark.takenAtNanos(), startedAt, alive, checks.end(counters));
            return judged(measured, proxy);
        }
    }

    /** What one measurement left behind. */
    private record Measured(
            LoadResult load,
            Surroundings around,
            Map<String, Object> after,
            LedgerSnapshot ledger,
            long markedAtNanos,
            Instant startedAt,
            boolean proxyAlive,
            CounterChecks checks) {
        Map<String, Long> counters() {
            return checks.after();
        }
    }

    private CountingBackend backend(String token) {
        CountingBackend.Builder builder = CountingBackend.builder()
                .port(order.backendPort().orElse(0))
                .runToken(token)
                .expectedRequests(work.load().planned())
                .seed(order.seedOf(cell));
        cell.behaviours().forEach(builder::behave);
        return builder.start();
    }

    private void warmUp(RunningProxy proxy) {
        proxy.warmPath().ifPresent(path -> {
            LoadPlan.ClosedLoop plan = new LoadPlan.ClosedLoop(
                    WARM_UP_REQUESTS,
                    WARM_UP_CLIENTS,
                    downstream(work.load()),
                    LoadPlan.Gap.NONE,
                    new LoadPlan.RequestShape("GET", path, 0, List.of()),
                    LoadPlan.Start.AT_ONCE,
                    Duration.ofSeconds(5));
            WarmUp.run(job(plan, proxy.warmAddress(), "warm"), WARM_UP_LIMIT);
        });
    }

    /** Where every request has a connection of its own, opening them is part of what must be warm. */
    private static LoadPlan.Downstream downstream(LoadPlan plan) {
        return plan instanceof LoadPlan.OpenLoop open ? open.downstream() : LoadPlan.Downstream.KEEP;
    }

    private Map<String, Object> after(CountingBackend backend, RunningProxy proxy) {
        try (ScriptStage stage = new ScriptStage(backend, proxy)) {
            return new AfterLoad(stage::value, watch::interrupted).note(work.after());
        }
    }

    private LoadResult load(CountingBackend backend, LaunchedProxy proxy, String token) {
        if (work.load() instanceof LoadPlan.ClosedLoop loop && loop.start() == LoadPlan.Start.BARRIER) {
            backend.holdUntilInFlight(ArmRemarks.barrier(loop, proxy.rendering()), barrierLimit(loop.timeout()));
        }
        try (ScriptStage stage = new ScriptStage(backend, proxy.running())) {
            LoadJob job = job(work.load(), proxy.running().address(), token);
            LoadResult result = watch.run(turn, new LoadGenerator(job, stage, stage, 1), backend);
            problems.addAll(stage.problems());
            return result;
        }
    }

    /** Below the requests' own limit: they shall be answered late, not time out, when the barrier is not met. */
    static Duration barrierLimit(Duration timeout) {
        Duration half = timeout.dividedBy(2);
        return half.compareTo(BARRIER_LIMIT) < 0 ? half : BARRIER_LIMIT;
    }

    private LoadJob job(LoadPlan plan, InetSocketAddress address, String token) {
        String host = address.getHostString() + ":" + address.getPort();
        return new LoadJob(plan, address, host, token, order.seedOf(cell));
    }

    private CellResult judged(Measured measured, LaunchedProxy proxy) {
        CellDraft draft = frame.draft(configSha256(proxy.rendering()));
        describe(draft, measured, proxy);
        CellResult soFar = draft.judged(Verdict.HELD, List.of());
        Map<String, Object> variables = CellVariables.after(order.scenario(), cell, soFar);
        variables.put("ledger", CellVariables.ledger(measured.ledger()));
        variables.put("retry", frame.retry(cell.knobs(), proxy.rendering()));
        return frame.judged(draft, variables, problems(measured));
    }

    private void describe(CellDraft draft, Measured measured, LaunchedProxy proxy) {
        draft.counts(
                CountedValues.client(measured.load()),
                CountedValues.backend(measured.ledger(), cap(proxy.rendering())));
        draft.times(measured.load().elapsed(), CountedValues.times(measured.load()));
        draft.requests(RequestTraces.of(work.load(), measured.load(), measured.ledger()));
        measured.after().forEach(draft::figure);
        draft.fired(measured.ledger().fired());
        draft.executedTwice(ExecutedTwice.ids(measured.ledger(), measured.load()));
        figures(draft, measured, proxy.running().log());
        ForwarderFigures.addTo(draft, cell.knobs(), measured.counters(), measured.ledger());
        OpenLoopNotes.of(work.load(), measured.load().times()).ifPresent(draft::note);
        draft.knobs(knobWords(proxy.rendering()));
        new ArmRemarks(turn.arm().arm(), cell, work.load(), proxy.rendering())
                .all()
                .forEach(draft::note);
        measured.checks().addTo(draft, measured.ledger(), CounterChecks.missed(measured.ledger(), measured.load()));
        RunningProxy.LogFindings log = proxy.running().log();
        Long earlyCloses = log.earlyCloses().isPresent() ? log.earlyCloses().getAsLong() : null;
        draft.proxy(new ProxyLog(earlyCloses, log.alerts()), measured.counters());
        if (directory != null) {
            files(draft, measured, proxy, directory);
        }
    }

    private void figures(CellDraft draft, Measured measured, RunningProxy.LogFindings log) {
        Tries.of(work.load(), measured.load(), measured.ledger()).ifPresent(tries -> tries.addTo(draft));
        GapRequests.of(work.load(), measured.load(), measured.ledger())
                .ifPresent(requests -> gaps(draft, requests, log));
        if (work.load() instanceof LoadPlan.Classes classes) {
            new ClassFigures(classes, measured.load().rounds()).addTo(draft);
            measured.around().addTo(draft);
        }
        if (cell.knobs().text(Knob.POOL_MAX_LIFETIME).isPresent()) {
            draft.figure("oldestUseMs", LastUse.oldestMillis(measured.ledger()));
        }
    }

    private void gaps(CellDraft draft, GapRequests requests, RunningProxy.LogFindings log) {
        GapBins bins = GapBins.of(requests, work.load(), cell.behaviours());
        bins.addTo(draft, log.earlyCloses());
        if (directory == null) {
            return;
        }
        draft.file("gaps", directory.write(folder(), "gaps.csv", requests.csv()));
        draft.file("gap bins", directory.write(folder(), "gapBins.csv", CsvTable.render(bins.series())));
    }

    private String folder() {
        return order.folder(turn);
    }

    private void files(CellDraft draft, Measured measured, LaunchedProxy proxy, ResultDirectory into) {
        String folder = folder();
        proxy.keepFiles(into.cell(folder));
        proxy.rendering()
                .files()
                .keySet()
                .forEach(name -> draft.file(
                        "config " + name, into.relative(into.cell(folder).resolve(name))));
        draft.file(
                "ledger",
                into.write(
                        folder,
                        "connections.csv",
                        LedgerFiles.connections(measured.ledger(), measured.markedAtNanos())));
        draft.file(
                "exchanges",
                into.write(
                        folder, "exchanges.csv", LedgerFiles.exchanges(measured.ledger(), measured.markedAtNanos())));
        draft.file("latency", into.write(folder, latencies(measured)));
        limits(draft, measured.ledger().exchangeDetail());
    }

    /** What is not told request by request must be said. */
    private static void limits(CellDraft draft, ExchangeDetail detail) {
        if (detail.size() > LedgerFiles.MOST_EXCHANGES) {
            draft.note("exchanges.csv holds the first " + LedgerFiles.MOST_EXCHANGES + " exchanges of the cell");
        }
        if (!detail.isComplete()) {
            draft.note("the ledger holds the first " + detail.size()
                    + " exchanges one by one; beyond them both counts were compared by their totals");
        }
    }

    private static LatencyLog latencies(Measured measured) {
        List<LatencyLog.Entry> entries = new ArrayList<>();
        Instant finishedAt = measured.startedAt().plus(measured.load().elapsed());
        for (Span span : measured.load().times().spans()) {
            for (Split split : Split.values()) {
                entries.add(new LatencyLog.Entry(
                        span.key() + "." + split.key(),
                        measured.startedAt(),
                        finishedAt,
                        measured.load().times().histogram(span, split)));
            }
        }
        return new LatencyLog(LatencyUnit.NANOSECONDS, entries);
    }

    /** Everything for which the cell's numbers cannot be trusted. */
    private List<String> problems(Measured measured) {
        List<String> found = new ArrayList<>(problems);
        found.addAll(Reconciliation.problems(measured.ledger(), measured.load(), Mapping.answeredBy(cell.knobs())));
        if (!measured.proxyAlive()) {
            found.add("the proxy died during the measurement");
        }
        measured.load()
                .missedFact()
                .ifPresent(missed -> found.add("the awaited fact never came: "
                        + missed.fact().what() + " was " + missed.lastValue() + " after " + missed.limit()));
        measured.load().unplaced().ifPresent(found::add);
        BarrierState barrier = measured.ledger().barrier();
        if (barrier.phase() == BarrierState.Phase.GAVE_UP) {
            found.add("start barrier: only " + barrier.reached() + " of " + barrier.wanted()
                    + " requests were ever in flight at once");
        }
        return found;
    }

    private OptionalLong cap(Rendering rendering) {
        boolean applied = rendering.knobs().get(Knob.POOL_MAX_REQUESTS) == KnobStatus.APPLIED;
        return applied ? cell.knobs().count(Knob.POOL_MAX_REQUESTS) : OptionalLong.empty();
    }

    private static Map<String, String> knobWords(Rendering rendering) {
        Map<String, String> words = new TreeMap<>();
        rendering.knobs().forEach((knob, status) -> words.put(knob.key(), status.key()));
        return words;
    }

    private static String configSha256(Rendering rendering) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            rendering.files().values().forEach(text -> digest.update(text.getBytes(StandardCharsets.UTF_8)));
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
