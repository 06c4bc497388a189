package keepalivelab.proxies.embedded;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import keepalivelab.api.Knob;
import keepalivelab.api.PoolFactory;
import keepalivelab.api.PoolSettings;
import keepalivelab.wire.Listener;
import org.jspecify.annotations.Nullable;

/** A running embedded proxy inside this process: for the child process and for tests. Thread-safe. */
public final class EmbeddedProxy implements AutoCloseable {
    private static final int BACKLOG = 4096;

    private final List<Worker> workers = new ArrayList<>();
    private final String spread;
    private final UpstreamGroup measured;
    private final Listener listener;
    private int next;

    private EmbeddedProxy(EmbeddedConfig config, Consumer<String> log) throws IOException {
        this.spread = config.value(Knob.WORKERS_SPREAD);
        this.measured = group(config, config.upstream(), true);
        UpstreamGroup warm =
                config.probe().map(address -> group(config, address, false)).orElse(null);
        Routes routes = new Routes(measured, warm, this::countersAsJson, log);
        for (int i = 0; i < config.workers(); i++) {
            workers.add(Worker.start("worker-" + i, routes));
        }
        this.listener = listen(config.listen());
    }

    /**
     * Starts a proxy.
     *
     * @param log gets one line for each event worth telling, on worker threads
     * @throws IOException if it cannot listen
     * @throws keepalivelab.api.InputException if the configuration names a pool that does not exist
     */
    public static EmbeddedProxy start(EmbeddedConfig config, Consumer<String> log) throws IOException {
        return new EmbeddedProxy(config, log);
    }

    private static UpstreamGroup group(EmbeddedConfig config, InetSocketAddress address, boolean counted) {
        int maxIdle = (int) config.count(Knob.POOL_MAX_IDLE).orElse(Integer.MAX_VALUE / 4);
        return new UpstreamGroup(
                address,
                new UpstreamGroup.Settings(
                        Limits.of(config),
                        config.dialect(),
                        RetryRule.of(config.value(Knob.RETRY_RULE)),
                        config.value(Knob.POOL_ENABLED).equals("yes"),
                        counted),
                UpstreamGroup.PoolMaker.of(PoolFactory.of(config.pool()), PoolSettings.of(maxIdle, config.workers())));
    }

    /** The first worker accepts, as in a server without an acceptor thread of its own. */
    private Listener listen(InetSocketAddress address) throws IOException {
        try {
            return Listener.open(workers.get(0).loop(), address, BACKLOG, (channel, atNanos) -> handOver(channel));
        } catch (IOException e) {
            workers.forEach(Worker::close);
            throw e;
        }
    }

    private void handOver(SocketChannel channel) {
        int count = workers.size();
        int index = switch (spread) {
            case "accepting" -> 0;
            case "random" -> ThreadLocalRandom.current().nextInt(count);
            default -> next++ % count;
        };
        workers.get(index).take(channel);
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return listener.address();
    }

    /** Idle connections to the measured upstream. */
    public int idleCount() {
        return measured.idleCount();
    }

    /** Its own counts, over all workers, and the gauges {@code upstream_idle} and {@code upstream_open}. */
    public Map<String, Long> counters() {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (Counter counter : Counter.values()) {
            counts.put(
                    counter.key(),
                    workers.stream().mapToLong(w -> w.counters().value(counter)).sum());
        }
        counts.put("upstream_idle", (long) measured.idleCount());
        counts.put("upstream_open", (long) measured.openCount());
        return counts;
    }

    private String countersAsJson() {
        return counters().entrySet().stream()
                .map(e -> "  \"" + e.getKey() + "\": " + e.getValue())
                .collect(Collectors.joining(",\n", "{\n", "\n}\n"));
    }

    /** The defect that ended a worker; null while all are healthy. */
    public @Nullable Throwable failure() {
        return workers.stream()
                .map(w -> w.loop().failure())
                .filter(java.util.Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** Stops at once: listening, then every connection. */
    @Override
    public void close() {
        listener.close();
        workers.forEach(Worker::close);
    }
}
