package keepalivelab.app.scenario;

/** How much an expectation weighs. */
public enum Kind {
    /** A rule of HTTP or safety, or an invariant of ours: fails the run. */
    REQUIRE("require"),
    /** Follows from the configured knobs: fails the run unless the driver said that it cannot do one of them. */
    EXPECT("expect"),
    /** Kept in the result, not judged. */
    RECORD("record"),
    /** A documented divergence of a proxy: a change is reported. */
    KNOWN("known");

    private final String key;

    Kind(String key) {
        this.key = key;
    }

    /** The word in scenario files. */
    public String key() {
        return key;
    }

    /** Whether a cell in which such an expectation does not hold has failed. */
    public boolean fails() {
        return this == REQUIRE || this == EXPECT;
    }
}
