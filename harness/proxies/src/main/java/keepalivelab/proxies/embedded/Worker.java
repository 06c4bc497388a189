package keepalivelab.proxies.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SocketChannel;
import keepalivelab.api.LabHeaders;
import keepalivelab.wire.EventLoop;

/**
 * One thread that handles requests: its loop, the client connections pinned to it, its counts. Confined to the loop's
 * thread except for {@link #take}, {@link #counters} and {@link #close}.
 */
final class Worker implements AutoCloseable {
    private final EventLoop loop;
    private final Routes routes;
    private final Counters counters = new Counters();
    private final byte[] threadLine;
    private final Bytes scratch = new Bytes();

    private Worker(EventLoop loop, Routes routes) {
        this.loop = loop;
        this.routes = routes;
        this.threadLine = Bytes.ascii(LabHeaders.THREAD + ": " + loop.thread().getName() + "\r\n");
    }

    static Worker start(String name, Routes routes) {
        return new Worker(EventLoop.start(name, EventLoop.Precision.COARSE), routes);
    }

    EventLoop loop() {
        return loop;
    }

    Routes routes() {
        return routes;
    }

    Counters counters() {
        return counters;
    }

    /** The header line that names this worker's thread. */
    byte[] threadLine() {
        return threadLine;
    }

    /** Room for one head; empty when handed out, used up before the caller returns to the loop. */
    Bytes scratch() {
        scratch.clear();
        return scratch;
    }

    /** Takes over a client's connection. Thread-safe. */
    void take(SocketChannel channel) {
        if (loop.inLoop()) {
            adopt(channel);
        } else {
            loop.execute(() -> adopt(channel));
        }
    }

    private void adopt(SocketChannel channel) {
        counters.add(Counter.DOWNSTREAM_ACCEPTS);
        try {
            DownstreamLink.adopt(this, channel);
        } catch (IOException e) {
            // The client was gone before we looked at it.
            closeQuietly(channel);
        }
    }

    private static void closeQuietly(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        loop.close();
    }
}
