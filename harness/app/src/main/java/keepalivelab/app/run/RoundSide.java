package keepalivelab.app.run;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import keepalivelab.api.RunningProxy;
import keepalivelab.app.scenario.CellWork;
import keepalivelab.backend.CountingBackend;
import keepalivelab.load.LoadGenerator;
import keepalivelab.load.LoadJob;
import keepalivelab.load.LoadPlan;
import keepalivelab.load.LoadResult;
import keepalivelab.load.WindowTimes;
import keepalivelab.load.Windows;
import keepalivelab.report.BackendCounts;
import keepalivelab.report.CellResult;
import keepalivelab.report.ClientCounts;
import keepalivelab.report.ResultDirectory;
import keepalivelab.report.RoundArm;
import keepalivelab.report.RoundCounts;
import keepalivelab.report.TimedWindow;
import keepalivelab.report.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * One arm in one round of one cell: a cell that is run and counted as ever, and then, on the same processes, timed at a rate
 * that both arms can keep up with. Confined to one thread, but for what both sides share.
 */
final class RoundSide implements Callable<RoundArm>, CellRun.Phases {
    /** A generator that is later than this is not measuring the proxy. */
    private static final double LATE_MICROS = 5_000;

    private static final double NANOS_PER_MICRO = 1e3;

    private final Shared shared;
    private final int side;
    private final RunOrder.Turn turn;
    private final Judge judge;
    private final List<TimedWindow> windows = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private double capacityPerSecond;
    private boolean timed;

    /**
     * What both sides have in common.
     *
     * @param order of the round
     * @param comparison it belongs to
     * @param cell which one
     * @param pace of both
     * @param rate of both
     * @param watch shows progress, passes interruptions on
     * @param directory where files go; null to keep none
     */
    record Shared(
            RunOrder order,
            ComparisonOrder comparison,
            PairedCell cell,
            Pace pace,
            SharedRate rate,
            CellWatch watch,
            @Nullable ResultDirectory directory) {}

    RoundSide(Shared shared, int side, RunOrder.Turn turn, Judge judge) {
        this.shared = shared;
        this.side = side;
        this.turn = turn;
        this.judge = judge;
    }

    @Override
    public RoundArm call() {
        try {
            CellWork.Traffic work = (CellWork.Traffic) turn.cell().work();
            CellResult cell = new CellRun(shared.order(), turn, work, judge, shared.directory(), shared.watch())
                    .attended(this)
                    .execute();
            return arm(cell);
        } finally {
            shared.pace().leave(side);
        }
    }

    @Override
    public void ready() {
        shared.pace().begin(side);
    }

    @Override
    public void counted(CountingBackend backend, RunningProxy proxy, LoadResult load) {
        capacityPerSecond =
                load.accounting().ended() / Math.max(1e-6, load.elapsed().toNanos() / 1e9);
        shared.rate().capacity(capacityPerSecond);
        shared.pace().end(side);
        WindowPlan plan = shared.comparison().windows();
        if (plan.count() == 0 || shared.watch().interrupted()) {
            return;
        }
        timed = true;
        if (shared.comparison().design() == ComparisonOrder.Design.DUET) {
            measure(backend, proxy.address(), plan.whole(), 0);
        } else {
            for (int w = 0; w < plan.count(); w++) {
                measure(
                        backend,
                        proxy.address(),
                        w == 0 ? new Windows(plan.warmUp(), plan.length(), 1) : plan.single(),
                        w);
            }
        }
        if (!proxy.alive()) {
            problems.add("the proxy died while it was timed");
        }
    }

    private void measure(CountingBackend backend, InetSocketAddress address, Windows part, int number) {
        shared.pace().begin(side);
        LoadPlan.OpenLoop plan = openLoop(shared.rate().perSecond(), part);
        String token = shared.order().tokenOf(new RunOrder.Turn(turn.arm(), turn.cell(), 1000 + 2 * number + side));
        String host = address.getHostString() + ":" + address.getPort();
        LoadJob job = new LoadJob(plan, address, host, token, shared.order().seed() + number);
        LoadResult result = shared.watch().run(turn, LoadGenerator.inWindows(job, part), backend);
        result.windows().stream().map(RoundSide::window).forEach(windows::add);
        shared.pace().end(side);
    }

    private LoadPlan.OpenLoop openLoop(double perSecond, Windows part) {
        LoadPlan.ClosedLoop loop = (LoadPlan.ClosedLoop) turn.cell().load();
        return openLoop(loop, perSecond, part);
    }

    /** The same requests on the same number of connections, at a constant rate until the windows are over. */
    static LoadPlan.OpenLoop openLoop(LoadPlan.ClosedLoop loop, double perSecond, Windows part) {
        int requests = (int) Math.ceil(perSecond * part.whole().toNanos() / 1e9);
        return new LoadPlan.OpenLoop(
                Math.max(1, requests),
                perSecond,
                LoadPlan.Arrivals.CONSTANT,
                loop.clients(),
                loop.downstream(),
                loop.request(),
                loop.timeout());
    }

    static TimedWindow window(WindowTimes times) {
        double lagMicros = times.lagP99Nanos() / NANOS_PER_MICRO;
        return new TimedWindow(
                times.count(),
                times.notOk(),
                times.p50Nanos() / NANOS_PER_MICRO,
                times.p99Nanos() / NANOS_PER_MICRO,
                lagMicros,
                lagMicros <= LATE_MICROS);
    }

    private RoundArm arm(CellResult cell) {
        List<String> broken = cell.verdict() == Verdict.FAILED ? cell.reasons() : List.of();
        boolean trusted = cell.verdict() == Verdict.HELD || cell.verdict() == Verdict.FAILED;
        if (!trusted) {
            problems.addAll(cell.reasons());
        }
        return new RoundArm(
                turn.arm().label(),
                cell.client() == null || cell.backend() == null ? null : counts(cell.client(), cell.backend()),
                timed ? (Double) shared.rate().perSecond() : null,
                windows,
                broken,
                problems);
    }

    private RoundCounts counts(ClientCounts client, BackendCounts backend) {
        long ok = Objects.requireNonNullElse(client.outcomes().get("ok"), 0L);
        return new RoundCounts(
                client.sent(),
                client.sent() - ok,
                backend.accepts(),
                backend.unusedAccepts(),
                Objects.requireNonNullElse(backend.retired(), 0L),
                backend.exchanges(),
                backend.reusedExchanges(),
                backend.duplicates(),
                backend.openAtEnd(),
                capacityPerSecond);
    }
}
