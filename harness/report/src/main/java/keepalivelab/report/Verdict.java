package keepalivelab.report;

import com.fasterxml.jackson.annotation.JsonValue;

/** What a cell, or a whole run, came to. */
public enum Verdict {
    /** Every expectation held. */
    HELD("held"),
    /** At least one expectation that is judged did not hold. */
    FAILED("failed"),
    /** The measurement itself is not to be trusted: counts that do not balance, a proxy that died, a rule that never fired. */
    VOID("void"),
    /** Not run: the proxy is missing and the run was told to go on without it, or the scenario's {@code skip} says so. */
    SKIPPED("skipped"),
    /** Not run: this arm lacks the feature. */
    UNSUPPORTED("unsupported"),
    /** Measured, but the spread does not allow a judgement. */
    INCONCLUSIVE("inconclusive");

    private final String key;

    Verdict(String key) {
        this.key = key;
    }

    /** The word in result files and tables. */
    @JsonValue
    public String key() {
        return key;
    }

    /** Whether something was measured that may be shown as a figure. */
    public boolean measured() {
        return this != SKIPPED && this != UNSUPPORTED;
    }
}
