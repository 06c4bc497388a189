package keepalivelab.pools;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One eviction list in 16 shards by id, each behind its lock, with one order over all: every record gets a stamp from a
 * common counter. How many there are is an atomic count, so that only an eviction needs all locks. Thread-safe.
 */
final class ShardedLru<C> {
    /** Shards in pingora-pool 0.9.0. */
    private static final int SHARDS = 16;

    /** Most records by which one eviction goes below the size in pingora-pool 0.9.0; at most a quarter of the size. */
    private static final int MOST_HEADROOM = 16;

    private final int size;
    private final int target;
    private final List<LruShard<C>> shards = new ArrayList<>(SHARDS);
    private final AtomicInteger count = new AtomicInteger();
    private final AtomicLong nextStamp = new AtomicLong();

    ShardedLru(int size) {
        this.size = size;
        this.target = size - Math.min(MOST_HEADROOM, size / 4);
        for (int i = 0; i < SHARDS; i++) {
            shards.add(new LruShard<>());
        }
    }

    /**
     * Adds a record; whether that made one too many. Replacing a record of the same id never does. The stamp is taken
     * before the shard's lock and the count raised after it, as in the original: two threads can enter one shard in the
     * order opposite to their stamps, which costs exactness of age only.
     */
    boolean add(long key, int id, C connection) {
        LruRecord<C> record = new LruRecord<>(key, id, connection, nextStamp.getAndIncrement());
        LruShard<C> shard = shard(id);
        boolean added;
        shard.lock.lock();
        try {
            added = shard.putAsNewest(record);
        } finally {
            shard.lock.unlock();
        }
        return added && count.incrementAndGet() > size;
    }

    void forget(int id) {
        if (shard(id).forget(id)) {
            count.decrementAndGet();
        }
    }

    /**
     * Takes out the oldest of all shards, one by one, down to the size less the headroom; nothing if another thread did so
     * before. Whoever waited for the locks meanwhile still goes down to the headroom, where records just added by others
     * are the oldest left.
     */
    List<LruRecord<C>> evict() {
        if (count.get() <= size) {
            return List.of();
        }
        List<LruRecord<C>> evicted = new ArrayList<>();
        // Always in the same order, and nobody who holds one shard's lock waits for another: no deadlock.
        shards.forEach(shard -> shard.lock.lock());
        try {
            LruShard<C> shard = shardOfOldest();
            while (count.get() > target && shard != null) {
                LruRecord<C> oldest = shard.takeOldest();
                if (oldest != null) {
                    count.decrementAndGet();
                    evicted.add(oldest);
                }
                shard = shardOfOldest();
            }
        } finally {
            shards.forEach(shard -> shard.lock.unlock());
        }
        return evicted;
    }

    private @Nullable LruShard<C> shardOfOldest() {
        LruShard<C> found = null;
        long stamp = Long.MAX_VALUE;
        for (LruShard<C> shard : shards) {
            LruRecord<C> oldest = shard.oldest();
            if (oldest != null && oldest.stamp() < stamp) {
                stamp = oldest.stamp();
                found = shard;
            }
        }
        return found;
    }

    List<LruRecord<C>> snapshot() {
        List<LruRecord<C>> all = new ArrayList<>();
        shards.forEach(shard -> all.addAll(shard.snapshot()));
        return all;
    }

    private LruShard<C> shard(int id) {
        return shards.get((id * 0x9E3779B9) >>> 28);
    }
}
