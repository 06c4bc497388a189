package keepalivelab.pools;

import com.google.auto.service.AutoService;
import keepalivelab.api.PoolFactory;
import keepalivelab.api.PoolHolder;
import keepalivelab.api.PoolSettings;
import keepalivelab.api.UpstreamPool;

/**
 * Pools of sockets that a byte forwarder opens ahead of need and never gets back: a forwarder does not know where one
 * client's bytes end, so a used connection is of no use to a second client. What is stored is a plain queue, the oldest
 * leaves first, as {@link FifoPool}. The two kinds differ in what the forwarder does around the queue, which their names
 * choose; nothing of that is a pool's business, as a pool opens and tests no connection.
 */
public final class PrewarmedPool {
    private PrewarmedPool() {}

    /**
     * The queue with two known limits: what died while it waited is handed over all the same, and a backend that is down is
     * dialled at every interval.
     */
    @AutoService(PoolFactory.class)
    public static final class Plain implements PoolFactory {
        @Override
        public String id() {
            return "prewarmed";
        }

        @Override
        public String semantics() {
            return "sockets opened ahead of need, the oldest first, never given back; for role=l4: a dead one is handed over"
                    + " unnoticed, and a backend that is down is dialled all the same";
        }

        @Override
        public <C> UpstreamPool<C> create(PoolSettings settings, PoolHolder<C> holder) {
            return new OneListPool<>(OneListPool.Order.OLDEST_FIRST, settings.maxIdle(), holder);
        }
    }

    /** The same queue without the two limits. */
    @AutoService(PoolFactory.class)
    public static final class Checked implements PoolFactory {
        @Override
        public String id() {
            return "prewarmed-checked";
        }

        @Override
        public String semantics() {
            return "as prewarmed, but a dead socket is noticed before it is handed over, and a backend that is down gets no"
                    + " more than a probe at intervals";
        }

        @Override
        public <C> UpstreamPool<C> create(PoolSettings settings, PoolHolder<C> holder) {
            return new OneListPool<>(OneListPool.Order.OLDEST_FIRST, settings.maxIdle(), holder);
        }
    }
}
