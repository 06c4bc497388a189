package keepalivelab.pools;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import keepalivelab.api.PoolFactory;
import keepalivelab.api.PoolSettings;
import org.junit.jupiter.api.Test;

class ThreadLruPoolTest {
    private final BookedPool pool = new BookedPool(PoolFactory.of("thread-lru"), PoolSettings.of(2, 1));

    private static void onNewThread(Runnable task) throws InterruptedException {
        Thread thread = new Thread(task);
        thread.start();
        thread.join();
    }

    @Test
    void theListOfTheFirstEndedThreadGoesToTheNextNewOne() throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        CountDownLatch claimed = new CountDownLatch(1);
        Thread living = new Thread(() -> {
            pool.release(1, 1);
            claimed.countDown();
            awaitQuietly(end);
        });
        living.start();
        claimed.await();
        onNewThread(() -> pool.release(1, 11));
        onNewThread(() -> pool.release(1, 12));
        assertThat(pool.drops.get()).isZero();
        // The third thread after another in the same list of two: the oldest of that list leaves, not
        // the oldest of all.
        onNewThread(() -> pool.release(1, 13));
        assertThat(pool.noticed).extracting(member -> member.id).containsExactly(11);
        end.countDown();
        living.join();
        // Now two lists are free; the one made first, with 1 in it, is handed on first.
        onNewThread(() -> {
            pool.release(1, 2);
            pool.release(1, 3);
        });
        assertThat(pool.noticed).extracting(member -> member.id).containsExactly(11, 1);
        assertThat(pool.pool.idleCount()).isEqualTo(4);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aStaleRecordHoldsAPlaceAndItsEvictionDropsNobody() throws InterruptedException {
        Conn first = pool.release(1, 1);
        onNewThread(() -> pool.lease(1));
        assertThat(pool.pool.census().staleEntries()).isEqualTo(1);
        pool.release(1, 2);
        pool.release(1, 3);
        assertThat(List.copyOf(pool.noticed)).containsExactly(first);
        assertThat(pool.drops.get()).isZero();
        assertThat(pool.pool.census().staleEntries()).isZero();
        assertThat(pool.pool.idleCount()).isEqualTo(2);
    }
}
