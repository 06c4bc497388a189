package keepalivelab.pools;

import keepalivelab.api.EvictionCause;
import keepalivelab.api.PoolCensus;
import keepalivelab.api.PoolHolder;
import keepalivelab.api.UpstreamPool;
import org.jspecify.annotations.Nullable;

/**
 * One list of idle connections behind one lock: at most {@code maxIdle} over all keys together; when full, the one that has
 * been idle longest leaves. Which one is leased is the whole difference between {@link LifoPool} and {@link FifoPool}, so
 * that comparing them compares the two orders alone. Thread-safe.
 */
final class OneListPool<C> implements UpstreamPool<C> {
    /** Which idle connection of a key is leased. */
    enum Order {
        NEWEST_FIRST,
        OLDEST_FIRST
    }

    private final Order order;
    private final int maxIdle;
    private final PoolHolder<C> holder;
    private final IdleList<C> idle = new IdleList<>();

    OneListPool(Order order, int maxIdle, PoolHolder<C> holder) {
        this.order = order;
        this.maxIdle = maxIdle;
        this.holder = holder;
    }

    @Override
    public synchronized @Nullable C lease(long key) {
        return order == Order.NEWEST_FIRST ? idle.takeNewest(key) : idle.takeOldest(key);
    }

    @Override
    public void release(long key, int id, C connection) {
        C victim = store(key, id, connection);
        if (victim != null) {
            holder.evictionNotice(victim);
            holder.dropped(victim, EvictionCause.FULL);
        }
    }

    private synchronized @Nullable C store(long key, int id, C connection) {
        idle.add(key, id, connection);
        return idle.size() > maxIdle ? idle.takeOldest() : null;
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
}
