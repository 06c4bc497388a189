package keepalivelab.pools;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * First in, first out, with a fixed number of places and without locks, for any number of threads. Each place carries a
 * turn number that says whether the place awaits its next push or its next pop, so that neither side ever waits for the
 * other to finish: a place in the middle of a change counts as full to a push and as empty to a pop.
 */
final class BoundedQueue<E> {
    private final int places;
    private final AtomicReferenceArray<@Nullable E> items;
    private final AtomicLongArray turns;
    private final AtomicLong pushes = new AtomicLong();
    private final AtomicLong pops = new AtomicLong();

    BoundedQueue(int places) {
        this.places = places;
        this.items = new AtomicReferenceArray<>(places);
        this.turns = new AtomicLongArray(places);
        for (int i = 0; i < places; i++) {
            turns.set(i, i);
        }
    }

    /** Adds at the tail; false where all places are taken. */
    boolean push(E item) {
        while (true) {
            long position = pushes.get();
            int place = (int) (position % places);
            long ahead = turns.get(place) - position;
            if (ahead < 0) {
                return false;
            }
            if (ahead == 0 && pushes.compareAndSet(position, position + 1)) {
                items.set(place, item);
                turns.set(place, position + 1);
                return true;
            }
        }
    }

    /** Takes from the head; null where nothing is there. */
    @Nullable
    E pop() {
        while (true) {
            long position = pops.get();
            int place = (int) (position % places);
            long ahead = turns.get(place) - (position + 1);
            if (ahead < 0) {
                return null;
            }
            if (ahead == 0 && pops.compareAndSet(position, position + 1)) {
                E item = items.getAndSet(place, null);
                turns.set(place, position + places);
                return item;
            }
        }
    }

    /** Number of items; exact when no other thread is in the queue. */
    int size() {
        long head = pops.get();
        long tail = pushes.get();
        return (int) Math.max(0, Math.min(places, tail - head));
    }

    /** What it holds from head to tail; exact when no other thread is in the queue. */
    List<E> snapshot() {
        List<E> all = new ArrayList<>();
        for (long position = pops.get(); position < pushes.get(); position++) {
            E item = items.get((int) (position % places));
            if (item != null) {
                all.add(item);
            }
        }
        return all;
    }
}
