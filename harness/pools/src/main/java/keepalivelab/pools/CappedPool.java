package keepalivelab.pools;

import com.google.auto.service.AutoService;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import keepalivelab.api.EvictionCause;
import keepalivelab.api.PoolCensus;
import keepalivelab.api.PoolFactory;
import keepalivelab.api.PoolHolder;
import keepalivelab.api.PoolSettings;
import keepalivelab.api.Ticker;
import keepalivelab.api.UpstreamPool;
import org.jspecify.annotations.Nullable;

/**
 * Our own answer to {@link ShardedLruPool}: never more than {@code maxIdle} connections over all keys and threads at any
 * instant, none that eviction loses sight of, and nothing that all threads write to.
 *
 * <p>There are {@code maxIdle} places for the life of the pool. A place is free, or has a connection in it, or is in the hand
 * of one thread that moves it; a connection is stored only in a place. So there are never more connections than places,
 * whatever the order in which threads run. And since the one record of a connection is the stored connection itself, not a
 * list beside a store, there is nothing to fall out of step.
 *
 * <p>Places lie in stripes, one lock each, and no thread waits for one lock while it holds another. A thread uses the
 * stripe of its own number, so that in steady traffic it meets no other thread there. Where its stripe has no connection
 * for a lease, it looks into the others; where it has no free place for a release, it fetches one, or takes out the longest
 * idle connection of all and fetches that one's place. Each stripe shows how many places it has free and how long its
 * oldest connection has been idle, so that looking takes no lock.
 *
 * <p>Last released, first leased within a stripe, the thread's own stripe first.
 *
 * <p>Three races are left in, all harmless. A place in another thread's hand is in nobody's sight: a release that finds
 * neither a free place nor a connection drops its own, and one that finds a connection evicts it, as in a pool that is full.
 * A lease that passes a stripe just before another thread stores there finds nothing, as if it had come first. A stripe's
 * oldest may change between the look and the lock: then a connection leaves that was the second oldest a moment ago.
 *
 * <p>Thread-safe. Allocates nothing once it has been full.
 */
public final class CappedPool<C> implements UpstreamPool<C> {
    /** A power of two. More stripes than busy threads make collisions rare; a lease that misses looks at all of them. */
    private static final int STRIPES = 8;

    private final PoolHolder<C> holder;
    private final Ticker ticker;
    private final long originNanos;
    private final Signs signs = new Signs();
    private final List<Stripe<C>> stripes = new ArrayList<>(STRIPES);

    /** What each stripe shows of itself without its lock; possibly a moment old. */
    private static final class Signs {
        /** Numbers from one stripe's signs to the next, so that no two share a cache line of up to 128 bytes. */
        private static final int LINE = 16;

        private final AtomicLongArray signs = new AtomicLongArray(STRIPES * LINE);

        void show(int stripe, long oldestStamp, int free) {
            signs.setRelease(stripe * LINE, oldestStamp);
            signs.setRelease(stripe * LINE + 1, free);
        }

        /** {@link Long#MAX_VALUE} where the stripe has no connection. */
        long oldestStamp(int stripe) {
            return signs.getAcquire(stripe * LINE);
        }

        boolean anyFree(int stripe) {
            return signs.getAcquire(stripe * LINE + 1) > 0;
        }
    }

    /** Places that are free and places with a connection in them. */
    private static final class Stripe<C> {
        private final IdleList<C> idle = new IdleList<>();
        private final Signs signs;
        private final int number;
        private int free;

        Stripe(Signs signs, int number, int places) {
            this.signs = signs;
            this.number = number;
            this.free = places;
            show();
        }

        /** Stores in a free place of this stripe; false where it has none. */
        synchronized boolean storeIfFree(long key, int id, C connection, long stamp) {
            if (free == 0) {
                return false;
            }
            free--;
            idle.add(key, id, connection, stamp);
            show();
            return true;
        }

        /** Stores in the place that the caller has in its hand. */
        synchronized void storeInGivenPlace(long key, int id, C connection, long stamp) {
            idle.add(key, id, connection, stamp);
            show();
        }

        /** Hands a free place to the caller; false where there is none. */
        synchronized boolean handOutPlace() {
            if (free == 0) {
                return false;
            }
            free--;
            show();
            return true;
        }

        /** Hands the longest idle connection to the caller together with its place; null where there is none. */
        synchronized @Nullable C handOutOldest() {
            C oldest = idle.takeOldest();
            show();
            return oldest;
        }

        synchronized @Nullable C takeNewest(long key) {
            C connection = idle.takeNewest(key);
            if (connection != null) {
                free++;
                show();
            }
            return connection;
        }

        synchronized boolean remove(long key, int id, C connection) {
            boolean removed = idle.remove(key, id, connection);
            if (removed) {
                free++;
                show();
            }
            return removed;
        }

        private void show() {
            signs.show(number, idle.oldestStamp(), free);
        }
    }

    CappedPool(int maxIdle, PoolHolder<C> holder, Ticker ticker) {
        this.holder = holder;
        this.ticker = ticker;
        this.originNanos = ticker.nanos();
        for (int i = 0; i < STRIPES; i++) {
            // Where places are free at first does not matter: they wander to the stripes that need them.
            stripes.add(new Stripe<>(signs, i, i == 0 ? maxIdle : 0));
        }
    }

    @Override
    public @Nullable C lease(long key) {
        int own = ownStripe();
        C connection = stripes.get(own).takeNewest(key);
        for (int i = 1; i < STRIPES && connection == null; i++) {
            int other = (own + i) % STRIPES;
            if (signs.oldestStamp(other) != Long.MAX_VALUE) {
                connection = stripes.get(other).takeNewest(key);
            }
        }
        return connection;
    }

    @Override
    public void release(long key, int id, C connection) {
        long stamp = ticker.nanos() - originNanos;
        Stripe<C> own = stripes.get(ownStripe());
        if (own.storeIfFree(key, id, connection, stamp)) {
            return;
        }
        if (fetchPlace()) {
            own.storeInGivenPlace(key, id, connection, stamp);
            return;
        }
        C oldest = takeOldestOfAll();
        if (oldest == null) {
            evict(connection);
            return;
        }
        own.storeInGivenPlace(key, id, connection, stamp);
        evict(oldest);
    }

    private void evict(C connection) {
        holder.evictionNotice(connection);
        holder.dropped(connection, EvictionCause.FULL);
    }

    private boolean fetchPlace() {
        for (int i = 0; i < STRIPES; i++) {
            if (signs.anyFree(i) && stripes.get(i).handOutPlace()) {
                return true;
            }
        }
        return false;
    }

    /** With its place, which is in the caller's hand then. */
    private @Nullable C takeOldestOfAll() {
        C oldest = null;
        // A turn that fails is one in which other threads emptied the stripe between the look and the lock.
        for (int turn = 0; turn < STRIPES && oldest == null; turn++) {
            oldest = stripes.get(stripeOfOldest()).handOutOldest();
        }
        return oldest;
    }

    private int stripeOfOldest() {
        int found = 0;
        for (int i = 1; i < STRIPES; i++) {
            if (signs.oldestStamp(i) < signs.oldestStamp(found)) {
                found = i;
            }
        }
        return found;
    }

    @Override
    public boolean remove(long key, int id, C connection) {
        int own = ownStripe();
        for (int i = 0; i < STRIPES; i++) {
            if (stripes.get((own + i) % STRIPES).remove(key, id, connection)) {
                return true;
            }
        }
        return false;
    }

    /** Threads that start one after another have consecutive numbers, hence different stripes. */
    private static int ownStripe() {
        return (int) (Thread.currentThread().getId() & (STRIPES - 1));
    }

    /** Stops all stripes for a moment, so it is exact at any time. */
    @Override
    public int idleCount() {
        return idleCountFrom(0);
    }

    private int idleCountFrom(int number) {
        if (number == STRIPES) {
            return 0;
        }
        Stripe<C> stripe = stripes.get(number);
        // Ascending, and nobody else holds two: no deadlock.
        synchronized (stripe) {
            return stripe.idle.size() + idleCountFrom(number + 1);
        }
    }

    /** Groups are counted per stripe: two threads that keep connections of one key make two. */
    @Override
    public PoolCensus census() {
        int groups = 0;
        for (Stripe<C> stripe : stripes) {
            synchronized (stripe) {
                groups += stripe.idle.keys();
            }
        }
        return new PoolCensus(idleCount(), 0, 0, groups);
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
            return new CappedPool<>(settings.maxIdle(), holder, Ticker.SYSTEM);
        }
    }
}
