package keepalivelab.proxies.traefik;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.RunningProxy.LogFindings;
import keepalivelab.proxies.process.GoRuntime;
import keepalivelab.proxies.process.LogTail;
import keepalivelab.proxies.process.NativeLife;
import keepalivelab.proxies.process.NativeText;
import keepalivelab.proxies.process.PlainLog;
import keepalivelab.proxies.process.ReadyProbe;

/**
 * The life of one Traefik. It has no check of its own: a bad file shows in its log, and in that it never gets ready.
 *
 * @param plan what it is started for
 */
record TraefikLife(ProxyPlan plan) implements NativeLife {
    private static final int TAIL_LINES = 20;
    private static final Pattern PORT_TAKEN = Pattern.compile(".*bind: address already in use.*");
    private static final Pattern COMPLAINT = Pattern.compile("^(\\S+ (WRN|ERR|FTL|PNC)|.*[Ee]rror).*");
    private static final Pattern ALERT = Pattern.compile("^\\S+ (FTL|PNC) .*");

    @Override
    public String name() {
        return "Traefik " + plan.installation().version();
    }

    @Override
    public Map<String, String> environment() {
        return GoRuntime.environment(plan.knobs());
    }

    @Override
    public List<String> complaints(List<String> lines) {
        List<String> complaints =
                lines.stream().filter(line -> COMPLAINT.matcher(line).matches()).toList();
        return complaints.isEmpty() ? lines : complaints;
    }

    /** By a route on the measured entry point: it exists from the moment on when the measured one does. */
    @Override
    public boolean ready() {
        return new ReadyProbe(plan.listen(), "/-ready", 200, NativeText.readyMark(plan)).answers();
    }

    @Override
    public boolean saysPortTaken() {
        return output().count(PORT_TAKEN) > 0 || errors().count(PORT_TAKEN) > 0;
    }

    /** An upstream that closed early is logged at the level that logs every request, which would change what is measured. */
    @Override
    public LogFindings log() {
        return new LogFindings(OptionalLong.empty(), output().lines(ALERT), LogTail.of(output().file(), TAIL_LINES));
    }

    private PlainLog output() {
        return new PlainLog(plan.directory().resolve("proxy.out"));
    }

    private PlainLog errors() {
        return new PlainLog(plan.directory().resolve("proxy.err"));
    }
}
