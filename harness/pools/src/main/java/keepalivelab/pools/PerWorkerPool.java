package keepalivelab.pools;

import com.google.auto.service.AutoService;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import keepalivelab.api.PoolCensus;
import keepalivelab.api.PoolFactory;
import keepalivelab.api.PoolHolder;
import keepalivelab.api.PoolSettings;
import keepalivelab.api.UpstreamPool;
import org.jspecify.annotations.Nullable;

/**
 * A cache of its own for every thread that uses the pool: a thread leases only what it released itself, the last first. At
 * most {@code maxIdle} per thread over all keys; when full, the thread's own longest idle connection leaves. Models
 * nginx, where each worker process has its own {@code keepalive} cache: a connection that one worker keeps is out of reach
 * for the others.
 *
 * <p>Thread-safe. Each cache has a lock, which only removals by other threads and counts ever contend for. What an ended
 * thread kept stays idle until its holder removes it; workers are expected to live as long as the pool.
 */
public final class PerWorkerPool<C> implements UpstreamPool<C> {
    private final int maxIdle;
    private final PoolHolder<C> holder;
    private final List<OneListPool<C>> caches = new CopyOnWriteArrayList<>();
    private final ThreadLocal<OneListPool<C>> own = ThreadLocal.withInitial(this::newCache);

    PerWorkerPool(int maxIdle, PoolHolder<C> holder) {
        this.maxIdle = maxIdle;
        this.holder = holder;
    }

    private OneListPool<C> newCache() {
        OneListPool<C> cache = new OneListPool<>(OneListPool.Order.NEWEST_FIRST, maxIdle, holder);
        caches.add(cache);
        return cache;
    }

    @Override
    public @Nullable C lease(long key) {
        return own.get().lease(key);
    }

    @Override
    public void release(long key, int id, C connection) {
        own.get().release(key, id, connection);
    }

    /** Looks in the caller's cache first, then in all: the end of a connection may be seen by another thread. */
    @Override
    public boolean remove(long key, int id, C connection) {
        if (own.get().remove(key, id, connection)) {
            return true;
        }
        for (OneListPool<C> cache : caches) {
            if (cache.remove(key, id, connection)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public int idleCount() {
        int count = 0;
        for (OneListPool<C> cache : caches) {
            count += cache.idleCount();
        }
        return count;
    }

    /** Groups are counted per cache: two threads that keep connections of one key make two. */
    @Override
    public PoolCensus census() {
        int idle = 0;
        int groups = 0;
        for (OneListPool<C> cache : caches) {
            PoolCensus census = cache.census();
            idle += census.idle();
            groups += census.groups();
        }
        return new PoolCensus(idle, 0, 0, groups);
    }

    /** Makes it. */
    @AutoService(PoolFactory.class)
    public static final class Factory implements PoolFactory {
        @Override
        public String id() {
            return "per-worker";
        }

        @Override
        public String semantics() {
            return "last released, first leased; one list of max-idle per worker thread, the longest idle leaves when full,"
                    + " as nginx";
        }

        @Override
        public <C> UpstreamPool<C> create(PoolSettings settings, PoolHolder<C> holder) {
            return new PerWorkerPool<>(settings.maxIdle(), holder);
        }
    }
}
