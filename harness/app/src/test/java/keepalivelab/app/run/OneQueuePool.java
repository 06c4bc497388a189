package keepalivelab.app.run;

import com.google.auto.service.AutoService;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import keepalivelab.api.EvictionCause;
import keepalivelab.api.PoolCensus;
import keepalivelab.api.PoolFactory;
import keepalivelab.api.PoolHolder;
import keepalivelab.api.PoolSettings;
import keepalivelab.api.UpstreamPool;
import org.jspecify.annotations.Nullable;

/** A pool that only the tests have: one class, and no list to edit. */
final class OneQueuePool<C> implements UpstreamPool<C> {
    private final int maxIdle;
    private final PoolHolder<C> holder;
    private final Deque<Entry<C>> idle = new ArrayDeque<>();

    OneQueuePool(int maxIdle, PoolHolder<C> holder) {
        this.maxIdle = maxIdle;
        this.holder = holder;
    }

    private record Entry<C>(long key, C connection) {}

    @Override
    public synchronized @Nullable C lease(long key) {
        for (Iterator<Entry<C>> all = idle.iterator(); all.hasNext(); ) {
            Entry<C> entry = all.next();
            if (entry.key == key) {
                all.remove();
                return entry.connection;
            }
        }
        return null;
    }

    @Override
    public void release(long key, int id, C connection) {
        if (!stored(key, connection)) {
            holder.evictionNotice(connection);
            holder.dropped(connection, EvictionCause.FULL);
        }
    }

    private synchronized boolean stored(long key, C connection) {
        return idle.size() < maxIdle && idle.add(new Entry<>(key, connection));
    }

    @Override
    public synchronized boolean remove(long key, int id, C connection) {
        return idle.removeIf(entry -> entry.connection == connection);
    }

    @Override
    public synchronized int idleCount() {
        return idle.size();
    }

    @Override
    public synchronized PoolCensus census() {
        return new PoolCensus(idle.size(), 0, 0, 1);
    }

    /** Makes it. */
    @AutoService(PoolFactory.class)
    public static final class Factory implements PoolFactory {
        @Override
        public String id() {
            return "one-queue";
        }

        @Override
        public String semantics() {
            return "first in, first out; when full, whoever comes is turned away";
        }

        @Override
        public <C> UpstreamPool<C> create(PoolSettings settings, PoolHolder<C> holder) {
            return new OneQueuePool<>(settings.maxIdle(), holder);
        }
    }
}
