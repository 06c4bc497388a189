package keepalivelab.proxies.httpd;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.Rendering;
import keepalivelab.api.RunningProxy.LogFindings;
import keepalivelab.proxies.process.NativeLife;
import keepalivelab.proxies.process.NativeText;
import keepalivelab.proxies.process.PlainLog;
import keepalivelab.proxies.process.ReadyProbe;
import keepalivelab.proxies.process.Signal;

/**
 * The life of one httpd.
 *
 * @param plan what it is started for
 * @param command that starts it
 * @param errorLog its own log
 * @param printed what it prints before it has opened its log
 */
record HttpdLife(ProxyPlan plan, List<String> command, PlainLog errorLog, PlainLog printed) implements NativeLife {
    private static final int TAIL_LINES = 20;
    /** No status line came, at end of file (20014); a reset has another number and is no early close. */
    private static final Pattern EARLY_CLOSE =
            Pattern.compile("^\\[[^\\]]*\\] \\[proxy_http:error\\] .*\\(20014\\).* AH01102: .*");
    /** Module and level after the time; what follows may quote a request and must not count. */
    private static final Pattern ALERT = Pattern.compile("^\\[[^\\]]*\\] \\[\\w+:(emerg|alert|crit)\\] .*");

    private static final String PORT_TAKEN = "AH00072: make_sock: could not bind to address";

    HttpdLife(ProxyPlan plan, Rendering rendering) {
        this(
                plan,
                rendering.command(),
                new PlainLog(plan.directory().resolve(HttpdConfig.ERROR_LOG)),
                new PlainLog(plan.directory().resolve("proxy.err")));
    }

    @Override
    public String name() {
        return "httpd " + plan.installation().version();
    }

    @Override
    public List<String> check() {
        List<String> check = new ArrayList<>(command);
        check.add("-t");
        return check;
    }

    @Override
    public boolean ready() {
        return new ReadyProbe(plan.listen(), HttpdConfig.READY_PATH, 204, NativeText.readyMark(plan)).answers();
    }

    @Override
    public boolean saysPortTaken() {
        return printed.containing(PORT_TAKEN) + errorLog.containing(PORT_TAKEN) > 0;
    }

    /** WINCH: answers what is in flight and ends, some seconds later. */
    @Override
    public Signal gracefulSignal() {
        return Signal.WINCH;
    }

    @Override
    public Duration gracefulLimit() {
        return Duration.ofSeconds(6);
    }

    @Override
    public LogFindings log() {
        return new LogFindings(
                OptionalLong.of(errorLog.lines(line -> EARLY_CLOSE.matcher(line).matches())
                        .size()),
                errorLog.lines(line -> ALERT.matcher(line).matches()),
                errorLog.tail(TAIL_LINES));
    }
}
