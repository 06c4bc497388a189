package keepalivelab.app.run;

import java.util.OptionalDouble;

/**
 * The one rate at which both sides are timed: half of what the slower of them can do, so that neither is near its limit. Once
 * known it stays for all rounds of a cell. Thread-safe.
 */
final class SharedRate {
    private static final double SHARE = 0.5;
    private static final double LEAST_PER_SECOND = 20;

    private double slowerPerSecond = Double.POSITIVE_INFINITY;
    private double fixedPerSecond;

    /** A rate that the next round finds out. */
    static SharedRate open() {
        return new SharedRate();
    }

    /** A rate that is known from an earlier round. */
    static SharedRate fixed(double perSecond) {
        SharedRate rate = new SharedRate();
        rate.fixedPerSecond = perSecond;
        return rate;
    }

    /** What a side can do, in requests per second; to be told before either asks for the rate. */
    synchronized void capacity(double perSecond) {
        slowerPerSecond = Math.min(slowerPerSecond, perSecond);
    }

    /** The rate, fixed from now on. */
    synchronized double perSecond() {
        if (fixedPerSecond == 0) {
            fixedPerSecond = Math.max(LEAST_PER_SECOND, Math.rint(SHARE * slowerPerSecond));
        }
        return fixedPerSecond;
    }

    /** The rate, where it is fixed. */
    synchronized OptionalDouble known() {
        return fixedPerSecond == 0 ? OptionalDouble.empty() : OptionalDouble.of(fixedPerSecond);
    }
}
