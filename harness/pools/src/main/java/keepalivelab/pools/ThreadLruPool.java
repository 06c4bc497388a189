package keepalivelab.pools;

import com.google.auto.service.AutoService;
import java.util.ArrayList;
import java.util.List;
import keepalivelab.api.PoolCensus;
import keepalivelab.api.PoolFactory;
import keepalivelab.api.PoolHolder;
import keepalivelab.api.PoolSettings;
import keepalivelab.api.UpstreamPool;
import org.jspecify.annotations.Nullable;

/**
 * Connections are shared by all threads, but who leaves when full is decided by a list per thread. Models pingora-pool
 * 0.8.0, source: its crate and what was measured on it.
 *
 * <ul>
 *   <li>Leased first in, first out from a queue of 16 places per key, then from a map in no order ({@link KeyGroup}).
 *   <li>A release notes the connection in the list of the releasing <em>thread</em>; beyond {@code maxIdle} in that list
 *       its oldest record leaves. The cap is thus {@code maxIdle} times the threads that release.
 *   <li>A lease or removal erases the record from the list of the <em>calling</em> thread only. Done on another thread
 *       than the release, it leaves a stale record behind, which holds a place of the first thread's cap until it is
 *       evicted. Then the notice goes to the connection of the record, long gone, while whatever is now idle under the
 *       same key and id is lost without one ({@code LOST}).
 *   <li>The list of an ended thread goes to the next new thread, the one that was made first before the others.
 *   <li>A key's storage is kept when its last connection has left.
 *   <li>With {@code maxIdle} 0 each release evicts its own record before the connection is stored, so that everything is
 *       kept without limit (follows from the order of steps; not measured).
 *   <li>A removal goes by id as well: one that comes after the id was used again removes the successor.
 * </ul>
 *
 * <p>Thread-safe.
 */
public final class ThreadLruPool<C> implements UpstreamPool<C> {
    private final int maxIdle;
    private final PoolHolder<C> holder;
    private final KeyGroups<C> groups;
    private final List<Slot<C>> slots = new ArrayList<>();
    private final ThreadLocal<Slot<C>> own = ThreadLocal.withInitial(this::claimSlot);

    /** The list of one thread at a time. */
    private static final class Slot<C> {
        final LruShard<C> lru = new LruShard<>();
        Thread owner;

        Slot(Thread owner) {
            this.owner = owner;
        }
    }

    ThreadLruPool(int maxIdle, PoolHolder<C> holder) {
        this.maxIdle = maxIdle;
        this.holder = holder;
        this.groups = new KeyGroups<>(KeyGroups.Emptied.KEPT, holder);
    }

    private Slot<C> claimSlot() {
        Thread me = Thread.currentThread();
        synchronized (slots) {
            for (Slot<C> slot : slots) {
                if (!slot.owner.isAlive()) {
                    slot.owner = me;
                    return slot;
                }
            }
            Slot<C> slot = new Slot<>(me);
            slots.add(slot);
            return slot;
        }
    }

    @Override
    public @Nullable C lease(long key) {
        return groups.take(key, own.get().lru::forget);
    }

    @Override
    public void release(long key, int id, C connection) {
        LruRecord<C> evicted = own.get().lru.addAndTrim(new LruRecord<>(key, id, connection, 0), maxIdle);
        if (evicted != null) {
            holder.evictionNotice(evicted.connection());
            groups.evict(evicted);
        }
        groups.insert(key, id, connection);
    }

    @Override
    public boolean remove(long key, int id, C connection) {
        boolean held = groups.remove(key, id, connection);
        own.get().lru.forget(id);
        return held;
    }

    @Override
    public int idleCount() {
        return groups.idleCount();
    }

    @Override
    public PoolCensus census() {
        List<LruRecord<C>> remembered = new ArrayList<>();
        synchronized (slots) {
            slots.forEach(slot -> remembered.addAll(slot.lru.snapshot()));
        }
        return groups.census(remembered);
    }

    /** Makes it. */
    @AutoService(PoolFactory.class)
    public static final class Factory implements PoolFactory {
        @Override
        public String id() {
            return "thread-lru";
        }

        @Override
        public String semantics() {
            return "first in, first out from 16 places per upstream, then any; each thread evicts the oldest of what it"
                    + " released itself beyond max-idle, stale records included, as pingora-pool 0.8.0";
        }

        @Override
        public <C> UpstreamPool<C> create(PoolSettings settings, PoolHolder<C> holder) {
            return new ThreadLruPool<>(settings.maxIdle(), holder);
        }
    }
}
