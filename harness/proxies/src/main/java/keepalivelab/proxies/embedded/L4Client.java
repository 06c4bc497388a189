package keepalivelab.proxies.embedded;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import keepalivelab.wire.Connection;
import org.jspecify.annotations.Nullable;

/**
 * A client of the byte forwarder and, once there is one, its upstream connection: bytes and ends of stream travel both
 * ways. Nothing of the client is read before the upstream is there. Confined to its worker's thread.
 *
 * <p>A copy error is a side that was reset, or the client's bytes sent to an upstream that had ended before and had said
 * nothing: a socket that died while it waited. The kernel answers those bytes with a reset, which a socket that has read
 * the end already never shows to its reader.
 */
final class L4Client implements Connection.Handler {
    private final L4Upstreams upstreams;
    private final Worker worker;
    private final Connection client;
    private final long takenNanos;
    private @Nullable Connection upstream;
    private UpstreamOrigin origin = UpstreamOrigin.DIALLED;
    private boolean forwarded;
    private boolean answered;
    private boolean copyFailed;
    private boolean clientOutputEnded;
    private boolean upstreamOutputEnded;

    private L4Client(L4Upstreams upstreams, Worker worker, SocketChannel channel) throws IOException {
        this.upstreams = upstreams;
        this.worker = worker;
        this.takenNanos = worker.loop().nanos();
        this.client = Connection.adopt(worker.loop(), channel, this);
        client.pauseReading();
    }

    /** Takes over an accepted channel and gets it an upstream. */
    static void adopt(L4Upstreams upstreams, Worker worker, SocketChannel channel) throws IOException {
        L4Client taken = new L4Client(upstreams, worker, channel);
        upstreams.acquire(taken);
    }

    Worker worker() {
        return worker;
    }

    Connection connection() {
        return client;
    }

    /** No upstream can be reached: the client gets an end without a byte. */
    void refuse() {
        client.closeUnread();
    }

    /** From here on bytes travel. */
    void pair(Connection connection, UpstreamOrigin from) {
        upstream = connection;
        origin = from;
        connection.handler(this);
        connection.resumeReading();
        client.resumeReading();
    }

    private @Nullable Connection other(Connection one) {
        return one == client ? upstream : client;
    }

    @Override
    public void onBytes(Connection source, byte[] bytes, int offset, int length) {
        Connection sink = other(source);
        if (sink != null) {
            if (sink == client) {
                answered = true;
            } else if (sink.inputEnded() && !answered) {
                copyFailed();
            }
            sink.put(bytes, offset, length);
            if (sink.pendingBytes() > Exchange.HIGH_WATER_BYTES) {
                source.pauseReading();
            }
        }
    }

    @Override
    public void onFlush(Connection sink) {
        if (sink != client && !forwarded) {
            forwarded = true;
            upstreams.times().firstByte(origin, worker.loop().nanos() - takenNanos);
        }
    }

    @Override
    public void onDrained(Connection sink) {
        Connection source = other(sink);
        if (source != null && source.inputEnded()) {
            endOutput(sink);
        } else if (source != null) {
            source.resumeReading();
        }
    }

    @Override
    public void onEnd(Connection source, long atNanos) {
        Connection sink = other(source);
        if (source == upstream && source.pendingBytes() > 0 && !answered) {
            copyFailed();
        }
        if (sink == null) {
            source.close();
        } else if (sink.pendingBytes() == 0) {
            endOutput(sink);
        }
    }

    private void endOutput(Connection sink) {
        if (sink == client) {
            clientOutputEnded = true;
        } else {
            upstreamOutputEnded = true;
        }
        sink.endOutput();
        if (clientOutputEnded && upstreamOutputEnded && upstream != null) {
            client.close();
            upstream.close();
        }
    }

    @Override
    public void onFailure(Connection failed, IOException why, long atNanos) {
        Connection sink = other(failed);
        if (sink != null && !sink.isClosed()) {
            copyFailed();
            sink.reset();
        }
    }

    private void copyFailed() {
        if (copyFailed) {
            return;
        }
        copyFailed = true;
        upstreams.count(worker, Counter.COPY_ERRORS);
        if (origin == UpstreamOrigin.PREWARMED) {
            upstreams.count(worker, Counter.COPY_ERRORS_PREWARMED);
        }
    }
}
