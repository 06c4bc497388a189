package keepalivelab.load;

import java.util.SplittableRandom;

/** Draws the gaps of one client. Confined to one thread. */
final class GapDraw {
    private final long leastNanos;
    private final long rangeNanos;
    private final SplittableRandom random;

    GapDraw(LoadPlan.Gap gap, SplittableRandom random) {
        this.leastNanos = gap.least().toNanos();
        this.rangeNanos = gap.most().toNanos() - leastNanos;
        this.random = random;
    }

    /** Whether every gap is zero. */
    boolean none() {
        return leastNanos == 0 && rangeNanos == 0;
    }

    /** The next gap, bounds included. */
    long nextNanos() {
        return rangeNanos == 0 ? leastNanos : leastNanos + random.nextLong(rangeNanos + 1);
    }
}
