package keepalivelab.proxies.caddy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.RunningProxy.LogFindings;
import keepalivelab.proxies.process.GoRuntime;
import keepalivelab.proxies.process.Listeners;
import keepalivelab.proxies.process.LogTail;
import keepalivelab.proxies.process.NativeLife;
import keepalivelab.proxies.process.NativeText;
import keepalivelab.proxies.process.PlainLog;
import keepalivelab.proxies.process.ReadyProbe;

/**
 * The life of one Caddy.
 *
 * @param plan what it is started for
 */
record CaddyLife(ProxyPlan plan) implements NativeLife {
    private static final int TAIL_LINES = 20;
    private static final Pattern PORT_TAKEN = Pattern.compile(".*bind: address already in use.*");
    private static final Pattern COMPLAINT = Pattern.compile("(?i)^(error|.*\"level\":\"(warn|error|panic|fatal)\").*");
    private static final Pattern ALERT = Pattern.compile(".*\"level\":\"(panic|fatal)\".*");

    /** A request that failed because its upstream connection ended: in order, or by a reset. */
    private static final Pattern EARLY_CLOSE = Pattern.compile(
            ".*\"logger\":\"http\\.log\\.error[^\"]*\".*\"msg\":\"(EOF|[^\"]*connection reset by peer|[^\"]*:"
                    + " EOF)\".*");

    @Override
    public String name() {
        return "Caddy " + plan.installation().version();
    }

    @Override
    public List<String> check() {
        return new CaddyConfig(plan).command("validate");
    }

    /** Its folder instead of the user's, for what it keeps. */
    @Override
    public Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>(GoRuntime.environment(plan.knobs()));
        for (String name : List.of("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")) {
            environment.put(name, plan.directory().toString());
        }
        return environment;
    }

    @Override
    public List<String> complaints(List<String> lines) {
        List<String> complaints =
                lines.stream().filter(line -> COMPLAINT.matcher(line).matches()).toList();
        return complaints.isEmpty() ? lines : complaints;
    }

    /** Looks once more who listens: this Caddy may have joined another one a moment ago. */
    @Override
    public boolean ready() {
        return new ReadyProbe(plan.listen(), "/-ready", 204, NativeText.readyMark(plan)).answers()
                && !Listeners.shared(plan.listen());
    }

    /** Caddy says so of a port that another program has; one that another Caddy has it shares without a word. */
    @Override
    public boolean saysPortTaken() {
        return errors().count(PORT_TAKEN) > 0 || Listeners.shared(plan.listen());
    }

    @Override
    public LogFindings log() {
        return new LogFindings(
                OptionalLong.of(errors().count(EARLY_CLOSE)),
                errors().lines(ALERT),
                LogTail.of(errors().file(), TAIL_LINES));
    }

    private PlainLog errors() {
        return new PlainLog(plan.directory().resolve("proxy.err"));
    }
}
