package keepalivelab.proxies.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.BitSet;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import keepalivelab.api.EvictionCause;
import keepalivelab.api.Knob;
import keepalivelab.api.PoolFactory;
import keepalivelab.api.PoolHolder;
import keepalivelab.api.PoolSettings;
import keepalivelab.api.UpstreamPool;
import keepalivelab.wire.LoopTimer;

/**
 * The byte forwarder's upstream: a queue of sockets opened ahead of need, topped up to {@code pool.min-idle} at once and
 * then every {@code pool.refill-interval}. A client takes one or, where there is none, dials. A used connection is never
 * given back: its bytes cannot be told apart, so no second client could have it. Thread-safe.
 *
 * <p>Dials, ahead or for a client, feed the passive health count; a socket taken from the queue does not. Under
 * {@code prewarmed} that is all: a socket that died while it waited is handed over and shows as a copy error, and a backend
 * that is down is dialled at every interval. Under {@code prewarmed-checked} waiting sockets are watched and tested
 * before they are handed over, and the interval doubles with every failure, up to 64 times.
 */
final class L4Upstreams implements PoolHolder<L4Socket> {
    private static final long KEY = 1;
    private static final int MOST_DOUBLINGS = 6;

    private final InetSocketAddress address;
    private final UpstreamPool<L4Socket> pool;
    private final boolean checked;
    private final int target;
    private final long intervalNanos;
    private final long connectNanos;
    private final BitSet ids = new BitSet();
    private final AtomicInteger failuresInARow = new AtomicInteger();
    private int filling;

    L4Upstreams(EmbeddedConfig config) {
        Limits limits = Limits.of(config);
        this.address = config.upstream();
        this.checked = config.pool().equals(PrewarmedPool.CHECKED);
        this.target = (int) config.count(Knob.POOL_MIN_IDLE).orElse(0);
        this.intervalNanos = config.duration(Knob.POOL_REFILL_INTERVAL)
                .map(java.time.Duration::toNanos)
                .orElse(Limits.NONE);
        this.connectNanos = limits.connectNanos();
        this.pool = PoolFactory.of(config.pool()).create(PoolSettings.of(Math.max(1, target), config.workers()), this);
    }

    InetSocketAddress address() {
        return address;
    }

    long connectNanos() {
        return connectNanos;
    }

    /** Whether waiting sockets are watched. */
    boolean checked() {
        return checked;
    }

    Map<String, Long> gauges() {
        return Map.of(
                Front.UPSTREAM_IDLE, (long) pool.idleCount(), "dial_failures_in_a_row", (long) failuresInARow.get());
    }

    void count(Worker worker, Counter counter) {
        worker.counters().add(counter);
    }

    /** Begins to fill, on this worker's loop from now on. */
    void fillOn(Worker worker) {
        LoopTimer timer = new LoopTimer() {
            @Override
            protected void fire(long dueNanos, long actualNanos) {
                fill(worker);
                worker.loop().arm(this, actualNanos + pauseNanos());
            }
        };
        worker.loop().execute(() -> worker.loop().arm(timer, worker.loop().nanos()));
    }

    private long pauseNanos() {
        int doublings = checked ? Math.min(MOST_DOUBLINGS, failuresInARow.get()) : 0;
        return Math.min(Limits.NONE >> doublings, intervalNanos) << doublings;
    }

    private void fill(Worker worker) {
        int missing = target - pool.idleCount() - filling;
        // A backend that could not be reached gets one attempt, not a burst.
        int attempts = checked && failuresInARow.get() > 0 ? Math.min(1, missing) : missing;
        for (int i = 0; i < attempts; i++) {
            filling++;
            count(worker, Counter.PREWARM_DIALS);
            open(worker, null);
        }
    }

    private void open(Worker worker, @org.jspecify.annotations.Nullable L4Client client) {
        try {
            // Its loop holds it from here on, then the pool or a client.
            L4Socket opened = new L4Socket(this, worker, newId(), client);
            opened.start();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot open a socket to " + address, e);
        }
    }

    /** Gets an upstream for a client. On the client's loop. */
    void acquire(L4Client client) {
        L4Socket socket = pool.lease(KEY);
        if (socket == null) {
            dial(client);
        } else if (socket.worker() == client.worker()) {
            handOver(socket, client);
        } else {
            count(client.worker(), Counter.MOVES);
            socket.worker().loop().execute(() -> socket.moveTo(client.worker(), () -> handOver(socket, client)));
        }
    }

    private void handOver(L4Socket socket, L4Client client) {
        forget(socket.id());
        if (socket.connection().isClosed() || (checked && !socket.alive(client.connection()))) {
            count(client.worker(), Counter.BAD_LEASES);
            socket.connection().close();
            dial(client);
        } else {
            count(client.worker(), Counter.PREWARM_HITS);
            client.pair(socket.connection());
        }
    }

    private void dial(L4Client client) {
        count(client.worker(), Counter.DIALS);
        open(client.worker(), client);
    }

    /** The result of a dial, for the passive health count. */
    void dialled(Worker worker, boolean success) {
        if (success) {
            failuresInARow.set(0);
        } else {
            failuresInARow.incrementAndGet();
            count(worker, Counter.DIAL_FAILURES);
        }
    }

    /** A socket opened ahead is connected. On the filling worker's loop. */
    void keep(L4Socket socket) {
        filling--;
        pool.release(KEY, socket.id(), socket);
    }

    /** A dial ahead failed. On the filling worker's loop. */
    void fillFailed(int id) {
        filling--;
        forget(id);
    }

    /** A waiting socket ended. Where a lease was faster, whoever took it finds out. */
    void lost(L4Socket socket) {
        if (pool.remove(KEY, socket.id(), socket)) {
            forget(socket.id());
            count(socket.worker(), Counter.CLOSED_BY_PEER);
            socket.connection().close();
        }
    }

    void forget(int id) {
        synchronized (ids) {
            ids.clear(id);
        }
    }

    private int newId() {
        synchronized (ids) {
            int id = ids.nextClearBit(0);
            ids.set(id);
            return id;
        }
    }

    @Override
    public void dropped(L4Socket socket, EvictionCause cause) {
        Worker worker = socket.worker();
        worker.loop().execute(() -> {
            forget(socket.id());
            count(worker, Counter.EVICTIONS);
            socket.connection().close();
        });
    }
}
