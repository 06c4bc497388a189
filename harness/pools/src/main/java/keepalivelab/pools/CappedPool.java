package keepalivelab.pools;

import com.google.auto.service.AutoService;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import keepalivelab.api.EvictionCause;
import keepalivelab.api.PoolCensus;
import keepalivelab.api.PoolFactory;
import keepalivelab.api.PoolHolder;
import keepalivelab.api.PoolSettings;
import keepalivelab.api.UpstreamPool;
import org.jspecify.annotations.Nullable;

/**
 * Our own answer to {@link ShardedLruPool}: never more than {@code maxIdle} connections over all keys and threads at any
 * instant, none that eviction loses sight of, and no lock that all threads share.
 *
 * <p>There are {@code maxIdle} places, and a connection is stored only by who holds a place for it. A release takes a free
 * place, or takes over that of an idle connection, which leaves. A lease gives the place back once the connection
 * is out. So the number of places taken is never below the number of connections stored, and never above the cap; and
 * since there is one record per connection, not a list beside a store, there is nothing to fall out of step.
 *
 * <p>Connections are stored in stripes, one lock each. A thread uses the stripe of its own number first and others only
 * where that has nothing for it. Last released, first leased within a stripe. When full, the longest idle connection of the
 * thread's own stripe leaves, or of the first other stripe that has one: with one thread that is the longest idle of all.
 *
 * <p>Two races are left in, both harmless. A thread that holds a place and has not yet stored, or has taken out and not
 * yet given back, is invisible to others: a release that finds all places taken and nothing stored drops its own
 * connection, as in a full pool. A lease that passes a stripe just before another thread stores there finds nothing, as if
 * it had come first.
 *
 * <p>Thread-safe. Allocates nothing once it has been full.
 */
public final class CappedPool<C> implements UpstreamPool<C> {
    /** A power of two. More stripes than busy threads make collisions rare; a lease that misses looks into all of them. */
    private static final int STRIPES = 8;

    private final int maxIdle;
    private final PoolHolder<C> holder;
    private final AtomicInteger taken = new AtomicInteger();
    private final List<Stripe<C>> stripes = new ArrayList<>(STRIPES);

    /** Part of the store. The caller of {@link #add} and of {@link #exchange} has the place for the connection. */
    private static final class Stripe<C> {
        private final IdleList<C> idle = new IdleList<>();

        synchronized void add(long key, int id, C connection) {
            idle.add(key, id, connection);
        }

        /** Puts this connection in the place of the longest idle one, which is returned; nothing happens if there is none. */
        synchronized @Nullable C exchange(long key, int id, C connection) {
            C leaving = idle.takeOldest();
            if (leaving != null) {
                idle.add(key, id, connection);
            }
            return leaving;
        }

        synchronized @Nullable C takeOldest() {
            return idle.takeOldest();
        }

        synchronized @Nullable C takeNewest(long key) {
            return idle.takeNewest(key);
        }

        synchronized boolean remove(long key, int id, C connection) {
            return idle.remove(key, id, connection);
        }
    }

    CappedPool(int maxIdle, PoolHolder<C> holder) {
        this.maxIdle = maxIdle;
        this.holder = holder;
        for (int i = 0; i < STRIPES; i++) {
            stripes.add(new Stripe<>());
        }
    }

    @Override
    public @Nullable C lease(long key) {
        int own = ownStripe();
        for (int i = 0; i < STRIPES && taken.get() > 0; i++) {
            C connection = stripes.get((own + i) % STRIPES).takeNewest(key);
            if (connection != null) {
                taken.getAndDecrement();
                return connection;
            }
        }
        return null;
    }

    @Override
    public void release(long key, int id, C connection) {
        if (takePlace()) {
            stripes.get(ownStripe()).add(key, id, connection);
            return;
        }
        C leaving = takeOver(key, id, connection);
        holder.evictionNotice(leaving);
        holder.dropped(leaving, EvictionCause.FULL);
    }

    private boolean takePlace() {
        int before = taken.get();
        while (before < maxIdle) {
            if (taken.compareAndSet(before, before + 1)) {
                return true;
            }
            before = taken.get();
        }
        return false;
    }

    /** Stores in the place of another connection and returns that, or returns this one where no other is in sight. */
    private C takeOver(long key, int id, C connection) {
        int own = ownStripe();
        C leaving = stripes.get(own).exchange(key, id, connection);
        if (leaving != null) {
            return leaving;
        }
        for (int i = 1; i < STRIPES; i++) {
            leaving = stripes.get((own + i) % STRIPES).takeOldest();
            if (leaving != null) {
                stripes.get(own).add(key, id, connection);
                return leaving;
            }
        }
        return connection;
    }

    @Override
    public boolean remove(long key, int id, C connection) {
        int own = ownStripe();
        for (int i = 0; i < STRIPES; i++) {
            if (stripes.get((own + i) % STRIPES).remove(key, id, connection)) {
                taken.getAndDecrement();
                return true;
            }
        }
        return false;
    }

    /** Threads that start one after another have consecutive numbers, hence different stripes. */
    private static int ownStripe() {
        return (int) (Thread.currentThread().getId() & (STRIPES - 1));
    }

    @Override
    public int idleCount() {
        return taken.get();
    }

    /** Stops all stripes for a moment, so the count of idle connections is exact at any time. */
    @Override
    public PoolCensus census() {
        return census(0, 0, 0);
    }

    private PoolCensus census(int from, int idle, int groups) {
        if (from == STRIPES) {
            return new PoolCensus(idle, 0, 0, groups);
        }
        Stripe<C> stripe = stripes.get(from);
        synchronized (stripe) {
            return census(from + 1, idle + stripe.idle.size(), groups + stripe.idle.keys());
        }
    }

    /** Makes it. */
    @AutoService(PoolFactory.class)
    public static final class Factory implements PoolFactory {
        @Override
        public String id() {
            return "capped";
        }

        @Override
        public String semantics() {
            return "last released by this thread, first leased, then those of other threads; never more than max-idle over"
                    + " all upstreams and threads, the longest idle leaves when full; ours";
        }

        @Override
        public <C> UpstreamPool<C> create(PoolSettings settings, PoolHolder<C> holder) {
            return new CappedPool<>(settings.maxIdle(), holder);
        }
    }
}
