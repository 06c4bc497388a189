package keepalivelab.proxies.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import keepalivelab.api.EvictionCause;
import keepalivelab.api.Knob;
import keepalivelab.api.PoolFactory;
import keepalivelab.api.PoolHolder;
import keepalivelab.api.PoolSettings;
import keepalivelab.api.UpstreamPool;

/**
 * The byte forwarder's upstream: a queue of sockets opened ahead of need, topped up to {@code pool.min-idle} by a
 * {@link Filler}. A client takes one or, where there is none, dials. A used connection is never given back: its bytes cannot
 * be told apart, so no second client could have it. Thread-safe.
 *
 * <p>A client's dials feed the passive health; a socket taken from the queue does not. Unchecked that is all: a socket that
 * died while it waited still counts as idle, is handed over and shows as a copy error, and the filler neither feeds nor
 * heeds the health. Checked, waiting sockets are watched and tested before they are handed over, and the filler's dials are
 * part of the health that it heeds. What a client does is the same in both.
 */
final class L4Upstreams implements PoolHolder<L4Socket>, Filler.Target {
    private static final long KEY = 1;

    /** Whether what happens here is part of the proxy's counts. */
    private enum Counting {
        MEASURED,
        UNCOUNTED
    }

    private final InetSocketAddress address;
    private final Counting counting;
    private final UpstreamPool<L4Socket> pool;
    private final Prewarming prewarming;
    private final PassiveHealth health = new PassiveHealth();
    private final L4Times times = new L4Times();
    private final int target;
    private final long intervalNanos;
    private final long connectNanos;
    private final BitSet ids = new BitSet();

    private L4Upstreams(EmbeddedConfig config, InetSocketAddress address, Counting counting) {
        this.address = address;
        this.counting = counting;
        this.prewarming = Prewarming.of(config.pool());
        this.target = (int) config.count(Knob.POOL_MIN_IDLE).orElse(0);
        this.intervalNanos = config.duration(Knob.POOL_REFILL_INTERVAL)
                .map(Duration::toNanos)
                .orElse(Limits.NONE);
        this.connectNanos = Limits.of(config).connectNanos();
        this.pool = PoolFactory.of(config.pool()).create(PoolSettings.of(Math.max(1, target), config.workers()), this);
    }

    /** The measured upstream. */
    static L4Upstreams measured(EmbeddedConfig config) {
        return new L4Upstreams(config, config.upstream(), Counting.MEASURED);
    }

    /** The same code in front of another backend, for warming up: with a queue of its own, and nothing is counted. */
    static L4Upstreams warm(EmbeddedConfig config, InetSocketAddress probe) {
        return new L4Upstreams(config, probe, Counting.UNCOUNTED);
    }

    InetSocketAddress address() {
        return address;
    }

    long connectNanos() {
        return connectNanos;
    }

    Prewarming prewarming() {
        return prewarming;
    }

    L4Times times() {
        return times;
    }

    Map<String, Long> gauges() {
        Map<String, Long> gauges = new HashMap<>(times.figures());
        gauges.put(Front.UPSTREAM_IDLE, (long) pool.idleCount());
        gauges.put("health_failures_in_a_row", (long) health.failuresInARow());
        gauges.put("health_down", health.isDown() ? 1L : 0L);
        return gauges;
    }

    void count(Worker worker, Counter counter) {
        if (counting == Counting.MEASURED) {
            worker.counters().add(counter);
        }
    }

    /** Begins to fill, on this worker's loop from now on. */
    void fillOn(Worker worker) {
        if (target > 0) {
            new Filler(worker, this, prewarming, health, intervalNanos).start();
        }
    }

    @Override
    public int missing() {
        return target - pool.idleCount();
    }

    @Override
    public void dialAhead(Filler filler) {
        count(filler.worker(), Counter.PREWARM_DIALS);
        open(filler.worker(), new L4Socket.Purpose() {
            @Override
            public void connected(L4Socket socket) {
                filled(filler, socket);
            }

            @Override
            public void failed(L4Socket socket) {
                fillFailed(filler);
            }
        });
    }

    private void filled(Filler filler, L4Socket socket) {
        count(filler.worker(), Counter.PREWARM_FILLS);
        if (prewarming == Prewarming.CHECKED) {
            health.dialSucceeded();
        }
        socket.awaitClient();
        pool.release(KEY, socket.id(), socket);
        filler.ended();
    }

    private void fillFailed(Filler filler) {
        count(filler.worker(), Counter.PREWARM_FILL_FAILURES);
        if (prewarming == Prewarming.CHECKED) {
            health.dialFailed();
        }
        filler.ended();
    }

    private void open(Worker worker, L4Socket.Purpose purpose) {
        try {
            // Its loop holds it from here on, then the pool or a client.
            new L4Socket(this, worker, newId(), purpose).start();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot open a socket to " + address, e);
        }
    }

    /** Gets an upstream for a client. On the client's loop. */
    void acquire(L4Client client) {
        L4Socket socket = pool.lease(KEY);
        if (socket == null) {
            count(client.worker(), Counter.PREWARM_MISSES);
            dial(client);
        } else if (socket.worker() == client.worker()) {
            handOver(socket, client);
        } else {
            count(client.worker(), Counter.MOVES);
            socket.worker().loop().execute(() -> socket.moveTo(client.worker(), () -> handOver(socket, client)));
        }
    }

    private void handOver(L4Socket socket, L4Client client) {
        forget(socket);
        boolean dead = prewarming == Prewarming.CHECKED && !socket.alive(client.connection());
        if (dead || socket.connection().isClosed()) {
            count(client.worker(), Counter.BAD_LEASES);
            socket.connection().close();
            dial(client);
        } else {
            count(client.worker(), Counter.PREWARM_HITS);
            client.pair(socket.connection(), UpstreamOrigin.PREWARMED);
        }
    }

    private void dial(L4Client client) {
        count(client.worker(), Counter.DIALS);
        open(client.worker(), new L4Socket.Purpose() {
            @Override
            public void connected(L4Socket socket) {
                health.dialSucceeded();
                forget(socket);
                client.pair(socket.connection(), UpstreamOrigin.DIALLED);
            }

            @Override
            public void failed(L4Socket socket) {
                count(client.worker(), Counter.DIAL_FAILURES);
                health.dialFailed();
                client.refuse();
            }
        });
    }

    /** A waiting socket ended. Where a lease was faster, whoever took it finds out. */
    void lost(L4Socket socket) {
        if (pool.remove(KEY, socket.id(), socket)) {
            forget(socket);
            count(socket.worker(), Counter.CLOSED_BY_PEER);
            socket.connection().close();
        }
    }

    /** Its number may be used again. */
    void forget(L4Socket socket) {
        synchronized (ids) {
            ids.clear(socket.id());
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
            forget(socket);
            count(worker, Counter.EVICTIONS);
            socket.connection().close();
        });
    }
}
