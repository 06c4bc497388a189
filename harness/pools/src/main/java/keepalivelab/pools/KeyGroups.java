package keepalivelab.pools;

import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import keepalivelab.api.EvictionCause;
import keepalivelab.api.PoolCensus;
import keepalivelab.api.PoolHolder;
import org.jspecify.annotations.Nullable;

/** The groups of all keys, shared by both modelled versions of pingora-pool. Thread-safe. */
final class KeyGroups<C> {
    /** What becomes of a group that has nothing idle any more. */
    enum Emptied {
        /** It stays, about 1 KB each in the original; 0.8.0. */
        KEPT,
        /** It goes; 0.9.0. */
        REMOVED
    }

    private final ConcurrentHashMap<Long, KeyGroup<C>> groups = new ConcurrentHashMap<>();
    private final Emptied emptied;
    private final PoolHolder<C> holder;

    KeyGroups(Emptied emptied, PoolHolder<C> holder) {
        this.emptied = emptied;
        this.holder = holder;
    }

    /** Inserts while it holds the map's entry, so that no other thread removes the group as empty in between. */
    void insert(long key, int id, C connection) {
        if (emptied == Emptied.KEPT) {
            groups.computeIfAbsent(key, k -> new KeyGroup<>()).insert(id, connection);
            return;
        }
        groups.compute(key, (k, known) -> {
            KeyGroup<C> group = known == null ? new KeyGroup<>() : known;
            group.insert(id, connection);
            return group;
        });
    }

    @Nullable
    C take(long key, IntConsumer forget) {
        KeyGroup<C> group = groups.get(key);
        if (group == null) {
            return null;
        }
        C connection = group.take(forget);
        dropIfEmpty(key, group);
        return connection;
    }

    /** Removes by id what an eviction record names, and tells the holder what really left; nobody may have. */
    void evict(LruRecord<C> record) {
        C removed = removeById(record.key(), record.id());
        if (removed != null) {
            boolean meant = removed == record.connection();
            holder.dropped(removed, meant ? EvictionCause.FULL : EvictionCause.LOST);
        }
    }

    /** Removes by id; true where that was the connection meant, otherwise whatever left instead is dropped as lost. */
    boolean remove(long key, int id, C connection) {
        C removed = removeById(key, id);
        if (removed != null && removed != connection) {
            holder.dropped(removed, EvictionCause.LOST);
        }
        return removed == connection;
    }

    private @Nullable C removeById(long key, int id) {
        if (emptied == Emptied.KEPT) {
            KeyGroup<C> group = groups.get(key);
            return group == null ? null : group.remove(id);
        }
        // The walk through a group has one entry in its hand at a time. It holds the map's entry, lest another thread
        // finds the group empty at that moment and removes it from the map, and the entry is put
        // back where nobody looks.
        AtomicReference<@Nullable C> removed = new AtomicReference<>();
        groups.computeIfPresent(key, (k, group) -> {
            removed.set(group.remove(id));
            return group.size() == 0 ? null : group;
        });
        return removed.get();
    }

    private void dropIfEmpty(long key, KeyGroup<C> group) {
        if (emptied == Emptied.REMOVED && group.size() == 0) {
            groups.computeIfPresent(key, (k, now) -> now.size() == 0 ? null : now);
        }
    }

    int idleCount() {
        int count = 0;
        for (KeyGroup<C> group : groups.values()) {
            count += group.size();
        }
        return count;
    }

    /** Compares what is idle with what the eviction lists remember. */
    PoolCensus census(Collection<LruRecord<C>> remembered) {
        Set<C> known = Collections.newSetFromMap(new IdentityHashMap<>());
        remembered.forEach(record -> known.add(record.connection()));
        int idle = 0;
        int orphans = 0;
        for (KeyGroup<C> group : groups.values()) {
            for (C connection : group.snapshot()) {
                idle++;
                orphans += known.remove(connection) ? 0 : 1;
            }
        }
        return new PoolCensus(idle, orphans, known.size(), groups.size());
    }
}
