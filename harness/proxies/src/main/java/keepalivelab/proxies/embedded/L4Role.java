package keepalivelab.proxies.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import keepalivelab.wire.Listener;

/**
 * The role of a byte forwarder. Whatever a client sends belongs to the upstream, so readiness and counts have an address
 * of their own.
 */
final class L4Role {
    private static final int ASIDE_BACKLOG = 64;

    private L4Role() {}

    /**
     * A forwarder.
     *
     * @param control address of its own routes
     * @param warm whoever connects there is forwarded to the probe backend; empty where there is none
     */
    record Started(Front front, InetSocketAddress control, Optional<InetSocketAddress> warm) {}

    static Started start(EmbeddedConfig config, Supplier<String> counts) throws IOException {
        List<Worker> workers = PinnedFront.workers(config.workers());
        L4Upstreams upstreams = L4Upstreams.measured(config);
        Front front = new PinnedFront(
                config, workers, (worker, channel) -> L4Client.adopt(upstreams, worker, channel), upstreams::gauges);
        upstreams.fillOn(workers.get(0));
        return new Started(front, control(workers.get(0), counts), warm(config, workers.get(0)));
    }

    private static Optional<InetSocketAddress> warm(EmbeddedConfig config, Worker worker) throws IOException {
        if (config.probe().isEmpty()) {
            return Optional.empty();
        }
        L4Upstreams upstreams = L4Upstreams.warm(config, config.probe().get());
        upstreams.fillOn(worker);
        return Optional.of(listen(worker, channel -> L4Client.adopt(upstreams, worker, channel)));
    }

    private static InetSocketAddress control(Worker worker, Supplier<String> counts) throws IOException {
        AnswerServer server = new AnswerServer("control", new Counters());
        return listen(worker, channel -> AnswerLink.adopt(channel, worker, server, counts));
    }

    /** What is done with a connection that is none of the measured ones. */
    private interface Aside {
        void adopt(SocketChannel channel) throws IOException;
    }

    private static InetSocketAddress listen(Worker worker, Aside aside) throws IOException {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        Listener listener = Listener.open(worker.loop(), any, ASIDE_BACKLOG, (channel, atNanos) -> {
            try {
                aside.adopt(channel);
            } catch (IOException gone) {
                Channels.close(channel);
            }
        });
        return listener.address();
    }
}
