package keepalivelab.proxies.pingora;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import keepalivelab.api.CounterMeaning;
import keepalivelab.api.Knob;
import keepalivelab.api.LedgerCount;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.RunningProxy.LogFindings;
import keepalivelab.proxies.process.NativeLife;
import keepalivelab.proxies.process.NativeText;
import keepalivelab.proxies.process.OwnAnswer;
import keepalivelab.proxies.process.ReadyProbe;

/**
 * The life of one pingora.
 *
 * @param plan what it is started for
 * @param errorLog what it complains of
 */
record PingoraLife(ProxyPlan plan, PingoraLog errorLog) implements NativeLife {
    static final String READY_PATH = "/-ready";

    private static final String COUNTERS_PATH = "/-counters";
    private static final Pattern COUNT = Pattern.compile("\"([a-z_]+)\": (\\d+)");

    static PingoraLife of(ProxyPlan plan) {
        long attempts = PingoraKnobs.attempts(plan.knobs());
        return new PingoraLife(plan, new PingoraLog(plan.directory().resolve("proxy.err"), attempts));
    }

    @Override
    public String name() {
        return "pingora " + plan.installation().version();
    }

    @Override
    public List<String> check() {
        return PingoraConfig.command(plan, "--check");
    }

    @Override
    public boolean ready() {
        return new ReadyProbe(plan.listen(), READY_PATH, 204, NativeText.readyMark(plan)).answers();
    }

    @Override
    public boolean saysPortTaken() {
        return errorLog.saysPortTaken();
    }

    @Override
    public boolean handlesInOneThread() {
        return plan.knobs().count(Knob.WORKERS).orElse(1) == 1;
    }

    /**
     * TERM with both graces set to 0 ends it within milliseconds. INT leaves a pinned one hanging now and then, in a loop
     * that obeys nothing: hence the force soon after.
     */
    @Override
    public Duration gracefulLimit() {
        return Duration.ofSeconds(2);
    }

    @Override
    public LogFindings log() {
        return errorLog.findings();
    }

    @Override
    public Map<String, Long> counters() {
        Map<String, Long> counters = new LinkedHashMap<>();
        Matcher matcher = COUNT.matcher(OwnAnswer.to(plan.listen(), COUNTERS_PATH));
        while (matcher.find()) {
            counters.put(matcher.group(1), Long.parseLong(matcher.group(2)));
        }
        return counters;
    }

    /** A connection that could not be opened is a dial failure and no dial. */
    @Override
    public List<CounterMeaning> counterMeanings() {
        return List.of(
                CounterMeaning.same("dials", LedgerCount.ACCEPTS), CounterMeaning.same("reuses", LedgerCount.REUSES));
    }
}
