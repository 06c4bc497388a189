package keepalivelab.proxies.embedded;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import keepalivelab.api.Knob;
import org.jspecify.annotations.Nullable;

/** A running embedded proxy inside this process: for the child process and for tests. Thread-safe. */
public final class EmbeddedProxy implements AutoCloseable {
    private final Front front;
    private final InetSocketAddress control;
    private final Optional<InetSocketAddress> warm;

    private EmbeddedProxy(EmbeddedConfig config, Consumer<String> log) throws IOException {
        Optional<InetSocketAddress> ownRoutes = Optional.empty();
        Optional<InetSocketAddress> warming = Optional.empty();
        switch (config.value(Knob.ROLE)) {
            case "answer" -> this.front = AnswerRole.start(config, this::countersAsJson);
            case "l4" -> {
                L4Role.Started started = L4Role.start(config, this::countersAsJson);
                this.front = started.front();
                ownRoutes = Optional.of(started.control());
                warming = started.warm();
            }
            default ->
                this.front = config.client().isPresent()
                        ? ClientRole.start(config, this::countersAsJson, log)
                        : HttpRole.start(config, this::countersAsJson, log);
        }
        this.control = ownRoutes.orElseGet(front::address);
        this.warm = warming;
    }

    /**
     * Starts a proxy.
     *
     * @param log gets one line for each event worth telling, on worker threads
     * @throws IOException if it cannot listen
     * @throws keepalivelab.api.InputException if the configuration names a pool or client that does not exist, or settings that do
     *     not go together
     */
    public static EmbeddedProxy start(EmbeddedConfig config, Consumer<String> log) throws IOException {
        EmbeddedKnobs.checkTogether(config);
        return new EmbeddedProxy(config, log);
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return front.address();
    }

    /** Where its own routes {@code /-ready} and {@code /-counters} are: where it listens, except for a byte forwarder. */
    public InetSocketAddress control() {
        return control;
    }

    /** Where a byte forwarder takes connections for its probe backend; empty for other roles, and without a probe. */
    public Optional<InetSocketAddress> warm() {
        return warm;
    }

    /** Idle connections to the measured upstream. */
    public long idleCount() {
        return front.gauges().getOrDefault(Front.UPSTREAM_IDLE, 0L);
    }

    /** Its own counts over all threads, then gauges such as {@code upstream_idle}. */
    public Map<String, Long> counters() {
        List<Counters> perThread = front.counters();
        Map<String, Long> counts = new LinkedHashMap<>();
        front.counted()
                .forEach(counter -> counts.put(
                        counter.key(),
                        perThread.stream().mapToLong(c -> c.value(counter)).sum()));
        counts.putAll(new TreeMap<>(front.gauges()));
        return counts;
    }

    private String countersAsJson() {
        return counters().entrySet().stream()
                .map(e -> "  \"" + e.getKey() + "\": " + e.getValue())
                .collect(Collectors.joining(",\n", "{\n", "\n}\n"));
    }

    /** The defect that ended a worker; null while all are healthy. */
    public @Nullable Throwable failure() {
        return front.failure();
    }

    /** Stops at once: listening, then every connection. */
    @Override
    public void close() {
        front.close();
    }
}
