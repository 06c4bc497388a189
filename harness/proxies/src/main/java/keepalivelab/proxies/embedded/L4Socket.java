package keepalivelab.proxies.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import keepalivelab.wire.Connection;
import keepalivelab.wire.LoopTimer;

/**
 * A connection to the forwarder's upstream until a client gets it: being dialled, or waiting ahead of need. Confined to the
 * thread of the loop it lives on.
 */
final class L4Socket implements Connection.Handler {
    /** What it is dialled for. Called once, on its loop. */
    interface Purpose {
        void connected(L4Socket socket);

        /** It is closed already, and its number is free. */
        void failed(L4Socket socket);
    }

    private final L4Upstreams upstreams;
    private final Connection connection;
    private final ByteBuffer oneByte = ByteBuffer.allocateDirect(1);
    private final int id;
    private final Purpose purpose;
    private volatile Worker worker;
    private final long begunNanos;
    private boolean connected;

    private final LoopTimer dialTimer = new LoopTimer() {
        @Override
        protected void fire(long dueNanos, long actualNanos) {
            connection.closeUnread();
            dialFailed();
        }
    };

    /** Dials. On the worker's loop. */
    L4Socket(L4Upstreams upstreams, Worker worker, int id, Purpose purpose) throws IOException {
        this.upstreams = upstreams;
        this.worker = worker;
        this.id = id;
        this.purpose = purpose;
        this.begunNanos = worker.loop().nanos();
        this.connection = Connection.dial(worker.loop(), upstreams.address(), this);
    }

    /** The limit on dialling counts from here. */
    void start() {
        worker.loop().arm(dialTimer, begunNanos + upstreams.connectNanos());
    }

    Worker worker() {
        return worker;
    }

    int id() {
        return id;
    }

    Connection connection() {
        return connection;
    }

    /** Goes to a client on another worker's loop, then on to {@code arrived} there. On its present loop. */
    void moveTo(Worker to, Runnable arrived) {
        if (connection.isClosed()) {
            worker = to;
            to.loop().execute(arrived);
            return;
        }
        connection.moveTo(to.loop(), () -> {
            worker = to;
            arrived.run();
        });
    }

    /**
     * Whether it is still open.
     *
     * @param client gets what the upstream said ahead, for protocols in which the server speaks first
     */
    boolean alive(Connection client) {
        if (connection.isClosed() || connection.inputEnded()) {
            return false;
        }
        oneByte.clear();
        try {
            int count = connection.channel().read(oneByte);
            if (count > 0) {
                client.put(new byte[] {oneByte.get(0)});
            }
            return count >= 0;
        } catch (IOException reset) {
            return false;
        }
    }

    @Override
    public void onConnected(Connection c, long atNanos) {
        connected = true;
        worker.loop().disarm(dialTimer);
        upstreams.times().connected(atNanos - begunNanos);
        purpose.connected(this);
    }

    /** It waits for a client from now on; whether it is watched meanwhile is the one difference between the pools here. */
    void awaitClient() {
        if (upstreams.prewarming() == Prewarming.UNCHECKED) {
            connection.pauseReading();
        }
    }

    @Override
    public boolean onReadable(Connection c) {
        if (connection.unreadBytes() > 0) {
            // The server speaks first: its words wait for a client.
            connection.pauseReading();
            return false;
        }
        return true;
    }

    @Override
    public void onBytes(Connection c, byte[] bytes, int offset, int length) {
        // They came between the look and the read; without a client there is no one to give them to.
        upstreams.lost(this);
    }

    @Override
    public void onEnd(Connection c, long atNanos) {
        upstreams.lost(this);
    }

    @Override
    public void onFailure(Connection c, IOException why, long atNanos) {
        if (connected) {
            upstreams.lost(this);
        } else {
            worker.loop().disarm(dialTimer);
            dialFailed();
        }
    }

    private void dialFailed() {
        upstreams.forget(this);
        purpose.failed(this);
    }
}
