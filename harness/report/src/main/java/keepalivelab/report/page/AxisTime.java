package keepalivelab.report.page;

/** The unit in which an axis of moments is labelled, so that its numbers are short. */
enum AxisTime {
    MICROSECONDS("us", 1),
    MILLISECONDS("ms", 1e3),
    SECONDS("s", 1e6);

    private final String unit;
    private final double micros;

    AxisTime(String unit, double micros) {
        this.unit = unit;
        this.micros = micros;
    }

    /** The unit for moments up to this one. */
    static AxisTime upTo(double mostMicros) {
        if (mostMicros >= 5e6) {
            return SECONDS;
        }
        return mostMicros >= 2e3 ? MILLISECONDS : MICROSECONDS;
    }

    /** A time in this unit. */
    double of(double timeMicros) {
        return timeMicros / micros;
    }

    /** A title with the unit behind it. */
    String title(String what) {
        return what + " (" + unit + ")";
    }
}
