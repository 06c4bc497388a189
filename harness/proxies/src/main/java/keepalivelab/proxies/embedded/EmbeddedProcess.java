package keepalivelab.proxies.embedded;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import keepalivelab.api.Knob;
import keepalivelab.api.ProxyFailedException;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.RunningProxy;
import keepalivelab.proxies.process.GuardedProcess;
import keepalivelab.proxies.process.LogTail;
import keepalivelab.proxies.process.Signal;

/**
 * A running embedded proxy.
 *
 * @param plan what it was started for
 * @param process its JVM
 * @param outFile its standard output
 * @param logFile its standard error
 */
record EmbeddedProcess(ProxyPlan plan, GuardedProcess process, Path outFile, Path logFile) implements RunningProxy {
    private static final Duration GRACEFUL_LIMIT = Duration.ofSeconds(5);
    private static final int TAIL_LINES = 20;
    private static final int SOCKET_LIMIT_MILLIS = 5000;
    private static final Pattern COUNT = Pattern.compile("\"([a-z0-9_]+)\": (\\d+)");

    @Override
    public InetSocketAddress address() {
        return plan.listen();
    }

    @Override
    public OptionalLong pid() {
        return OptionalLong.of(process.pid());
    }

    @Override
    public boolean pausable() {
        return plan.knobs().count(Knob.WORKERS).orElse(1) == 1;
    }

    @Override
    public void pause() throws ProxyFailedException {
        if (!process.pause()) {
            throw new ProxyFailedException("the embedded proxy cannot be paused", log().tail(), false);
        }
    }

    @Override
    public void resume() {
        process.resume();
    }

    @Override
    public boolean alive() {
        return process.alive();
    }

    @Override
    public Optional<String> warmPath() {
        boolean forwarder = plan.knobs().text(Knob.ROLE).orElse("").equals("l4");
        return plan.probe().map(probe -> forwarder ? "/" : Routes.WARM);
    }

    @Override
    public InetSocketAddress warmAddress() {
        return said(EmbeddedLog.WARM);
    }

    /** Its own counts; empty once it is gone. */
    @Override
    public Map<String, Long> counters() {
        Map<String, Long> counters = new LinkedHashMap<>();
        Matcher matcher = COUNT.matcher(ask(Routes.COUNTERS));
        while (matcher.find()) {
            counters.put(matcher.group(1), Long.parseLong(matcher.group(2)));
        }
        return counters;
    }

    /** The workers; the main thread only waits for their failure. */
    @Override
    public boolean ownThread(String name) {
        return name.startsWith(Worker.NAME);
    }

    private String ask(String path) {
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(SOCKET_LIMIT_MILLIS);
            socket.connect(control(), SOCKET_LIMIT_MILLIS);
            socket.getOutputStream().write(("GET " + path + " HTTP/1.0\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        } catch (IOException gone) {
            return "";
        }
    }

    @Override
    public LogFindings log() {
        return new LogFindings(
                OptionalLong.of(lines(logFile, EmbeddedLog.EARLY_CLOSE).size()),
                lines(logFile, EmbeddedLog.WORKER_FAILED),
                LogTail.of(logFile, TAIL_LINES));
    }

    boolean saysPortTaken() {
        return !lines(logFile, EmbeddedLog.PORT_TAKEN).isEmpty();
    }

    /** Whether it said that it listens. */
    boolean listens() {
        return !lines(outFile, EmbeddedLog.LISTENING).isEmpty();
    }

    /** Where its own routes are. */
    InetSocketAddress control() {
        return said(EmbeddedLog.CONTROL);
    }

    /** The address on the line that begins so; the proxy's own where there is no such line. */
    private InetSocketAddress said(String start) {
        return lines(outFile, start).stream()
                .findFirst()
                .map(line -> line.substring(line.lastIndexOf(':') + 1))
                .map(port -> new InetSocketAddress(address().getAddress(), Integer.parseInt(port)))
                .orElseGet(this::address);
    }

    private static List<String> lines(Path file, String start) {
        try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
            return lines.filter(line -> line.startsWith(start)).toList();
        } catch (IOException none) {
            return List.of();
        }
    }

    @Override
    public void close() {
        process.stop(Signal.TERM, GRACEFUL_LIMIT);
    }
}
