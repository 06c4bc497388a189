package keepalivelab.proxies.squid;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.Rendering;
import keepalivelab.api.RunningProxy.LogFindings;
import keepalivelab.proxies.process.NativeLife;
import keepalivelab.proxies.process.PlainLog;
import keepalivelab.proxies.process.ReadyProbe;

/**
 * The life of one Squid.
 *
 * @param plan what it is started for
 * @param command that starts it
 * @param cacheLog its own log
 * @param failures the requests that failed, one line each
 * @param probe its first connection
 */
record SquidLife(ProxyPlan plan, List<String> command, PlainLog cacheLog, PlainLog failures, PeerProbe probe)
        implements NativeLife {
    private static final int TAIL_LINES = 20;
    /** The upstream closed in order and without a byte; a reset has another code. */
    private static final String EARLY_CLOSE = " ERR_ZERO_SIZE_OBJECT/";

    SquidLife(ProxyPlan plan, Rendering rendering) {
        this(
                plan,
                rendering.command(),
                new PlainLog(plan.directory().resolve("cache.log")),
                new PlainLog(plan.directory().resolve("failures.log")),
                new PeerProbe(plan.upstream()));
    }

    @Override
    public String name() {
        return "Squid " + plan.installation().version();
    }

    @Override
    public List<String> check() {
        List<String> check = new ArrayList<>(command);
        check.set(1, "-k");
        check.add(2, "parse");
        return check;
    }

    /** It repeats every line that it reads. */
    @Override
    public List<String> complaints(List<String> lines) {
        List<String> complaints = lines.stream()
                .filter(line -> line.contains("FATAL") || line.contains("ERROR") || line.contains(": unrecognized"))
                .toList();
        return complaints.isEmpty() ? lines : complaints;
    }

    @Override
    public boolean ready() {
        return new ReadyProbe(plan.listen(), SquidConfig.READY_PATH, 200, SquidConfig.readyName(plan)).answers()
                && probe.over();
    }

    @Override
    public boolean saysPortTaken() {
        return cacheLog.containing("FATAL: Unable to open HTTP Socket") > 0;
    }

    @Override
    public boolean handlesInOneThread() {
        return true;
    }

    /** TERM: answers what is in flight; ends 1 to 2 s after {@code shutdown_lifetime}. */
    @Override
    public Duration gracefulLimit() {
        return Duration.ofSeconds(6);
    }

    @Override
    public LogFindings log() {
        return new LogFindings(
                OptionalLong.of(failures.containing(EARLY_CLOSE)),
                cacheLog.lines(line -> line.contains("| FATAL: ") || line.contains("| assertion failed: ")),
                cacheLog.tail(TAIL_LINES));
    }
}
