package keepalivelab.proxies.embedded;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import keepalivelab.api.Knob;
import keepalivelab.wire.Listener;
import org.jspecify.annotations.Nullable;

/**
 * Workers that are event loops, each client connection bound to one of them for good. The first worker accepts, as in a
 * server without an acceptor thread of its own, and hands new connections over.
 */
final class PinnedFront implements Front {
    static final int BACKLOG = 4096;

    private final List<Worker> workers;
    private final String spread;
    private final boolean acceptingLoopWatches;
    private final Worker.Adopter adopter;
    private final Supplier<Map<String, Long>> gauges;
    private final Listener listener;
    private int next;

    /** Starts it; the workers are its own from here on, also if it cannot listen. */
    PinnedFront(EmbeddedConfig config, List<Worker> workers, Worker.Adopter adopter, Supplier<Map<String, Long>> gauges)
            throws IOException {
        this.workers = List.copyOf(workers);
        this.spread = config.value(Knob.WORKERS_SPREAD);
        this.acceptingLoopWatches = config.value(Knob.WORKERS_IO).equals("accepting-loop");
        this.adopter = adopter;
        this.gauges = gauges;
        this.listener = listen(config.listen());
    }

    static List<Worker> workers(int count) {
        List<Worker> workers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            workers.add(Worker.start(Worker.NAME + i));
        }
        return workers;
    }

    private Listener listen(InetSocketAddress address) throws IOException {
        try {
            return Listener.open(workers.get(0).loop(), address, BACKLOG, (channel, atNanos) -> handOver(channel));
        } catch (IOException e) {
            workers.forEach(Worker::close);
            throw e;
        }
    }

    private void handOver(SocketChannel channel) {
        Worker handler = workers.get(nextIndex());
        if (acceptingLoopWatches) {
            workers.get(0).take(channel, (accepting, c) -> adopter.adopt(handler, c));
        } else {
            handler.take(channel, adopter);
        }
    }

    private int nextIndex() {
        int count = workers.size();
        return switch (spread) {
            case "accepting" -> 0;
            case "random" -> ThreadLocalRandom.current().nextInt(count);
            default -> next++ % count;
        };
    }

    @Override
    public InetSocketAddress address() {
        return listener.address();
    }

    @Override
    public List<Counters> counters() {
        return workers.stream().map(Worker::counters).toList();
    }

    @Override
    public Map<String, Long> gauges() {
        return gauges.get();
    }

    @Override
    public @Nullable Throwable failure() {
        return workers.stream()
                .map(worker -> worker.loop().failure())
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    @Override
    public void close() {
        if (failure() == null) {
            listener.close();
        }
        workers.forEach(Worker::close);
    }
}
