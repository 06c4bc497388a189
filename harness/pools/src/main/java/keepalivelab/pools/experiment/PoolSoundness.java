package keepalivelab.pools.experiment;

import com.google.auto.service.AutoService;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import keepalivelab.api.EvictionCause;
import keepalivelab.api.PoolFactory;
import keepalivelab.api.PoolFigures;
import keepalivelab.api.PoolHolder;
import keepalivelab.api.PoolSettings;
import keepalivelab.api.UpstreamPool;
import org.jspecify.annotations.Nullable;

/**
 * What must hold for any pool, whatever its order and scope: one thread releases, leases and removes in an order from the
 * seed while a book is kept of where every connection ought to be. A sound pool has 0 in every figure:
 *
 * <ul>
 *   <li>{@code aboveCap}: the most idle connections beyond {@link PoolFactory#cap} at any moment
 *   <li>{@code leasedTwice}: leases of a connection that was leased, dropped or removed already
 *   <li>{@code wrongKey}: leases of a connection that belongs to another key
 *   <li>{@code droppedWithRoom}: drops for a release at which fewer than the cap were idle
 *   <li>{@code neverClosed}: connections that are neither idle at the end nor were leased, removed or handed over to be closed
 * </ul>
 */
@AutoService(PoolExperiment.class)
public final class PoolSoundness implements PoolExperiment {
    private static final int KEYS = 3;
    private static final int MOST_SIZE = 10_000;
    private static final int MOST_STEPS = 1_000_000;

    @Override
    public String id() {
        return "pool-soundness";
    }

    @Override
    public String question() {
        return "Does the pool keep its cap, and is every connection in exactly one place?";
    }

    @Override
    public Map<String, String> defaults() {
        return Map.of("size", "8", "workers", "1", "steps", "5000");
    }

    @Override
    public PoolFigures.Names names() {
        return new PoolFigures.Names(
                List.of("aboveCap", "leasedTwice", "wrongKey", "droppedWithRoom", "neverClosed"), List.of());
    }

    @Override
    public Trial with(Map<String, String> parameters) {
        Parameters given = new Parameters(this, parameters);
        PoolSettings settings = PoolSettings.of(given.count("size", 1, MOST_SIZE), given.count("workers", 1, 64));
        int steps = given.count("steps", 1, MOST_STEPS);
        return (pool, seed) -> {
            Book book = new Book(pool, settings);
            Random random = new Random(seed);
            for (int step = 0; step < steps; step++) {
                book.step(random);
            }
            Map<String, Long> figures = book.figures();
            // What a faulty pool gets wrong depends on the seed's steps; a sound one gets nothing wrong in any run.
            boolean sound = figures.values().stream().allMatch(count -> count == 0);
            return new PoolFigures(figures, Map.of(), sound);
        };
    }

    /** A connection, told from others by identity. */
    private static final class Entry {
        final int id;
        final long key;

        Entry(int id, long key) {
            this.id = id;
            this.key = key;
        }
    }

    /** The pool, and where each connection ought to be. Confined to one thread. */
    private static final class Book implements PoolHolder<Entry> {
        private final UpstreamPool<Entry> pool;
        private final int cap;
        private final Set<Entry> idle = Collections.newSetFromMap(new IdentityHashMap<>());
        private final List<Entry> removable = new ArrayList<>();
        private int ids;
        private long drops;
        private long aboveCap;
        private long leasedTwice;
        private long wrongKey;
        private long droppedWithRoom;

        Book(PoolFactory factory, PoolSettings settings) {
            this.pool = factory.create(settings, this);
            this.cap = factory.cap(settings);
        }

        @Override
        public void dropped(Entry entry, EvictionCause cause) {
            drops++;
            idle.remove(entry);
        }

        void step(Random random) {
            int what = random.nextInt(10);
            if (what < 6) {
                release(random.nextInt(KEYS));
            } else if (what < 9) {
                leased(random.nextInt(KEYS));
            } else {
                remove(random);
            }
            aboveCap = Math.max(aboveCap, pool.idleCount() - cap);
        }

        private void release(long key) {
            Entry entry = new Entry(++ids, key);
            boolean room = pool.idleCount() < cap;
            long dropsBefore = drops;
            idle.add(entry);
            removable.add(entry);
            pool.release(key, entry.id, entry);
            droppedWithRoom += room ? drops - dropsBefore : 0;
        }

        /** Whether there was one. */
        private boolean leased(long key) {
            @Nullable Entry entry = pool.lease(key);
            if (entry != null) {
                leasedTwice += idle.remove(entry) ? 0 : 1;
                wrongKey += entry.key == key ? 0 : 1;
            }
            return entry != null;
        }

        private void remove(Random random) {
            if (!removable.isEmpty()) {
                Entry entry = removable.remove(random.nextInt(removable.size()));
                if (pool.remove(entry.key, entry.id, entry)) {
                    idle.remove(entry);
                }
            }
        }

        Map<String, Long> figures() {
            for (long key = 0; key < KEYS; key++) {
                // A pool that gives the same connection for ever must not hold us up.
                for (int i = 0; i <= ids && leased(key); i++) {}
            }
            Map<String, Long> figures = new LinkedHashMap<>();
            figures.put("aboveCap", aboveCap);
            figures.put("leasedTwice", leasedTwice);
            figures.put("wrongKey", wrongKey);
            figures.put("droppedWithRoom", droppedWithRoom);
            figures.put("neverClosed", (long) idle.size());
            return figures;
        }
    }
}
