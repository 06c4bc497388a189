package keepalivelab.proxies.pingora;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import keepalivelab.api.Knob;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.RunningProxy.LogFindings;
import keepalivelab.proxies.process.NativeLife;
import keepalivelab.proxies.process.NativeText;
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
    private static final int SOCKET_LIMIT_MILLIS = 5000;
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
        Matcher matcher = COUNT.matcher(ask(plan.listen(), COUNTERS_PATH));
        while (matcher.find()) {
            counters.put(matcher.group(1), Long.parseLong(matcher.group(2)));
        }
        return counters;
    }

    /** The whole answer; empty if there is none. */
    private static String ask(InetSocketAddress address, String path) {
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(SOCKET_LIMIT_MILLIS);
            socket.connect(address, SOCKET_LIMIT_MILLIS);
            String request = "GET " + path + " HTTP/1.1\r\nHost: lab\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        } catch (IOException gone) {
            return "";
        }
    }
}
