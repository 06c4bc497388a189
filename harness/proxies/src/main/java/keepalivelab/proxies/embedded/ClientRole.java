package keepalivelab.proxies.embedded;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import keepalivelab.api.client.UpstreamClient;
import keepalivelab.api.client.UpstreamClientFactory;
import org.jspecify.annotations.Nullable;

/** The reverse proxy's role with a client library as its upstream side: pinned workers in front of it. */
final class ClientRole {
    /** Begins the names of the threads that make blocking calls. */
    private static final String CALL_NAME = "call-";

    private final EmbeddedConfig config;
    private final UpstreamClientFactory factory;
    private final ExecutorService blocking = Executors.newCachedThreadPool(named());
    private final List<UpstreamClient> clients = new ArrayList<>();

    private ClientRole(EmbeddedConfig config, UpstreamClientFactory factory) {
        this.config = config;
        this.factory = factory;
    }

    static Front start(EmbeddedConfig config, Supplier<String> counts, Consumer<String> log) throws IOException {
        String id = config.client().orElseThrow();
        UpstreamClientFactory factory = UpstreamClientFactory.of(id, ClientRole.class.getClassLoader());
        return new ClientRole(config, factory).front(counts, log);
    }

    private Front front(Supplier<String> counts, Consumer<String> log) throws IOException {
        ClientUpstream measured = new ClientUpstream(open(config.upstream()), true);
        ClientUpstream warm = config.probe()
                .map(address -> new ClientUpstream(open(address), false))
                .orElse(null);
        Routes<ClientUpstream> routes = new Routes<>(measured, warm, counts, log);
        try {
            PinnedFront front = new PinnedFront(
                    config,
                    PinnedFront.workers(config.workers()),
                    (worker, channel) -> DownstreamLink.adopt(worker, routes, ClientExchange::new, channel),
                    measured.client()::counters);
            return new ClientFront(front, this::close);
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    private UpstreamClient open(InetSocketAddress address) {
        UpstreamClient client = factory.open(address, config.knobs(), blocking);
        clients.add(client);
        return client;
    }

    private void close() {
        clients.forEach(UpstreamClient::close);
        blocking.shutdownNow();
    }

    private static ThreadFactory named() {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, CALL_NAME + number.getAndIncrement());
            thread.setDaemon(true);
            return thread;
        };
    }

    /** Pinned workers whose requests a client library forwards. */
    private record ClientFront(PinnedFront workers, Runnable closing) implements Front {
        @Override
        public InetSocketAddress address() {
            return workers.address();
        }

        @Override
        public List<Counters> counters() {
            return workers.counters();
        }

        @Override
        public Set<Counter> counted() {
            return Counter.OF_CLIENTS;
        }

        @Override
        public Map<String, Long> gauges() {
            return workers.gauges();
        }

        @Override
        public @Nullable Throwable failure() {
            return workers.failure();
        }

        @Override
        public void close() {
            workers.close();
            closing.run();
        }
    }
}
