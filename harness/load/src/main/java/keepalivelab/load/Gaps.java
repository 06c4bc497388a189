package keepalivelab.load;

/**
 * Achieved gaps: from the end of a response to the sending of the same client's next request. Immutable.
 *
 * @param count requests that had a gap before them
 * @param leastNanos shortest achieved one; 0 if there is none
 * @param mostNanos longest achieved one; 0 if there is none
 * @param mostLateNanos most by which one exceeded what was due, e.g. because a new connection had to be opened; 0 if
 *     there is none
 */
public record Gaps(int count, long leastNanos, long mostNanos, long mostLateNanos) {
    /** Of a load without gaps. */
    public static final Gaps NONE = new Gaps(0, 0, 0, 0);
}
