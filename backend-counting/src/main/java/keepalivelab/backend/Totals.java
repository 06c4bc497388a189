package keepalivelab.backend;

/** The totals by {@link Count}. Confined to whoever holds it: the loop, or a snapshot that no longer changes it. */
final class Totals {
    private final long[] counts;

    Totals() {
        this(new long[Count.SIZE]);
    }

    private Totals(long[] counts) {
        this.counts = counts;
    }

    long of(Count what) {
        return counts[what.place];
    }

    /** Adds and returns the new total. */
    long add(Count what, long amount) {
        counts[what.place] += amount;
        return counts[what.place];
    }

    Totals copy() {
        return new Totals(counts.clone());
    }

    Totals minus(Totals earlier) {
        Totals since = copy();
        for (Count what : Count.values()) {
            since.add(what, -earlier.of(what));
        }
        return since;
    }
}
