package keepalivelab.proxies.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Supplier;
import keepalivelab.wire.Listener;

/**
 * The role of a byte forwarder. Whatever a client sends belongs to the upstream, so readiness and counts have an address
 * of their own.
 */
final class L4Role {
    private static final int CONTROL_BACKLOG = 16;

    private L4Role() {}

    /** A forwarder and the address of its own routes. */
    record Started(Front front, InetSocketAddress control) {}

    static Started start(EmbeddedConfig config, Supplier<String> counts) throws IOException {
        List<Worker> workers = PinnedFront.workers(config.workers());
        L4Upstreams upstreams = new L4Upstreams(config);
        Front front = new PinnedFront(
                config, workers, (worker, channel) -> L4Client.adopt(upstreams, worker, channel), upstreams::gauges);
        upstreams.fillOn(workers.get(0));
        return new Started(front, control(workers.get(0), counts));
    }

    private static InetSocketAddress control(Worker worker, Supplier<String> counts) throws IOException {
        AnswerServer server = new AnswerServer("control", new Counters());
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        Listener listener = Listener.open(worker.loop(), any, CONTROL_BACKLOG, (channel, atNanos) -> {
            try {
                AnswerLink.adopt(channel, worker, server, counts);
            } catch (IOException gone) {
                Channels.close(channel);
            }
        });
        return listener.address();
    }
}
