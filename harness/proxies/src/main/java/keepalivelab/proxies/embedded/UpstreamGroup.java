package keepalivelab.proxies.embedded;

import java.net.InetSocketAddress;
import java.util.BitSet;
import keepalivelab.api.EvictionCause;
import keepalivelab.api.PoolFactory;
import keepalivelab.api.PoolHolder;
import keepalivelab.api.UpstreamPool;

/**
 * All connections to one upstream: the pool that keeps the idle ones, and the rules for what is kept. Shared by all workers,
 * thread-safe. A connection's own state belongs to the loop it lives on; the pool decides who may use it: whoever leased or
 * {@linkplain UpstreamPool#remove removed} it, and nobody else.
 */
final class UpstreamGroup implements Upstream, PoolHolder<UpstreamLink> {
    private static final long KEY = 1;

    private final InetSocketAddress address;
    private final UpstreamPool<UpstreamLink> pool;
    private final Settings settings;
    private final BitSet ids = new BitSet();

    /**
     * The rules.
     *
     * @param pooling whether connections are kept at all
     * @param counted whether this upstream is the measured one
     */
    record Settings(Limits limits, Dialect dialect, RetryRule retryRule, boolean pooling, boolean counted) {}

    UpstreamGroup(InetSocketAddress address, Settings settings, PoolMaker maker) {
        this.address = address;
        this.settings = settings;
        this.pool = maker.make(this);
    }

    /** Makes the pool for its holder. */
    interface PoolMaker {
        UpstreamPool<UpstreamLink> make(PoolHolder<UpstreamLink> holder);

        static PoolMaker of(PoolFactory factory, keepalivelab.api.PoolSettings settings) {
            return holder -> factory.create(settings, holder);
        }
    }

    InetSocketAddress address() {
        return address;
    }

    Limits limits() {
        return settings.limits();
    }

    @Override
    public Dialect dialect() {
        return settings.dialect();
    }

    RetryRule retryRule() {
        return settings.retryRule();
    }

    int idleCount() {
        return pool.idleCount();
    }

    /** Connections that exist, idle or not. */
    int openCount() {
        synchronized (ids) {
            return ids.cardinality();
        }
    }

    void count(Worker worker, Counter counter) {
        if (settings.counted()) {
            worker.counters().add(counter);
        }
    }

    /**
     * Gets a connection for an exchange: a pooled one, or a new one where none is idle or the one that was is bad. As in
     * pingora, a second idle connection is never tried: what ended one has probably ended them all.
     */
    void acquire(Exchange exchange, long ticket) {
        UpstreamLink link = settings.pooling() ? pool.lease(KEY) : null;
        Worker worker = exchange.worker();
        if (link == null) {
            dial(exchange);
        } else if (link.worker() == worker) {
            arrived(exchange, link);
        } else {
            count(worker, Counter.MOVES);
            link.worker().loop().execute(() -> link.moveTo(exchange, ticket));
        }
    }

    /** A leased connection is on the exchange's loop: tests it once more, because a close may wait unread in the kernel. */
    void arrived(Exchange exchange, UpstreamLink link) {
        if (link.quiet()) {
            count(exchange.worker(), Counter.REUSES);
            exchange.attach(link);
        } else {
            link.discard(Counter.BAD_LEASES);
            dial(exchange);
        }
    }

    /** Opens a new connection for an exchange. */
    void dial(Exchange exchange) {
        count(exchange.worker(), Counter.DIALS);
        exchange.attach(new UpstreamLink(this, exchange.worker(), newId()));
    }

    /** Keeps a connection for reuse if the rules allow it. On its loop. */
    void release(UpstreamLink link) {
        if (!settings.pooling()) {
            link.discard(Counter.NOT_KEPT);
        } else if (link.requests() >= limits().maxRequests()) {
            link.discard(Counter.CLOSED_MAX_REQUESTS);
        } else if (link.agedOut()) {
            link.discard(Counter.CLOSED_MAX_LIFETIME);
        } else {
            link.becomeIdle();
            pool.release(KEY, link.id(), link);
        }
    }

    /** Takes an idle connection out; false where a lease was faster, and then it must not be closed. */
    boolean remove(UpstreamLink link) {
        return pool.remove(KEY, link.id(), link);
    }

    /** A connection is gone; its number may be used again, the smallest first, as descriptors are. */
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
    public void evictionNotice(UpstreamLink link) {
        // Only counted: the connection that it names may carry another client's request by now.
        count(link.worker(), Counter.EVICTION_NOTICES);
    }

    @Override
    public void dropped(UpstreamLink link, EvictionCause cause) {
        Counter counter = cause == EvictionCause.DISABLED ? Counter.NOT_KEPT : Counter.EVICTIONS;
        if (link.worker().loop().inLoop()) {
            link.discard(counter);
        } else {
            link.worker().loop().execute(() -> link.discard(counter));
        }
    }
}
