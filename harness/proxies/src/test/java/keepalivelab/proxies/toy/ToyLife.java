package keepalivelab.proxies.toy;

import java.util.List;
import java.util.OptionalLong;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.RunningProxy.LogFindings;
import keepalivelab.proxies.process.LogTail;
import keepalivelab.proxies.process.NativeLife;
import keepalivelab.proxies.process.NativeText;
import keepalivelab.proxies.process.ReadyProbe;

/**
 * The life of one toy: TERM ends it, and it complains on standard error.
 *
 * @param plan what it is started for
 */
record ToyLife(ProxyPlan plan) implements NativeLife {
    private static final int TAIL_LINES = 20;

    @Override
    public String name() {
        return "toy " + plan.installation().version();
    }

    @Override
    public boolean ready() {
        return new ReadyProbe(plan.listen(), ToyProxy.READY_PATH, 204, NativeText.readyMark(plan)).answers();
    }

    @Override
    public boolean saysPortTaken() {
        return tail().stream().anyMatch(line -> line.contains("Address already in use"));
    }

    @Override
    public LogFindings log() {
        return new LogFindings(OptionalLong.empty(), List.of(), tail());
    }

    private List<String> tail() {
        return LogTail.of(plan.directory().resolve("proxy.err"), TAIL_LINES);
    }
}
