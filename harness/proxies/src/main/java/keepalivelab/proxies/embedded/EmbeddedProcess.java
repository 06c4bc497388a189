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
import keepalivelab.api.CounterMeaning;
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
 * @param meanings what of its counters the ledger can be held against
 */
record EmbeddedProcess(
        ProxyPlan plan, GuardedProcess process, Path outFile, Path logFile, List<CounterMeaning> meanings)
        implements RunningProxy {
    private static final Duration GRACEFUL_LIMIT = Duration.ofSeconds(5);
    private static final int TAIL_LINES = 20;
    private static final int SOCKET_LIMIT_MILLIS = 5000;
    /** How the names of the JVM's own threads begin, as far as Linux keeps them; {@code java} is the main thread. */
    private static final List<String> RUNTIME_THREADS = List.of(
            "java",
            "VM ",
            "C1 ",
            "C2 ",
            "Common-Cleaner",
            "Finalizer",
            "Reference Handl",
            "Signal Dispatch",
            "Service Thread",
            "Monitor Deflati",
            "Notification",
            "Sweeper",
            "Attach");

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
        return ownPool() && plan.knobs().count(Knob.WORKERS).orElse(1) == 1;
    }

    /** Whether the upstream connections are ours; a client library has threads of its own, and says nothing of closes. */
    private boolean ownPool() {
        return plan.installation().driver().equals(EmbeddedDriver.ID);
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

    @Override
    public List<CounterMeaning> counterMeanings() {
        return meanings;
    }

    /** The workers, and a client library's threads; the main thread only waits for the workers' failure. */
    @Override
    public boolean ownThread(String name) {
        return ownPool()
                ? name.startsWith(Worker.NAME)
                : RUNTIME_THREADS.stream().noneMatch(name::startsWith);
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
                ownPool()
                        ? OptionalLong.of(
                                lines(logFile, EmbeddedLog.EARLY_CLOSE).size())
                        : OptionalLong.empty(),
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
