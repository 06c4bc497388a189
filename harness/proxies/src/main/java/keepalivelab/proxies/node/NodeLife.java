package keepalivelab.proxies.node;

import java.util.List;
import java.util.OptionalLong;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.RunningProxy.LogFindings;
import keepalivelab.proxies.process.NativeLife;
import keepalivelab.proxies.process.NativeText;
import keepalivelab.proxies.process.PlainLog;
import keepalivelab.proxies.process.ReadyProbe;

/**
 * The life of one of our programs for Node.js: TERM lets it answer what is in flight, and it complains on standard error.
 *
 * @param plan what it is started for
 * @param earlyClose what it says where the upstream closed in order and without a byte
 * @param printed what it says
 */
record NodeLife(ProxyPlan plan, String earlyClose, PlainLog printed) implements NativeLife {
    private static final int TAIL_LINES = 20;

    NodeLife(ProxyPlan plan, String earlyClose) {
        this(plan, earlyClose, new PlainLog(plan.directory().resolve("proxy.err")));
    }

    @Override
    public String name() {
        return plan.installation().driver() + " " + plan.installation().version();
    }

    @Override
    public boolean ready() {
        return new ReadyProbe(plan.listen(), NodeConfig.READY_PATH, 204, NativeText.readyMark(plan)).answers();
    }

    @Override
    public boolean saysPortTaken() {
        return printed.containing("Error: listen EADDRINUSE") > 0;
    }

    @Override
    public boolean handlesInOneThread() {
        return true;
    }

    @Override
    public LogFindings log() {
        return new LogFindings(
                OptionalLong.of(printed.lines(line -> line.equals("proxy error: " + earlyClose))
                        .size()),
                printed.lines(line -> line.startsWith("FATAL ERROR: ")),
                printed.tail(TAIL_LINES));
    }

    @Override
    public List<String> complaints(List<String> lines) {
        List<String> errors =
                lines.stream().filter(line -> line.contains("Error: ")).toList();
        return errors.isEmpty() ? lines : errors;
    }
}
