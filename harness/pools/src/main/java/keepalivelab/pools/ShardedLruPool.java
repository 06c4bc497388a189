package keepalivelab.pools;

import com.google.auto.service.AutoService;
import keepalivelab.api.PoolCensus;
import keepalivelab.api.PoolFactory;
import keepalivelab.api.PoolHolder;
import keepalivelab.api.PoolSettings;
import keepalivelab.api.UpstreamPool;
import org.jspecify.annotations.Nullable;

/**
 * Connections are shared by all threads, and so is the list that decides who leaves when full. Models pingora-pool 0.9.0,
 * source: its crate and what was measured on it.
 *
 * <ul>
 *   <li>Leased as in {@link ThreadLruPool}: first in, first out from a queue of 16 places per key, then from a map in no
 *       order ({@link KeyGroup}).
 *   <li>The size is {@code maxIdle} times {@code workers}, over all keys. Beyond it the oldest leave until the size less
 *       min(16, size / 4) is left ({@link ShardedLru}).
 *   <li>A release first notes the connection in the list, then evicts if that made one too many, and only then makes the
 *       connection available. Another thread's eviction can fall between the first step and the last: it takes the
 *       record out, gives the notice, finds no connection to drop, and the last step then adds one that no list knows: an
 *       orphan. It can still be leased or removed but is never evicted, so that under contention the pool grows
 *       beyond its size.
 *   <li>A key's storage goes with its last connection.
 *   <li>With size 0 each release evicts its own record before the connection is stored, so that everything becomes an
 *       orphan (follows from the order of steps; not measured).
 *   <li>A removal goes by id: one that comes after the id was used again removes the successor.
 * </ul>
 *
 * <p>Thread-safe.
 */
public final class ShardedLruPool<C> implements UpstreamPool<C> {
    private final PoolHolder<C> holder;
    private final KeyGroups<C> groups;
    private final ShardedLru<C> lru;

    ShardedLruPool(int size, PoolHolder<C> holder) {
        this.holder = holder;
        this.groups = new KeyGroups<>(KeyGroups.Emptied.REMOVED, holder);
        this.lru = new ShardedLru<>(size);
    }

    @Override
    public @Nullable C lease(long key) {
        return groups.take(key, lru::forget);
    }

    @Override
    public void release(long key, int id, C connection) {
        // This order is what the pool is here for: see the class.
        if (lru.add(key, id, connection)) {
            evict();
        }
        groups.insert(key, id, connection);
    }

    private void evict() {
        for (LruRecord<C> evicted : lru.evict()) {
            holder.evictionNotice(evicted.connection());
            groups.evict(evicted);
        }
    }

    @Override
    public boolean remove(long key, int id, C connection) {
        boolean held = groups.remove(key, id, connection);
        lru.forget(id);
        return held;
    }

    @Override
    public int idleCount() {
        return groups.idleCount();
    }

    @Override
    public PoolCensus census() {
        return groups.census(lru.snapshot());
    }

    /** Makes it. */
    @AutoService(PoolFactory.class)
    public static final class Factory implements PoolFactory {
        @Override
        public String id() {
            return "sharded-lru";
        }

        @Override
        public String semantics() {
            return "first in, first out from 16 places per upstream, then any; at most max-idle times workers over all"
                    + " upstreams, the oldest leave when full, exact for one thread only, as pingora-pool 0.9.0";
        }

        @Override
        public int cap(PoolSettings settings) {
            return (int) Math.min(Integer.MAX_VALUE, (long) settings.maxIdle() * settings.workers());
        }

        @Override
        public <C> UpstreamPool<C> create(PoolSettings settings, PoolHolder<C> holder) {
            return new ShardedLruPool<>(cap(settings), holder);
        }
    }
}
