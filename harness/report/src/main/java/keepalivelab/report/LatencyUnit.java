package keepalivelab.report;

/** The unit in which a histogram's values were recorded. */
public enum LatencyUnit {
    NANOSECONDS(1_000),
    MICROSECONDS(1);

    private final int perMicrosecond;

    LatencyUnit(int perMicrosecond) {
        this.perMicrosecond = perMicrosecond;
    }

    /** A recorded value in microseconds, to the nanosecond. */
    double toMicros(long value) {
        return (double) value / perMicrosecond;
    }

    /** Recorded units in one millisecond. */
    double perMillisecond() {
        return perMicrosecond * 1_000d;
    }
}
