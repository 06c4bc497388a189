package keepalivelab.pools;

import com.google.auto.service.AutoService;
import keepalivelab.api.PoolFactory;
import keepalivelab.api.PoolHolder;
import keepalivelab.api.PoolSettings;
import keepalivelab.api.UpstreamPool;

/**
 * One list for the whole process; the connection that has been idle longest is leased first, so that all connections share
 * the traffic and each is idle as long as possible before its next use, which is where stale reuse happens.
 *
 * <p>The opposite of {@link LifoPool} with nothing else different, to compare the two orders alone.
 */
@AutoService(PoolFactory.class)
public final class FifoPool implements PoolFactory {
    @Override
    public String id() {
        return "fifo";
    }

    @Override
    public String semantics() {
        return "first released, first leased; one list for the process,"
                + " at most max-idle over all upstreams, the longest idle leaves when full";
    }

    @Override
    public <C> UpstreamPool<C> create(PoolSettings settings, PoolHolder<C> holder) {
        return new OneListPool<>(OneListPool.Order.OLDEST_FIRST, settings.maxIdle(), holder);
    }
}
