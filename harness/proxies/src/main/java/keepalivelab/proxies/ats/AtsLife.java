package keepalivelab.proxies.ats;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import keepalivelab.api.CounterMeaning;
import keepalivelab.api.LedgerCount;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.Rendering;
import keepalivelab.api.RunningProxy.LogFindings;
import keepalivelab.proxies.process.CommandOutput;
import keepalivelab.proxies.process.NativeLife;
import keepalivelab.proxies.process.NativeText;
import keepalivelab.proxies.process.PlainLog;
import keepalivelab.proxies.process.ReadyProbe;

/**
 * The life of one Traffic Server. It has no graceful stop: TERM drops what is in flight, after 1 s.
 *
 * @param plan what it is started for
 * @param command that starts it
 * @param diagnostics its own log
 * @param statistics what it counts
 */
record AtsLife(ProxyPlan plan, List<String> command, PlainLog diagnostics, AtsStatistics statistics)
        implements NativeLife {
    static final String DIAGNOSTICS = "log/diags.log";

    private static final int TAIL_LINES = 20;
    /** Level after time and thread. */
    private static final Pattern ALERT = Pattern.compile("^\\[[^\\]]*\\] \\S+ (FATAL|ALERT|EMERGENCY): .*");

    private static final Pattern COMPLAINT =
            Pattern.compile("^(\\[[^\\]]*\\] \\S+ )?(ERROR|FATAL|ALERT|EMERGENCY|Fatal): .*");

    AtsLife(ProxyPlan plan, Rendering rendering) {
        this(
                plan,
                rendering.command(),
                new PlainLog(plan.directory().resolve(DIAGNOSTICS)),
                new AtsStatistics(plan.listen()));
    }

    @Override
    public String name() {
        return "Traffic Server " + plan.installation().version();
    }

    @Override
    public List<String> check() {
        List<String> check = new ArrayList<>(command);
        check.addAll(List.of("-C", "verify_config"));
        return check;
    }

    /** The check names the file only; why it was refused is in the log. */
    @Override
    public List<String> complaints(List<String> lines) {
        List<String> complaints = Stream.concat(lines.stream(), diagnostics.tail(TAIL_LINES).stream())
                .filter(line -> COMPLAINT.matcher(line).matches())
                .distinct()
                .toList();
        return complaints.isEmpty() ? lines : complaints;
    }

    @Override
    public boolean ready() {
        return new ReadyProbe(plan.listen(), AtsConfig.STATISTICS_PATH, 200, NativeText.readyMark(plan)).answers();
    }

    @Override
    public boolean saysPortTaken() {
        return diagnostics
                        .lines(line -> line.contains("unable to listen on port "
                                        + plan.listen().getPort())
                                && line.contains("Address already in use"))
                        .size()
                > 0;
    }

    /** It logs nothing where the upstream closes early. */
    @Override
    public LogFindings log() {
        return new LogFindings(
                OptionalLong.empty(),
                diagnostics.lines(line -> ALERT.matcher(line).matches()),
                diagnostics.tail(TAIL_LINES));
    }

    @Override
    public Map<String, Long> counters() {
        return statistics.settled();
    }

    @Override
    public List<CounterMeaning> counterMeanings() {
        return List.of(
                CounterMeaning.same(AtsStatistics.CONNECTIONS, LedgerCount.ACCEPTS),
                CounterMeaning.same(AtsStatistics.REUSES, LedgerCount.REUSES));
    }

    /** With a run root that it cannot read it would take the system's configuration, and the system's port. */
    @Override
    public boolean accepted(CommandOutput check) {
        return check.succeeded()
                && check.lines().stream().anyMatch(line -> line.contains("using root directory '" + plan.directory()));
    }
}
