package keepalivelab.proxies.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Workers that share one selector and one another's work, as a work-stealing runtime does. There is no acceptor and no
 * reactor thread: whichever worker has nothing to do polls the selector, and what is ready goes into that worker's own queue;
 * if that is more than one thing, one waiting worker is woken to steal. So light load stays on one thread, and a worker
 * that is kept busy delays nobody while another is idle.
 */
final class StealingFront implements Front {
    private final Selector selector;
    private final ServerSocketChannel listener;
    private final InetSocketAddress address;
    private final List<StealingWorker> workers = new ArrayList<>();
    private final Supplier<String> counts;

    StealingFront(InetSocketAddress listen, int count, Supplier<String> counts) throws IOException {
        this.counts = counts;
        this.selector = Selector.open();
        this.listener = ServerSocketChannel.open();
        try {
            listener.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            listener.bind(listen, PinnedFront.BACKLOG);
            listener.configureBlocking(false);
            listener.register(selector, SelectionKey.OP_ACCEPT);
        } catch (IOException e) {
            listener.close();
            selector.close();
            throw e;
        }
        this.address = (InetSocketAddress) listener.getLocalAddress();
        StealingPool pool = new StealingPool(selector, this::accept);
        for (int i = 0; i < count; i++) {
            workers.add(pool.add(Worker.NAME + i));
        }
        workers.forEach(StealingWorker::start);
    }

    /** Takes what waits at the listening socket. On the polling worker's thread. */
    private void accept(Counters counters) {
        try {
            for (SocketChannel channel = listener.accept(); channel != null; channel = listener.accept()) {
                counters.add(Counter.DOWNSTREAM_ACCEPTS);
                SharedLink link = new SharedLink(channel, counts);
                StealingTask task = new StealingTask(link);
                task.watch(channel.register(selector, SelectionKey.OP_READ, task));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public InetSocketAddress address() {
        return address;
    }

    @Override
    public List<Counters> counters() {
        return workers.stream().map(StealingWorker::counters).toList();
    }

    @Override
    public Map<String, Long> gauges() {
        return Map.of();
    }

    @Override
    public @Nullable Throwable failure() {
        return workers.stream()
                .map(StealingWorker::failure)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    @Override
    public void close() {
        workers.forEach(StealingWorker::stop);
        workers.forEach(StealingWorker::join);
        try {
            for (SelectionKey key : List.copyOf(selector.keys())) {
                key.channel().close();
            }
            selector.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
