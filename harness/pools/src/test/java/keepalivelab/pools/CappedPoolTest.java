package keepalivelab.pools;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import keepalivelab.api.EvictionCause;
import keepalivelab.api.PoolCensus;
import keepalivelab.api.PoolFactory;
import keepalivelab.api.PoolHolder;
import keepalivelab.api.PoolSettings;
import keepalivelab.api.UpstreamPool;
import org.junit.jupiter.api.Test;

class CappedPoolTest {
    private static final int CAP = 16;
    private static final int THREADS = 8;
    private static final int STEPS = 20_000;

    /**
     * Counts from outside what must be in the pool: one more after a release has returned, one less before a lease or in a
     * drop. Never more than what the pool holds at that instant, whatever the threads do.
     */
    private static final class LowerBound implements PoolHolder<Integer> {
        final AtomicInteger inside = new AtomicInteger();
        final AtomicInteger most = new AtomicInteger();

        @Override
        public void dropped(Integer connection, EvictionCause cause) {
            inside.decrementAndGet();
        }

        void released() {
            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
        }
    }

    @Test
    void noInstantSeesMoreThanTheCap() throws InterruptedException {
        LowerBound bound = new LowerBound();
        UpstreamPool<Integer> pool = PoolFactory.of("capped").create(PoolSettings.of(CAP, 1), bound);
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            int number = t;
            threads.add(new Thread(() -> putMostly(pool, bound, number)));
        }
        AtomicReference<String> sight = new AtomicReference<>("");
        Thread observer = new Thread(() -> observe(pool, threads, sight));
        threads.forEach(Thread::start);
        observer.start();
        for (Thread thread : threads) {
            thread.join();
        }
        observer.join();
        assertThat(sight.get()).isEmpty();
        assertThat(bound.most.get()).isLessThanOrEqualTo(CAP);
        assertThat(bound.inside.get()).isEqualTo(pool.idleCount());
        assertThat(pool.census().orphans()).isZero();
        assertThat(pool.census().idle()).isEqualTo(pool.idleCount());
    }

    private static void putMostly(UpstreamPool<Integer> pool, LowerBound bound, int number) {
        Random random = new Random(number);
        for (int i = 0; i < STEPS; i++) {
            long key = random.nextInt(3);
            if (random.nextInt(4) == 0) {
                bound.inside.decrementAndGet();
                if (pool.lease(key) == null) {
                    bound.inside.incrementAndGet();
                }
            } else {
                int id = number * STEPS + i;
                pool.release(key, id, id);
                bound.released();
            }
        }
    }

    private static void observe(UpstreamPool<Integer> pool, List<Thread> threads, AtomicReference<String> sight) {
        // Until the first of them is started there is nothing to see, and after the last has ended nothing new.
        while (threads.stream().anyMatch(Thread::isAlive)) {
            PoolCensus census = pool.census();
            if (census.idle() > CAP || pool.idleCount() > CAP) {
                sight.set(census.toString());
            }
            LockSupport.parkNanos(1);
        }
    }

    @Test
    void aThreadLeasesWhatAnotherReleased() throws InterruptedException {
        BookedPool pool = new BookedPool(PoolFactory.of("capped"), PoolSettings.of(CAP, 1));
        for (int t = 0; t < 5; t++) {
            int id = t;
            Thread other = new Thread(() -> pool.release(1, id));
            other.start();
            other.join();
        }
        assertThat(pool.drain(1)).isEqualTo(5);
        assertThat(pool.pool.idleCount()).isZero();
    }

    @Test
    void whenFullOfOthersConnectionsOneOfTheirsLeaves() throws InterruptedException {
        BookedPool pool = new BookedPool(PoolFactory.of("capped"), PoolSettings.of(1, 1));
        for (int t = 0; t < 5; t++) {
            int id = t;
            Thread other = new Thread(() -> pool.release(1, id));
            other.start();
            other.join();
        }
        Conn left = pool.lease(1);
        assertThat(left).isNotNull().extracting(connection -> connection.id).isEqualTo(4);
        assertThat(pool.droppedAsFull).extracting(connection -> connection.id).containsExactly(0, 1, 2, 3);
    }
}
