package keepalivelab.proxies.nginx;

import java.util.ArrayList;
import java.util.List;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.Rendering;
import keepalivelab.api.RunningProxy.LogFindings;
import keepalivelab.proxies.process.NativeLife;
import keepalivelab.proxies.process.NativeText;
import keepalivelab.proxies.process.ReadyProbe;
import keepalivelab.proxies.process.Signal;

/**
 * The life of one nginx.
 *
 * @param plan what it is started for
 * @param command that starts it
 * @param errorLog its own log
 */
record NginxLife(ProxyPlan plan, List<String> command, NginxLog errorLog) implements NativeLife {
    NginxLife(ProxyPlan plan, Rendering rendering) {
        this(plan, rendering.command(), new NginxLog(plan.directory().resolve(NginxConfig.ERROR_LOG)));
    }

    @Override
    public String name() {
        return "nginx " + plan.installation().version();
    }

    @Override
    public List<String> check() {
        List<String> check = new ArrayList<>(command);
        check.add("-t");
        return check;
    }

    @Override
    public List<String> complaints(List<String> lines) {
        return NginxLog.complaints(lines);
    }

    @Override
    public boolean ready() {
        return new ReadyProbe(plan.listen(), NginxConfig.READY_PATH, 204, NativeText.readyMark(plan)).answers();
    }

    @Override
    public boolean saysPortTaken() {
        return errorLog.saysPortTaken();
    }

    @Override
    public boolean handlesInOneThread() {
        return true;
    }

    /** QUIT: under a master, answers what is in flight, closes what is idle, exits; without one it exits at once. */
    @Override
    public Signal gracefulSignal() {
        return Signal.QUIT;
    }

    @Override
    public LogFindings log() {
        return errorLog.findings();
    }
}
