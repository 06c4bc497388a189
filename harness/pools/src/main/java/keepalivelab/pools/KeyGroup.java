package keepalivelab.pools;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The idle connections of one key, as both modelled versions of pingora-pool keep them: a queue of 16 places without a
 * lock, and a map behind a lock for what does not fit. Taken first in, first out from the queue; only once that is empty,
 * from the map in no particular order. Thread-safe.
 *
 * <p>Removal by id looks into the map first and then walks the queue, taking each entry off the head and putting it back
 * at the tail until it meets the id. So a removal from the middle turns the queue round, and an entry put back may find
 * the queue full by then and move to the map, which the walk of another thread has already searched. Both are part of the
 * model: the second is why 0.8.0 ends above its size with one key for all threads.
 */
final class KeyGroup<C> {
    /** Places of the queue in pingora-pool 0.8.0 and 0.9.0. */
    static final int QUEUE_PLACES = 16;

    private record Idle<C>(int id, C connection) {}

    private final BoundedQueue<Idle<C>> queue = new BoundedQueue<>(QUEUE_PLACES);
    private final Map<Integer, Idle<C>> overflow = new HashMap<>();
    private final Object walk = new Object();
    private final int scramble = ThreadLocalRandom.current().nextInt() | 1;

    void insert(int id, C connection) {
        insert(new Idle<>(id, connection));
    }

    private void insert(Idle<C> idle) {
        if (!queue.push(idle)) {
            synchronized (overflow) {
                overflow.put(scrambled(idle.id), idle);
            }
        }
    }

    /** Takes any connection, and tells its id to {@code forget} for the caller's records. */
    @Nullable
    C take(java.util.function.IntConsumer forget) {
        Idle<C> idle = queue.pop();
        if (idle == null) {
            idle = takeFromOverflow();
        }
        if (idle == null) {
            return null;
        }
        forget.accept(idle.id);
        return idle.connection;
    }

    private @Nullable Idle<C> takeFromOverflow() {
        synchronized (overflow) {
            Iterator<Idle<C>> any = overflow.values().iterator();
            if (!any.hasNext()) {
                return null;
            }
            Idle<C> idle = any.next();
            any.remove();
            return idle;
        }
    }

    /** Removes whatever is here under the id, which need not be the connection that the caller means. */
    @Nullable
    C remove(int id) {
        Idle<C> removed;
        synchronized (overflow) {
            removed = overflow.remove(scrambled(id));
        }
        if (removed == null) {
            removed = removeFromQueue(id);
        }
        return removed == null ? null : removed.connection;
    }

    private @Nullable Idle<C> removeFromQueue(int id) {
        synchronized (walk) {
            for (int left = queue.size(); left > 0; left--) {
                Idle<C> idle = queue.pop();
                if (idle == null || idle.id == id) {
                    return idle;
                }
                insert(idle);
            }
            return null;
        }
    }

    int size() {
        synchronized (overflow) {
            return queue.size() + overflow.size();
        }
    }

    /** What it holds; exact when no other thread is in the group. */
    List<C> snapshot() {
        List<C> all = new ArrayList<>();
        queue.snapshot().forEach(idle -> all.add(idle.connection));
        synchronized (overflow) {
            overflow.values().forEach(idle -> all.add(idle.connection));
        }
        return all;
    }

    /** The modelled map has a random hash: its order must not follow the ids, nor be the same in each group. */
    private int scrambled(int id) {
        // Multiplying by an odd number keeps different ids different.
        return Integer.reverse(id * scramble);
    }
}
