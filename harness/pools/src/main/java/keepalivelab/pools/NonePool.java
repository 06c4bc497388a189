package keepalivelab.pools;

import com.google.auto.service.AutoService;
import keepalivelab.api.EvictionCause;
import keepalivelab.api.PoolCensus;
import keepalivelab.api.PoolFactory;
import keepalivelab.api.PoolHolder;
import keepalivelab.api.PoolSettings;
import keepalivelab.api.UpstreamPool;
import org.jspecify.annotations.Nullable;

/**
 * Keeps nothing: every released connection is dropped at once, whatever the settings. Models a proxy with upstream
 * keep-alive switched off, such as nginx before 1.29.7 without a {@code keepalive} line. Immutable, thread-safe.
 */
public final class NonePool<C> implements UpstreamPool<C> {
    private final PoolHolder<C> holder;

    NonePool(PoolHolder<C> holder) {
        this.holder = holder;
    }

    @Override
    public @Nullable C lease(long key) {
        return null;
    }

    @Override
    public void release(long key, int id, C connection) {
        holder.dropped(connection, EvictionCause.DISABLED);
    }

    @Override
    public boolean remove(long key, int id, C connection) {
        return false;
    }

    @Override
    public int idleCount() {
        return 0;
    }

    @Override
    public PoolCensus census() {
        return new PoolCensus(0, 0, 0, 0);
    }

    /** Makes it. */
    @AutoService(PoolFactory.class)
    public static final class Factory implements PoolFactory {
        @Override
        public String id() {
            return "none";
        }

        @Override
        public String semantics() {
            return "keeps nothing, as a proxy without upstream keep-alive";
        }

        @Override
        public int cap(PoolSettings settings) {
            return 0;
        }

        @Override
        public <C> UpstreamPool<C> create(PoolSettings settings, PoolHolder<C> holder) {
            return new NonePool<>(holder);
        }
    }
}
