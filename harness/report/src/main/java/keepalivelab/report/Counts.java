package keepalivelab.report;

/** Checks of counted values. */
final class Counts {
    private Counts() {}

    /**
     * Requires a count of at least 0.
     *
     * @throws IllegalArgumentException naming {@code name} and the value
     */
    static void notNegative(String name, long value) {
        if (value < 0) {
            throw new IllegalArgumentException(name + " " + value + " is below 0");
        }
    }
}
