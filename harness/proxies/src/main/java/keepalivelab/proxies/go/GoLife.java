package keepalivelab.proxies.go;

import java.util.OptionalLong;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.RunningProxy.LogFindings;
import keepalivelab.proxies.process.NativeLife;
import keepalivelab.proxies.process.NativeText;
import keepalivelab.proxies.process.PlainLog;
import keepalivelab.proxies.process.ReadyProbe;

/**
 * The life of one of our programs in Go: TERM lets it answer what is in flight, and it complains on standard error.
 *
 * @param plan what it is started for
 * @param printed what it says
 */
record GoLife(ProxyPlan plan, PlainLog printed) implements NativeLife {
    private static final int TAIL_LINES = 20;
    /** Alone on its line after date and time; a reset reads otherwise, and a request that was sent again leaves nothing. */
    private static final String EARLY_CLOSE = " http: proxy error: EOF";

    GoLife(ProxyPlan plan) {
        this(plan, new PlainLog(plan.directory().resolve("proxy.err")));
    }

    @Override
    public String name() {
        return "Go " + plan.installation().version();
    }

    @Override
    public boolean ready() {
        return new ReadyProbe(plan.listen(), GoConfig.READY_PATH, 204, NativeText.readyMark(plan)).answers();
    }

    @Override
    public boolean saysPortTaken() {
        return printed.containing("bind: address already in use") > 0;
    }

    @Override
    public LogFindings log() {
        return new LogFindings(
                OptionalLong.of(
                        printed.lines(line -> line.endsWith(EARLY_CLOSE)).size()),
                printed.lines(line -> line.startsWith("panic: ") || line.startsWith("fatal error: ")),
                printed.tail(TAIL_LINES));
    }
}
