package keepalivelab.load;

import java.time.Duration;

/**
 * Equal stretches of an open loop that get times of their own. A request belongs to the stretch in which it was planned,
 * however late it was answered. Immutable.
 *
 * @param after from the first planned instant to the first stretch: warm-up
 * @param length of each, above zero
 * @param count of stretches, one after the other, at least 1
 */
public record Windows(Duration after, Duration length, int count) {
    /** No window. */
    static final int NONE = -1;

    public Windows {
        if (after.isNegative() || length.compareTo(Duration.ZERO) <= 0 || count < 1) {
            throw new IllegalArgumentException(count + " windows of " + length + " after " + after + " cannot be");
        }
    }

    /** From the first planned instant to the end of the last stretch. */
    public Duration whole() {
        return after.plus(length.multipliedBy(count));
    }

    /** The stretch in which an instant lies; {@link #NONE} for one before the first or after the last. */
    int at(long sinceStartNanos) {
        long inside = sinceStartNanos - after.toNanos();
        if (inside < 0) {
            return NONE;
        }
        long window = inside / length.toNanos();
        return window < count ? (int) window : NONE;
    }
}
