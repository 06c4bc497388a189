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
import keepalivelab.api.Knob;
import keepalivelab.api.KnobStatus;
import keepalivelab.api.ProxyFailedException;
import keepalivelab.api.Rendering;
import keepalivelab.api.RunningProxy;
import keepalivelab.app.scenario.CellPlan;
import keepalivelab.app.scenario.Expectations;
import keepalivelab.backend.BarrierState;
import keepalivelab.backend.CountingBackend;
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
import keepalivelab.report.Difference;
import keepalivelab.report.LatencyLog;
import keepalivelab.report.LatencyUnit;
import keepalivelab.report.MeasuredArm;
import keepalivelab.report.ProxyLog;
import keepalivelab.report.Published;
import keepalivelab.report.ResultDirectory;
import keepalivelab.report.Verdict;

/**
 * One cell on one arm: backend, freshly started proxy, warm-up, mark, measurement, drain, snapshot, and everything stopped
 * in reverse. Confined to one thread.
 */
final class CellRun {
    private static final Duration WARM_UP_LIMIT = Duration.ofSeconds(1);
    private static final int WARM_UP_CLIENTS = 4;
    private static final int WARM_UP_REQUESTS = 100_000;

    private static final String NOT_PAUSABLE =
            "this proxy cannot be paused between two events: that needs one worker in a process that we started";

    private final RunOrder order;
    private final RunOrder.Turn turn;
    private final CellPlan cell;
    private final Expectations expectations;
    private final ResultDirectory directory;
    private final CellWatch watch;
    private final List<CellResult> before;
    private final List<String> problems = new ArrayList<>();

    /**
     * @param before the results of the run so far, which expectations may compare this cell with
     */
    CellRun(
            RunOrder order,
            RunOrder.Turn turn,
            Expectations expectations,
            ResultDirectory directory,
            CellWatch watch,
            List<CellResult> before) {
        this.before = before;
        this.order = order;
        this.turn = turn;
        this.cell = turn.cell();
        this.expectations = expectations;
        this.directory = directory;
        this.watch = watch;
    }

    /**
     * What a turn gave.
     *
     * @param cell its result
     * @param fired how often each behaviour of the backend fired; empty where nothing ran
     */
    record Turned(CellResult cell, Map<String, Long> fired) {}

    Turned execute() {
        MeasuredArm arm = measuredArm(Optional.empty());
        CellDraft draft = CellResult.of(cellId(), arm, cell.axes());
        Map<String, Object> known = CellVariables.before(order.scenario(), cell, arm);
        published(draft, known);
        Optional<Turned> notRun = notRun(draft, known);
        if (notRun.isPresent()) {
            return notRun.get();
        }
        try {
            return measured(draft);
        } catch (ProxyFailedException e) {
            watch.proxyLines(turn.arm().label(), e.lastLines());
            return new Turned(draft.judged(Verdict.VOID, List.of(e.getMessage())), Map.of());
        }
    }

    private Optional<Turned> notRun(CellDraft draft, Map<String, Object> known) {
        if (turn.arm().installation().isEmpty()) {
            return Optional.of(ended(draft, Verdict.SKIPPED, turn.arm().missing()));
        }
        Optional<String> skipped = expectations.skipReason(known);
        if (skipped.isPresent()) {
            return Optional.of(ended(draft, Verdict.SKIPPED, skipped.get()));
        }
        return Mapping.problem(turn).map(problem -> ended(draft, Verdict.UNSUPPORTED, problem));
    }

    private static Turned ended(CellDraft draft, Verdict verdict, String reason) {
        return new Turned(draft.judged(verdict, List.of(reason)), Map.of());
    }

    private Turned measured(CellDraft draft) throws ProxyFailedException {
        String token = order.tokenOf(turn);
        try (CountingBackend backend = backend(token);
                CountingBackend probe = CountingBackend.builder().start();
                LaunchedProxy proxy =
                        LaunchedProxy.start(turn.arm(), cell.knobs(), backend.address(), probe.address())) {
            if (ScriptStage.pauses(cell.load()) && !proxy.running().pausable()) {
                return ended(draft, Verdict.UNSUPPORTED, NOT_PAUSABLE);
            }
            warmUp(proxy.running());
            ThreadCensus idle = ThreadCensus.of(proxy.running());
            LedgerSnapshot mark = backend.ledger();
            Instant startedAt = Instant.now();
            LoadResult load = load(backend, proxy.running(), token);
            ThreadCensus loaded = ThreadCensus.of(proxy.running());
            Drain.await(backend);
            LedgerSnapshot ledger = backend.ledger().minus(mark);
            boolean alive = proxy.running().alive();
            Map<String, Long> counters = proxy.running().counters();
            proxy.stop();
            List<ThreadCensus> threads = List.of(idle, loaded);
            Measured measured = new Measured(load, threads, ledger, mark.takenAtNanos(), startedAt, alive, counters);
            return judged(measured, proxy);
        }
    }

    /** What one measurement left behind. */
    private record Measured(
            LoadResult load,
            List<ThreadCensus> threads,
            LedgerSnapshot ledger,
            long markedAtNanos,
            Instant startedAt,
            boolean proxyAlive,
            Map<String, Long> counters) {}

    private CountingBackend backend(String token) {
        CountingBackend.Builder builder = CountingBackend.builder()
                .port(order.backendPort().orElse(0))
                .runToken(token)
                .expectedRequests(cell.load().planned())
                .seed(order.seedOf(cell));
        cell.behaviours().forEach(builder::behave);
        return builder.start();
    }

    private void warmUp(RunningProxy proxy) {
        proxy.warmPath().ifPresent(path -> {
            LoadPlan.ClosedLoop plan = new LoadPlan.ClosedLoop(
                    WARM_UP_REQUESTS,
                    WARM_UP_CLIENTS,
                    LoadPlan.Downstream.KEEP,
                    LoadPlan.Gap.NONE,
                    new LoadPlan.RequestShape("GET", path, 0, List.of()),
                    LoadPlan.Start.AT_ONCE,
                    Duration.ofSeconds(5));
            WarmUp.run(job(plan, proxy.address(), "warm"), WARM_UP_LIMIT);
        });
    }

    private LoadResult load(CountingBackend backend, RunningProxy proxy, String token) {
        if (cell.load() instanceof LoadPlan.ClosedLoop loop && loop.start() == LoadPlan.Start.BARRIER) {
            backend.holdUntilInFlight(Math.min(loop.clients(), loop.requests()));
        }
        try (ScriptStage stage = new ScriptStage(backend, proxy)) {
            LoadJob job = job(cell.load(), proxy.address(), token);
            LoadResult result = watch.run(turn, new LoadGenerator(job, stage, stage, 1));
            problems.addAll(stage.problems());
            return result;
        }
    }

    private LoadJob job(LoadPlan plan, InetSocketAddress address, String token) {
        String host = address.getHostString() + ":" + address.getPort();
        return new LoadJob(plan, address, host, token, order.seedOf(cell));
    }

    private Turned judged(Measured measured, LaunchedProxy proxy) {
        CellDraft draft = CellResult.of(cellId(), measuredArm(Optional.of(proxy.rendering())), cell.axes());
        describe(draft, measured, proxy);
        CellResult soFar = draft.judged(Verdict.HELD, List.of());
        Map<String, Object> variables = CellVariables.after(order.scenario(), cell, soFar, measured.ledger());
        variables.put("before", CellVariables.earlier(before, soFar.arm()));
        published(draft, variables);
        expectations.explanation(variables).ifPresent(because -> draft.differs(difference(because)));
        CellJudgement judgement = CellJudgement.of(expectations.judge(variables), problems(measured));
        judgement.results().forEach(draft::expectation);
        return new Turned(
                draft.judged(judgement.verdict(), judgement.reasons()),
                measured.ledger().fired());
    }

    private Difference difference(String because) {
        String evidence = order.scenario()
                .scenario()
                .claims()
                .published()
                .differs()
                .map(d -> d.evidence().text())
                .orElse("");
        return new Difference(because, evidence, true);
    }

    private void describe(CellDraft draft, Measured measured, LaunchedProxy proxy) {
        draft.counts(
                CountedValues.client(measured.load()),
                CountedValues.backend(measured.ledger(), cap(proxy.rendering())));
        draft.times(measured.load().elapsed(), CountedValues.times(measured.load()));
        draft.requests(RequestTraces.of(cell.load(), measured.load(), measured.ledger()));
        figures(draft, measured, proxy.running().log());
        draft.knobs(knobWords(proxy.rendering()));
        proxy.rendering().notes().forEach(draft::note);
        cell.overridden().forEach((axis, value) -> draft.note("the arm sets " + axis + " = " + value));
        RunningProxy.LogFindings log = proxy.running().log();
        Long earlyCloses = log.earlyCloses().isPresent() ? log.earlyCloses().getAsLong() : null;
        draft.proxy(new ProxyLog(earlyCloses, log.alerts()), measured.counters());
        files(draft, measured, proxy);
    }

    private void figures(CellDraft draft, Measured measured, RunningProxy.LogFindings log) {
        Tries.of(cell.load(), measured.load(), measured.ledger()).ifPresent(tries -> tries.addTo(draft));
        GapRequests.of(cell.load(), measured.load(), measured.ledger())
                .ifPresent(requests -> gaps(draft, requests, log));
        if (cell.load() instanceof LoadPlan.Classes classes) {
            new ClassFigures(classes, measured.load().rounds()).addTo(draft);
            ThreadCensus.addTo(
                    draft, measured.threads().get(0), measured.threads().get(1));
        }
        if (cell.knobs().text(Knob.POOL_MAX_LIFETIME).isPresent()) {
            draft.figure("oldestUseMs", LastUse.oldestMillis(measured.ledger()));
        }
    }

    private void gaps(CellDraft draft, GapRequests requests, RunningProxy.LogFindings log) {
        GapBins bins = GapBins.of(requests, cell.load(), cell.behaviours());
        bins.addTo(draft, log.earlyCloses());
        draft.file("gaps", directory.write(folder(), "gaps.csv", requests.csv()));
        draft.file("gap bins", directory.write(folder(), "gapBins.csv", CsvTable.render(bins.series())));
    }

    private String folder() {
        return turn.arm().label() + " " + cell.id();
    }

    private void files(CellDraft draft, Measured measured, LaunchedProxy proxy) {
        String folder = folder();
        proxy.keepFiles(directory.cell(folder));
        proxy.rendering()
                .files()
                .keySet()
                .forEach(name -> draft.file(
                        "config " + name,
                        directory.relative(directory.cell(folder).resolve(name))));
        draft.file(
                "ledger",
                directory.write(
                        folder,
                        "connections.csv",
                        LedgerFiles.connections(measured.ledger(), measured.markedAtNanos())));
        draft.file(
                "exchanges",
                directory.write(
                        folder, "exchanges.csv", LedgerFiles.exchanges(measured.ledger(), measured.markedAtNanos())));
        draft.file("latency", directory.write(folder, latencies(measured)));
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

    private void published(CellDraft draft, Map<String, Object> variables) {
        expectations.published(cell, variables).ifPresent(p -> draft.published(new Published(p.figures(), p.source())));
    }

    private OptionalLong cap(Rendering rendering) {
        boolean applied = rendering.knobs().get(Knob.POOL_MAX_REQUESTS) == KnobStatus.APPLIED;
        return applied ? cell.knobs().count(Knob.POOL_MAX_REQUESTS) : OptionalLong.empty();
    }

    private static Map<String, String> knobWords(Rendering rendering) {
        Map<String, String> words = new java.util.TreeMap<>();
        rendering.knobs().forEach((knob, status) -> words.put(knob.key(), status.key()));
        return words;
    }

    private MeasuredArm measuredArm(Optional<Rendering> rendering) {
        return new MeasuredArm(
                turn.arm().label(),
                turn.arm().arm().driver(),
                turn.arm().arm().variant().orElse(null),
                turn.arm().installation().map(i -> i.version()).orElse(""),
                rendering.map(CellRun::configSha256).orElse(null));
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

    /** Unique in the run: arms share the scenario's cells. */
    private String cellId() {
        return order.arms().size() == 1 ? cell.id() : turn.arm().label() + "/" + cell.id();
    }
}
