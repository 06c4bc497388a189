package keepalivelab.app.command;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import keepalivelab.api.DurationText;
import keepalivelab.api.InputException;
import keepalivelab.app.run.Interruption;
import keepalivelab.backend.CloseKind;
import keepalivelab.backend.CountingBackend;
import keepalivelab.backend.LedgerSnapshot;
import keepalivelab.backend.Tally;
import keepalivelab.proxies.process.Await;
import keepalivelab.report.ExitStatus;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** {@code run-scenario backend}: the counting backend alone. */
@Command(
        name = "backend",
        mixinStandardHelpOptions = true,
        headerHeading = "Examples:%n  run-scenario backend --port 9000%n"
                + "  run-scenario backend --port 9000 --behave \"idle-fin(300ms)\" --for 60s --json%n%n",
        description = "Runs the counting backend alone, on loopback, until Ctrl-C; then says what it counted.")
public final class BackendCommand implements Callable<Integer> {
    /** In the place of no end: longer than any machine runs. */
    private static final Duration NO_END = Duration.ofDays(36_500);

    @Spec
    private CommandSpec spec;

    @Option(names = "--port", paramLabel = "PORT", description = "Where it listens. Default: any free port.")
    private int port;

    @Option(
            names = "--behave",
            paramLabel = "BEHAVIOUR",
            description = "What it does, e.g. idle-fin(300ms); repeatable. Default: keeps every connection.")
    private List<String> behaviours = List.of();

    @Option(names = "--for", paramLabel = "TIME", description = "Ends by itself after that time, e.g. 60s.")
    private @Nullable String time;

    @Option(names = "--json", description = "Prints exactly the counts, as one document, on stdout.")
    private boolean json;

    @Override
    public Integer call() {
        Duration limit = limit();
        if (port < 0 || port > 65_535) {
            throw new InputException("--port " + port + " is not a port (1 to 65535)");
        }
        try (Interruption interruption = Interruption.armed();
                CountingBackend backend = CountingBackend.builder()
                        .port(port)
                        .behave(behaviours.toArray(String[]::new))
                        .start()) {
            spec.commandLine().getErr().println("listening on 127.0.0.1:" + backend.port());
            Await.until(interruption::requested, limit);
            print(backend.ledger());
            return interruption.requested() ? Interruption.EXIT_STATUS : ExitStatus.HELD.code();
        }
    }

    private Duration limit() {
        return time == null
                ? NO_END
                : DurationText.parse(time)
                        .orElseThrow(() -> new InputException(
                                "--for '" + time + "' is not a duration; write e.g. 60s (units: us ms s m h)"));
    }

    private void print(LedgerSnapshot ledger) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(counts(ledger)));
        } else {
            counts(ledger).forEach((name, value) -> out.println(name + ": " + value));
        }
        out.flush();
    }

    private static Map<String, Object> counts(LedgerSnapshot ledger) {
        Map<String, Object> counts = new LinkedHashMap<>();
        counts.put("accepts", ledger.accepts());
        counts.put("unusedAccepts", ledger.unusedAccepts());
        counts.put("exchanges", ledger.exchanges());
        counts.put("reusedExchanges", ledger.reusedExchanges());
        counts.put("brokenExchanges", ledger.brokenExchanges());
        counts.put("unreadRequests", ledger.unreadRequests());
        counts.put("openAtEnd", ledger.openAtEnd());
        counts.put("malformedRequests", ledger.malformedRequests());
        counts.put(
                "tallies",
                ledger.tallies().stream()
                        .collect(Collectors.toMap(BackendCommand::name, Tally::count, Long::sum, TreeMap::new)));
        counts.put(
                "closes",
                ledger.closes().entrySet().stream()
                        .collect(Collectors.toMap(
                                close -> name(close.getKey()), Map.Entry::getValue, Long::sum, TreeMap::new)));
        return counts;
    }

    private static String name(Tally tally) {
        Optional<String> header = tally.connection();
        return tally.version() + header.map(value -> " Connection: " + value).orElse(" no Connection header");
    }

    private static String name(CloseKind close) {
        return close.equals(CloseKind.OPEN)
                ? "open"
                : (close.closer() + " " + close.how() + " (" + close.cause() + ")").toLowerCase(Locale.ROOT);
    }
}
