package keepalivelab.wire;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Binary heap of armed timers, earliest first. Confined to one thread. */
final class TimerHeap {
    private @Nullable LoopTimer[] heap = new LoopTimer[64];
    private int size;

    /** The earliest timer, or null. */
    @Nullable
    LoopTimer first() {
        return size == 0 ? null : heap[0];
    }

    int size() {
        return size;
    }

    void arm(LoopTimer timer, long dueNanos) {
        if (timer.armed()) {
            move(timer, dueNanos);
            return;
        }
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, size * 2);
        }
        timer.dueNanos = dueNanos;
        place(timer, size++);
        up(timer.heapIndex);
    }

    void disarm(LoopTimer timer) {
        int index = timer.heapIndex;
        if (index == LoopTimer.UNARMED) {
            return;
        }
        timer.heapIndex = LoopTimer.UNARMED;
        LoopTimer last = at(--size);
        heap[size] = null;
        if (last != timer) {
            place(last, index);
            up(index);
            down(last.heapIndex);
        }
    }

    private void move(LoopTimer timer, long dueNanos) {
        timer.dueNanos = dueNanos;
        up(timer.heapIndex);
        down(timer.heapIndex);
    }

    private void up(int index) {
        LoopTimer timer = at(index);
        int i = index;
        while (i > 0) {
            int parent = (i - 1) >>> 1;
            if (at(parent).dueNanos - timer.dueNanos <= 0) {
                break;
            }
            place(at(parent), i);
            i = parent;
        }
        place(timer, i);
    }

    private void down(int index) {
        LoopTimer timer = at(index);
        int i = index;
        while (2 * i + 1 < size) {
            int child = 2 * i + 1;
            if (child + 1 < size && at(child + 1).dueNanos - at(child).dueNanos < 0) {
                child++;
            }
            if (timer.dueNanos - at(child).dueNanos <= 0) {
                break;
            }
            place(at(child), i);
            i = child;
        }
        place(timer, i);
    }

    private void place(LoopTimer timer, int index) {
        heap[index] = timer;
        timer.heapIndex = index;
    }

    private LoopTimer at(int index) {
        LoopTimer timer = heap[index];
        if (timer == null) {
            throw new IllegalStateException("timer heap has a hole at " + index);
        }
        return timer;
    }
}
