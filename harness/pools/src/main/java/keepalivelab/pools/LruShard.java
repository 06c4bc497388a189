package keepalivelab.pools;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Records by id, the oldest first; a record under an id that is there already replaces it as the newest. Thread-safe. */
final class LruShard<C> {
    /** Taken by each method; taken from outside where several shards must stand still together. */
    final ReentrantLock lock = new ReentrantLock();

    private final Map<Integer, LruRecord<C>> byId = new LinkedHashMap<>();

    /** Adds, then takes out the oldest if more than {@code limit} are there. */
    @Nullable
    LruRecord<C> addAndTrim(LruRecord<C> record, int limit) {
        lock.lock();
        try {
            putAsNewest(record);
            return byId.size() > limit ? takeOldest() : null;
        } finally {
            lock.unlock();
        }
    }

    /** Adds or replaces; whether the id was new. The caller holds the lock. */
    boolean putAsNewest(LruRecord<C> record) {
        boolean added = byId.remove(record.id()) == null;
        byId.put(record.id(), record);
        return added;
    }

    /** The record added longest ago, or null. The caller holds the lock. */
    @Nullable
    LruRecord<C> oldest() {
        return byId.isEmpty() ? null : byId.values().iterator().next();
    }

    /** Takes the oldest out. The caller holds the lock. */
    @Nullable
    LruRecord<C> takeOldest() {
        LruRecord<C> oldest = oldest();
        if (oldest != null) {
            byId.remove(oldest.id());
        }
        return oldest;
    }

    /** Whether there was a record under that id. */
    boolean forget(int id) {
        lock.lock();
        try {
            return byId.remove(id) != null;
        } finally {
            lock.unlock();
        }
    }

    List<LruRecord<C>> snapshot() {
        lock.lock();
        try {
            return new ArrayList<>(byId.values());
        } finally {
            lock.unlock();
        }
    }
}
