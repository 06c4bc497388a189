package keepalivelab.pools;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Idle connections of any number of keys, linked twice: all of them by age, and those whose keys share a bucket by age.
 * Nothing is allocated once it has held as many connections as it ever will. Not thread-safe.
 *
 * <p>There is no object per key, so a key with nothing idle costs nothing. A key is looked for by walking its bucket; with
 * up to some hundred keys that is one step.
 */
final class IdleList<C> {
    /** A power of two, well above the number of upstreams that a proxy under test has. */
    private static final int BUCKETS = 256;

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private static final class Entry<C> {
        long key;
        long stamp;
        int id;

        @Nullable
        C connection;

        @Nullable
        Entry<C> older;

        @Nullable
        Entry<C> newer;

        @Nullable
        Entry<C> olderInBucket;

        @Nullable
        Entry<C> newerInBucket;
    }

    private final @Nullable Entry<C>[] oldestInBucket = newBuckets();
    private final @Nullable Entry<C>[] newestInBucket = newBuckets();
    private @Nullable Entry<C> oldest;
    private @Nullable Entry<C> newest;
    private @Nullable Entry<C> spare;
    private int size;

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static <C> @Nullable Entry<C>[] newBuckets() {
        return new Entry[BUCKETS];
    }

    int size() {
        return size;
    }

    /** Number of different keys with something idle; walks the whole list. */
    int keys() {
        Set<Long> keys = new HashSet<>();
        for (Entry<C> e = oldest; e != null; e = e.newer) {
            keys.add(e.key);
        }
        return keys.size();
    }

    /** Stamp of the connection that was added first of all, or {@link Long#MAX_VALUE} where there is none. */
    long oldestStamp() {
        return oldest == null ? Long.MAX_VALUE : oldest.stamp;
    }

    /** Adds a connection as the newest. */
    void add(long key, int id, C connection) {
        add(key, id, connection, 0);
    }

    /** Adds a connection as the newest, with a stamp to compare its age with that of connections in other lists. */
    void add(long key, int id, C connection, long stamp) {
        Entry<C> entry = blank();
        entry.stamp = stamp;
        entry.key = key;
        entry.id = id;
        entry.connection = connection;
        linkByAge(entry);
        linkInBucket(entry);
        size++;
    }

    /** Takes the connection of this key that was added last, or null. */
    @Nullable
    C takeNewest(long key) {
        Entry<C> entry = newestInBucket[bucket(key)];
        while (entry != null && entry.key != key) {
            entry = entry.olderInBucket;
        }
        return entry == null ? null : take(entry);
    }

    /** Takes the connection of this key that was added first, or null. */
    @Nullable
    C takeOldest(long key) {
        Entry<C> entry = oldestInBucket[bucket(key)];
        while (entry != null && entry.key != key) {
            entry = entry.newerInBucket;
        }
        return entry == null ? null : take(entry);
    }

    /** Takes the connection that was added first of all keys, or null. */
    @Nullable
    C takeOldest() {
        return oldest == null ? null : take(oldest);
    }

    /** Removes exactly this connection; searched from the oldest, since idle limits end the oldest first. */
    boolean remove(long key, int id, C connection) {
        for (Entry<C> e = oldestInBucket[bucket(key)]; e != null; e = e.newerInBucket) {
            if (e.id == id && e.key == key && e.connection == connection) {
                take(e);
                return true;
            }
        }
        return false;
    }

    private static int bucket(long key) {
        return (int) ((key * GOLDEN) >>> (Long.SIZE - Integer.numberOfTrailingZeros(BUCKETS)));
    }

    private Entry<C> blank() {
        Entry<C> entry = spare;
        if (entry == null) {
            return new Entry<>();
        }
        spare = entry.newer;
        entry.newer = null;
        return entry;
    }

    private @Nullable C take(Entry<C> entry) {
        unlinkByAge(entry);
        unlinkInBucket(entry);
        size--;
        C connection = entry.connection;
        entry.connection = null;
        entry.newer = spare;
        spare = entry;
        return connection;
    }

    private void linkByAge(Entry<C> entry) {
        entry.older = newest;
        if (newest == null) {
            oldest = entry;
        } else {
            newest.newer = entry;
        }
        newest = entry;
    }

    private void unlinkByAge(Entry<C> entry) {
        if (entry.older == null) {
            oldest = entry.newer;
        } else {
            entry.older.newer = entry.newer;
        }
        if (entry.newer == null) {
            newest = entry.older;
        } else {
            entry.newer.older = entry.older;
        }
        entry.older = null;
        entry.newer = null;
    }

    private void linkInBucket(Entry<C> entry) {
        int bucket = bucket(entry.key);
        Entry<C> last = newestInBucket[bucket];
        entry.olderInBucket = last;
        if (last == null) {
            oldestInBucket[bucket] = entry;
        } else {
            last.newerInBucket = entry;
        }
        newestInBucket[bucket] = entry;
    }

    private void unlinkInBucket(Entry<C> entry) {
        int bucket = bucket(entry.key);
        if (entry.olderInBucket == null) {
            oldestInBucket[bucket] = entry.newerInBucket;
        } else {
            entry.olderInBucket.newerInBucket = entry.newerInBucket;
        }
        if (entry.newerInBucket == null) {
            newestInBucket[bucket] = entry.olderInBucket;
        } else {
            entry.newerInBucket.olderInBucket = entry.olderInBucket;
        }
        entry.olderInBucket = null;
        entry.newerInBucket = null;
    }
}
