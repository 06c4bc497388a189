package keepalivelab.load;

import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** The gaps of one sweep in the order in which they are taken: shuffled by the seed, each exactly once. Thread-safe. */
final class SweepGaps {
    /** There is no gap left. */
    static final long NONE_LEFT = -1;

    private final long[] gapsNanos;
    private final AtomicInteger next = new AtomicInteger();

    private SweepGaps(long[] gapsNanos) {
        this.gapsNanos = gapsNanos;
    }

    /** The gaps of a sweep; empty for a gap that is none. */
    static Optional<SweepGaps> of(LoadPlan.Gap gap, long seed) {
        return gap.sweep().map(sweep -> new SweepGaps(shuffled(inOrder(gap, sweep), new SplittableRandom(seed))));
    }

    private static long[] inOrder(LoadPlan.Gap gap, LoadPlan.Sweep sweep) {
        long[] gaps = new long[gap.count()];
        for (int i = 0; i < gaps.length; i++) {
            gaps[i] = gap.least().toNanos() + i / sweep.repeat() * sweep.step().toNanos();
        }
        return gaps;
    }

    /** Fisher and Yates: every order is equally likely. */
    private static long[] shuffled(long[] gaps, SplittableRandom random) {
        for (int last = gaps.length - 1; last > 0; last--) {
            int other = random.nextInt(last + 1);
            long moved = gaps[last];
            gaps[last] = gaps[other];
            gaps[other] = moved;
        }
        return gaps;
    }

    /** The next gap, {@link #NONE_LEFT} after the last one. */
    long take() {
        int number = next.getAndIncrement();
        return number < gapsNanos.length ? gapsNanos[number] : NONE_LEFT;
    }
}
