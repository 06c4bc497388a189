package keepalivelab.pools;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class BoundedQueueTest {
    private static final int ITEMS = 20_000;

    @Test
    void itemsComeOutInTheOrderTheyWentInAroundTheEnd() {
        BoundedQueue<Integer> queue = new BoundedQueue<>(3);
        for (int i = 0; i < 10; i++) {
            assertThat(queue.push(2 * i)).isTrue();
            assertThat(queue.push(2 * i + 1)).isTrue();
            assertThat(queue.snapshot()).containsExactly(2 * i, 2 * i + 1);
            assertThat(queue.pop()).isEqualTo(2 * i);
            assertThat(queue.pop()).isEqualTo(2 * i + 1);
            assertThat(queue.pop()).isNull();
        }
    }

    @Test
    void aFullQueueTakesNoMore() {
        BoundedQueue<String> queue = new BoundedQueue<>(2);
        assertThat(queue.push("a")).isTrue();
        assertThat(queue.push("b")).isTrue();
        assertThat(queue.push("c")).isFalse();
        assertThat(queue.size()).isEqualTo(2);
        assertThat(queue.pop()).isEqualTo("a");
        assertThat(queue.push("c")).isTrue();
        assertThat(queue.snapshot()).containsExactly("b", "c");
    }

    @Test
    void betweenThreadsEveryItemComesOutOnceAndInTheOrderOfItsProducer() throws InterruptedException {
        BoundedQueue<Integer> queue = new BoundedQueue<>(16);
        AtomicIntegerArray seen = new AtomicIntegerArray(2 * ITEMS);
        List<Thread> producers = new ArrayList<>();
        for (int p = 0; p < 2; p++) {
            int first = p * ITEMS;
            producers.add(new Thread(() -> {
                for (int i = first; i < first + ITEMS; i++) {
                    while (!queue.push(i)) {
                        LockSupport.parkNanos(1);
                    }
                }
            }));
        }
        List<String> disorders = Collections.synchronizedList(new ArrayList<>());
        List<Thread> consumers = new ArrayList<>();
        for (int c = 0; c < 2; c++) {
            consumers.add(new Thread(() -> consume(queue, seen, producers, disorders)));
        }
        producers.forEach(Thread::start);
        consumers.forEach(Thread::start);
        for (Thread thread : producers) {
            thread.join();
        }
        for (Thread thread : consumers) {
            thread.join();
        }
        assertThat(disorders).isEmpty();
        for (int i = 0; i < seen.length(); i++) {
            assertThat(seen.get(i)).as("item %d", i).isEqualTo(1);
        }
    }

    private static void consume(
            BoundedQueue<Integer> queue, AtomicIntegerArray seen, List<Thread> producers, List<String> disorders) {
        int[] last = {-1, -1};
        while (true) {
            boolean over = producers.stream().noneMatch(Thread::isAlive);
            Integer item = queue.pop();
            if (item == null) {
                if (over) {
                    return;
                }
                LockSupport.parkNanos(1);
                continue;
            }
            int producer = item / ITEMS;
            if (item <= last[producer]) {
                disorders.add(item + " after " + last[producer]);
            }
            last[producer] = item;
            seen.incrementAndGet(item);
        }
    }
}
