package keepalivelab.pools;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import keepalivelab.api.PoolFactory;
import keepalivelab.api.PoolSettings;
import keepalivelab.pools.experiment.PoolExperiment;

/** What every pool must do, one named rule each. A rule throws an assertion error for a pool that breaks it. */
final class PoolContract {
    static final String LEASED_ONCE = "what was released is leased at most once";
    static final String OWN_KEY = "a lease gives a connection of its own key";
    static final String REMOVED_STAYS_AWAY = "what was removed is never leased";
    static final String NO_NEEDLESS_DROP = "nothing is dropped below the cap";
    static final String KEEPS_ITS_CAP = "one thread alone never sees it above its cap";
    static final String CAP_OF_ZERO = "a cap of zero keeps nothing";
    static final String CONSERVES = "every connection is idle, leased, dropped or removed, and only one of them";
    static final String COUNTS = "the idle count is what the book says";
    static final String REUSES_IDS = "an id can be used again once its connection is gone";
    static final String LATE_REMOVAL = "a removal that comes too late touches nobody";
    static final String REMOVAL_BY_OTHERS = "another thread can remove what this one released";
    static final String NO_LOCK_IN_NOTICE = "the pool is free for other threads while it gives notice";
    static final String NOTICE_WITH_DROP = "who is dropped for room gets the notice";
    static final String MANY_THREADS = "many threads at once lose nothing and share nothing";

    private static final int THREADS = 4;

    private PoolContract() {}

    static Map<String, Consumer<PoolFactory>> rules() {
        Map<String, Consumer<PoolFactory>> rules = new LinkedHashMap<>();
        rules.put(LEASED_ONCE, PoolContract::leasedOnce);
        rules.put(OWN_KEY, PoolContract::ownKey);
        rules.put(REMOVED_STAYS_AWAY, PoolContract::removedStaysAway);
        rules.put(NO_NEEDLESS_DROP, PoolContract::noNeedlessDrop);
        rules.put(KEEPS_ITS_CAP, PoolContract::keepsItsCap);
        rules.put(CAP_OF_ZERO, PoolContract::capOfZero);
        rules.put(CONSERVES, PoolContract::conserves);
        rules.put(COUNTS, PoolContract::counts);
        rules.put(REUSES_IDS, PoolContract::reusesIds);
        rules.put(LATE_REMOVAL, PoolContract::lateRemoval);
        rules.put(REMOVAL_BY_OTHERS, PoolContract::removalByOthers);
        rules.put(NO_LOCK_IN_NOTICE, PoolContract::noLockInNotice);
        rules.put(NOTICE_WITH_DROP, PoolContract::noticeWithDrop);
        rules.put(MANY_THREADS, PoolContract::manyThreads);
        return rules;
    }

    private static BookedPool booked(PoolFactory factory, int maxIdle) {
        return new BookedPool(factory, PoolSettings.of(maxIdle, 1));
    }

    private static void leasedOnce(PoolFactory factory) {
        BookedPool pool = booked(factory, 400);
        for (int id = 0; id < 300; id++) {
            pool.release(id % 3, id);
        }
        int idle = pool.pool.idleCount();
        assertThat(pool.drain(0, 1, 2)).isEqualTo(idle);
        pool.assertSound();
        assertThat(pool.pool.idleCount()).isZero();
    }

    private static void ownKey(PoolFactory factory) {
        // Keys that collide in small tables and differ only in high bits.
        long[] keys = {0, 1, -1, 1L << 32, 256, Long.MIN_VALUE, Long.MAX_VALUE};
        BookedPool pool = booked(factory, 64);
        for (int i = 0; i < 28; i++) {
            pool.release(keys[i % keys.length], i);
        }
        assertThat(pool.lease(77)).isNull();
        pool.drain(keys);
        pool.assertSound();
        assertThat(pool.idleByBook()).isZero();
    }

    private static void removedStaysAway(PoolFactory factory) {
        BookedPool pool = booked(factory, 64);
        List<Conn> all = new ArrayList<>();
        for (int id = 0; id < 40; id++) {
            all.add(pool.release(id % 2, id));
        }
        boolean keeps = pool.pool.idleCount() > 0;
        for (int i = 0; i < all.size(); i += 3) {
            assertThat(pool.remove(all.get(i))).isEqualTo(keeps);
            assertThat(pool.remove(all.get(i))).as("removed again").isFalse();
        }
        pool.drain(0, 1);
        pool.assertSound();
        assertThat(pool.idleByBook()).isZero();
    }

    private static void noNeedlessDrop(PoolFactory factory) {
        PoolSettings settings = PoolSettings.of(256, 1);
        BookedPool pool = new BookedPool(factory, settings);
        int cap = factory.cap(settings);
        for (int id = 0; id < cap; id++) {
            pool.release(id % 5, id);
        }
        assertThat(pool.drops.get()).as("dropped while there was room").isZero();
        assertThat(pool.pool.idleCount()).isEqualTo(cap);
    }

    private static void keepsItsCap(PoolFactory factory) {
        for (int maxIdle : new int[] {1, 2, 16, 33}) {
            PoolSettings settings = new PoolSettings(maxIdle, 3, Map.of());
            BookedPool pool = new BookedPool(factory, settings);
            for (int id = 0; id < 150; id++) {
                pool.release(id % 4, id);
                assertThat(pool.pool.idleCount())
                        .as("idle after release %d with max-idle %d", id, maxIdle)
                        .isLessThanOrEqualTo(factory.cap(settings));
            }
            assertThat(pool.drain(0, 1, 2, 3)).isLessThanOrEqualTo(factory.cap(settings));
            pool.assertSound();
        }
    }

    private static void capOfZero(PoolFactory factory) {
        BookedPool pool = booked(factory, 0);
        pool.release(1, 1);
        pool.release(1, 2);
        assertThat(pool.pool.idleCount()).isZero();
        assertThat(pool.idleByBook()).as("neither dropped nor idle").isZero();
        assertThat(pool.lease(1)).isNull();
    }

    private static void conserves(PoolFactory factory) {
        for (long seed = 1; seed <= 20; seed++) {
            BookedPool pool = booked(factory, 1 + (int) seed);
            randomSteps(pool, new Random(seed), () -> {});
            pool.drain(0, 1, 2);
            pool.assertSound();
            assertThat(pool.idleByBook())
                    .as("lost without a word, seed %d", seed)
                    .isZero();
        }
    }

    private static void counts(PoolFactory factory) {
        BookedPool pool = booked(factory, 12);
        randomSteps(pool, new Random(5), () -> assertThat(pool.pool.idleCount()).isEqualTo(pool.idleByBook()));
        assertThat(pool.pool.census().idle()).isEqualTo(pool.pool.idleCount());
    }

    /** Releases, leases, removals in an order from the seed; ids of connections that are gone are used again. */
    private static void randomSteps(BookedPool pool, Random random, Runnable afterEach) {
        for (int step = 0; step < 300; step++) {
            int what = random.nextInt(10);
            if (what < 6) {
                pool.release(random.nextInt(3), freeId(pool, random));
            } else if (what < 9) {
                pool.lease(random.nextInt(3));
            } else {
                pool.book.entrySet().stream()
                        .filter(e -> e.getValue() == BookedPool.Place.IDLE)
                        .map(Map.Entry::getKey)
                        .min(java.util.Comparator.comparingInt(c -> c.id))
                        .ifPresent(pool::remove);
            }
            afterEach.run();
        }
    }

    private static int freeId(BookedPool pool, Random random) {
        while (true) {
            int id = random.nextInt(200);
            if (pool.book.entrySet().stream()
                    .noneMatch(e -> e.getKey().id == id && e.getValue() == BookedPool.Place.IDLE)) {
                return id;
            }
        }
    }

    private static void reusesIds(PoolFactory factory) {
        BookedPool pool = booked(factory, 2);
        for (int round = 0; round < 20; round++) {
            Conn first = pool.release(1, 7);
            boolean kept = pool.pool.idleCount() == 1;
            assertThat(pool.remove(first)).isEqualTo(kept);
            Conn second = pool.release(1, 7);
            assertThat(pool.lease(1)).isSameAs(kept ? second : null);
            assertThat(pool.pool.idleCount()).isZero();
        }
        pool.assertSound();
    }

    private static void lateRemoval(PoolFactory factory) {
        BookedPool pool = booked(factory, 4);
        Conn old = pool.release(1, 7);
        pool.lease(1);
        Conn successor = pool.release(1, 7);
        boolean kept = pool.pool.idleCount() == 1;
        assertThat(pool.pool.remove(1, 7, old)).isFalse();
        assertThat(pool.lease(1)).isSameAs(kept ? successor : null);
    }

    private static void removalByOthers(PoolFactory factory) {
        BookedPool pool = booked(factory, 4);
        Conn released = pool.release(1, 7);
        boolean kept = pool.pool.idleCount() == 1;
        ExecutorService other = Executors.newSingleThreadExecutor();
        try {
            join(other.submit(() -> assertThat(pool.remove(released)).isEqualTo(kept)));
        } finally {
            other.shutdownNow();
        }
        assertThat(pool.lease(1)).isNull();
        assertThat(pool.pool.idleCount()).isZero();
    }

    private static void noLockInNotice(PoolFactory factory) {
        Map<String, Long> figures = PoolExperiment.of("pool-orphan-staged")
                .run(factory, Map.of(), 1)
                .figures();
        assertThat(figures).containsEntry("blockedDuringNotice", 0L);
    }

    private static void noticeWithDrop(PoolFactory factory) {
        BookedPool pool = booked(factory, 3);
        for (int id = 0; id < 40; id++) {
            pool.release(id % 2, id);
        }
        assertThat(pool.noticed).containsExactlyElementsOf(pool.droppedAsFull);
    }

    /**
     * Each thread leases and releases under keys that it shares with the others, with room for few of them, and removes
     * one of its own now and then.
     */
    private static void manyThreads(PoolFactory factory) {
        BookedPool pool = booked(factory, 6);
        AtomicInteger ids = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int t = 0; t < THREADS; t++) {
                long seed = t;
                running.add(threads.submit(() -> traffic(pool, ids, new Random(seed))));
            }
            for (Future<?> each : running) {
                join(each);
            }
            // Each of the same threads once more, since a pool may serve a thread only what it released itself.
            drainOnEach(threads, pool);
        } finally {
            threads.shutdownNow();
        }
        pool.assertSound();
        assertThat(pool.pool.idleCount()).isEqualTo(pool.idleByBook());
    }

    private static void traffic(BookedPool pool, AtomicInteger ids, Random random) {
        Deque<Conn> mine = new ArrayDeque<>();
        for (int step = 0; step < 4_000; step++) {
            Conn leased = pool.lease(random.nextInt(2));
            if (leased != null) {
                mine.add(leased);
            }
            if (mine.size() > 3 || random.nextBoolean()) {
                Conn back = mine.isEmpty() ? null : mine.poll();
                // A new object under a new id: the book follows one stay in the pool, not one socket.
                Conn released = pool.release(back == null ? random.nextInt(2) : back.key, ids.incrementAndGet());
                if (random.nextInt(8) == 0) {
                    pool.remove(released);
                }
            }
        }
    }

    private static void drainOnEach(ExecutorService threads, BookedPool pool) {
        for (int t = 0; t < THREADS; t++) {
            join(threads.submit(() -> {
                pool.drain(0, 1);
            }));
        }
    }

    private static void join(Future<?> running) {
        try {
            running.get();
        } catch (InterruptedException | java.util.concurrent.ExecutionException e) {
            throw new AssertionError(e);
        }
    }
}
