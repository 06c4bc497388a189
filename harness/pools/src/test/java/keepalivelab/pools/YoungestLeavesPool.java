package keepalivelab.pools;

import com.google.auto.service.AutoService;
import keepalivelab.api.EvictionCause;
import keepalivelab.api.PoolCensus;
import keepalivelab.api.PoolFactory;
import keepalivelab.api.PoolHolder;
import keepalivelab.api.PoolSettings;
import keepalivelab.api.UpstreamPool;
import org.jspecify.annotations.Nullable;

/** A pool that only the tests have: when full, whoever comes is turned away. One class and no list to edit. */
final class YoungestLeavesPool<C> implements UpstreamPool<C> {
    private final int maxIdle;
    private final PoolHolder<C> holder;
    private final IdleList<C> idle = new IdleList<>();

    YoungestLeavesPool(int maxIdle, PoolHolder<C> holder) {
        this.maxIdle = maxIdle;
        this.holder = holder;
    }

    @Override
    public synchronized @Nullable C lease(long key) {
        return idle.takeOldest(key);
    }

    @Override
    public void release(long key, int id, C connection) {
        if (!stored(key, id, connection)) {
            holder.evictionNotice(connection);
            holder.dropped(connection, EvictionCause.FULL);
        }
    }

    private synchronized boolean stored(long key, int id, C connection) {
        if (idle.size() == maxIdle) {
            return false;
        }
        idle.add(key, id, connection);
        return true;
    }

    @Override
    public synchronized boolean remove(long key, int id, C connection) {
        return idle.remove(key, id, connection);
    }

    @Override
    public synchronized int idleCount() {
        return idle.size();
    }

    @Override
    public synchronized PoolCensus census() {
        return new PoolCensus(idle.size(), 0, 0, idle.keys());
    }

    @AutoService(PoolFactory.class)
    public static final class Factory implements PoolFactory {
        @Override
        public String id() {
            return "youngest-leaves";
        }

        @Override
        public String semantics() {
            return "first released, first leased; when full the connection just released leaves; for tests";
        }

        @Override
        public <C> UpstreamPool<C> create(PoolSettings settings, PoolHolder<C> holder) {
            return new YoungestLeavesPool<>(settings.maxIdle(), holder);
        }
    }
}
