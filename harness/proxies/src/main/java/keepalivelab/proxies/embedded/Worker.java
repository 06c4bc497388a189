package keepalivelab.proxies.embedded;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import keepalivelab.api.LabHeaders;
import keepalivelab.wire.EventLoop;

/**
 * One thread that handles requests: its loop, the client connections pinned to it, its counts. Confined to the loop's
 * thread except for {@link #take}, {@link #counters} and {@link #close}.
 */
final class Worker implements AutoCloseable {
    /** Begins the names of the threads that handle requests. */
    static final String NAME = "worker-";

    private final EventLoop loop;
    private final Counters counters = new Counters();
    private final byte[] threadLine;
    private final Bytes scratch = new Bytes();

    private Worker(EventLoop loop) {
        this.loop = loop;
        this.threadLine = Bytes.ascii(LabHeaders.THREAD + ": " + loop.thread().getName() + "\r\n");
    }

    static Worker start(String name) {
        return new Worker(EventLoop.start(name, EventLoop.Precision.COARSE));
    }

    EventLoop loop() {
        return loop;
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

    /** Takes over a client's connection on its own loop. Thread-safe. */
    void take(SocketChannel channel, Adopter adopter) {
        if (loop.inLoop()) {
            adopt(channel, adopter);
        } else {
            loop.execute(() -> adopt(channel, adopter));
        }
    }

    private void adopt(SocketChannel channel, Adopter adopter) {
        counters.add(Counter.DOWNSTREAM_ACCEPTS);
        try {
            adopter.adopt(this, channel);
        } catch (IOException e) {
            // The client was gone before we looked at it.
            Channels.close(channel);
        }
    }

    /** What a role makes of a new client connection. */
    interface Adopter {
        /** Takes over a connection whose requests {@code worker} shall handle. */
        void adopt(Worker worker, SocketChannel channel) throws IOException;
    }

    @Override
    public void close() {
        loop.close();
    }
}
