package keepalivelab.wire;

/**
 * Something that happens on a loop at an instant. The object is its own entry in the loop's heap, so arming one allocates
 * nothing. Confined to the loop's thread.
 */
public abstract class LoopTimer {
    static final int UNARMED = -1;

    long dueNanos;
    int heapIndex = UNARMED;

    /** Whether it waits in a loop. */
    public final boolean armed() {
        return heapIndex != UNARMED;
    }

    /** The instant it was last armed for, on the loop's ticker. */
    public final long dueNanos() {
        return dueNanos;
    }

    /**
     * Called once when due. It may arm itself again.
     *
     * @param dueNanos when it should have fired
     * @param actualNanos when it did; the difference is the loop's error, which callers record
     */
    protected abstract void fire(long dueNanos, long actualNanos);
}
