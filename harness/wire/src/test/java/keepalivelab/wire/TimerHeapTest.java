package keepalivelab.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimerHeapTest {
    private static final class Timer extends LoopTimer {
        @Override
        protected void fire(long due, long actual) {}
    }

    @ParameterizedTest
    @ValueSource(longs = {0, Long.MAX_VALUE - 500, Long.MIN_VALUE})
    void theFirstIsAlwaysTheEarliestOfAModel(long origin) {
        Random random = new Random(7);
        TimerHeap heap = new TimerHeap();
        List<Timer> all = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            all.add(new Timer());
        }
        for (int step = 0; step < 20_000; step++) {
            Timer timer = all.get(random.nextInt(all.size()));
            if (random.nextInt(3) == 0) {
                heap.disarm(timer);
                assertThat(timer.armed()).isFalse();
            } else {
                heap.arm(timer, origin + random.nextInt(1000));
                assertThat(timer.armed()).isTrue();
            }
            if (step % 10 == 0) {
                assertFirst(heap, all, origin);
            }
        }
        drain(heap, all, origin);
    }

    private static void assertFirst(TimerHeap heap, List<Timer> all, long origin) {
        long earliest = all.stream()
                .filter(LoopTimer::armed)
                .mapToLong(timer -> timer.dueNanos() - origin)
                .min()
                .orElse(-1);
        LoopTimer first = heap.first();
        assertThat(first == null ? -1 : first.dueNanos() - origin).isEqualTo(earliest);
    }

    private static void drain(TimerHeap heap, List<Timer> all, long origin) {
        long expected = all.stream().filter(LoopTimer::armed).count();
        long last = 0;
        long count = 0;
        for (LoopTimer first = heap.first(); first != null; first = heap.first()) {
            assertThat(first.dueNanos() - origin).isGreaterThanOrEqualTo(last);
            last = first.dueNanos() - origin;
            heap.disarm(first);
            count++;
        }
        assertThat(count).isEqualTo(expected);
        assertThat(all).noneMatch(LoopTimer::armed);
    }

    @Test
    void disarmingTwiceIsNothing() {
        TimerHeap heap = new TimerHeap();
        Timer timer = new Timer();
        heap.disarm(timer);
        heap.arm(timer, 1);
        heap.disarm(timer);
        heap.disarm(timer);
        assertThat(heap.first()).isNull();
    }
}
