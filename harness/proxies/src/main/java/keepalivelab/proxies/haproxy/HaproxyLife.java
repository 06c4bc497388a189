package keepalivelab.proxies.haproxy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import keepalivelab.api.CounterMeaning;
import keepalivelab.api.Knob;
import keepalivelab.api.LedgerCount;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.RunningProxy.LogFindings;
import keepalivelab.proxies.process.LogTail;
import keepalivelab.proxies.process.NativeLife;
import keepalivelab.proxies.process.NativeText;
import keepalivelab.proxies.process.OwnAnswer;
import keepalivelab.proxies.process.PlainLog;
import keepalivelab.proxies.process.ReadyProbe;
import keepalivelab.proxies.process.Signal;

/**
 * The life of one HAProxy.
 *
 * @param plan what it is started for
 * @param command that starts it
 */
record HaproxyLife(ProxyPlan plan, List<String> command) implements NativeLife {
    private static final int TAIL_LINES = 20;
    private static final Pattern PORT_TAKEN = Pattern.compile(".*cannot bind socket.*Address already in use.*");
    private static final Pattern COMPLAINT = Pattern.compile("^\\[(ALERT|WARNING|EMERG)\\].*");
    private static final Pattern ALERT = Pattern.compile("^\\[(ALERT|EMERG)\\].*");

    @Override
    public String name() {
        return "HAProxy " + plan.installation().version();
    }

    @Override
    public List<String> check() {
        List<String> check = new ArrayList<>(command);
        check.add("-c");
        return check;
    }

    @Override
    public List<String> complaints(List<String> lines) {
        List<String> complaints =
                lines.stream().filter(line -> COMPLAINT.matcher(line).matches()).toList();
        return complaints.isEmpty() ? lines : complaints;
    }

    @Override
    public boolean ready() {
        return new ReadyProbe(plan.listen(), "/-ready", 204, NativeText.readyMark(plan)).answers();
    }

    @Override
    public boolean saysPortTaken() {
        return log().alerts().stream().anyMatch(line -> PORT_TAKEN.matcher(line).matches());
    }

    @Override
    public boolean handlesInOneThread() {
        return plan.knobs().count(Knob.WORKERS).orElse(1) == 1;
    }

    /** USR1: takes no new connections, answers what is in flight, closes what is idle, ends. */
    @Override
    public Signal gracefulSignal() {
        return Signal.USR1;
    }

    /** HAProxy logs nothing about a client that it disconnects because its upstream connection ended. */
    @Override
    public LogFindings log() {
        PlainLog log = new PlainLog(plan.directory().resolve("proxy.err"));
        return new LogFindings(OptionalLong.empty(), log.lines(ALERT), LogTail.of(log.file(), TAIL_LINES));
    }

    /** The line of the server in its statistics: connects, reuses and failures. */
    @Override
    public Map<String, Long> counters() {
        return HaproxyStatistics.of(OwnAnswer.to(plan.listen(), "/-stats;csv;norefresh"));
    }

    @Override
    public List<CounterMeaning> counterMeanings() {
        return List.of(
                CounterMeaning.same("connect", LedgerCount.ACCEPTS).less("econ"),
                CounterMeaning.same("reuse", LedgerCount.REUSES));
    }
}
