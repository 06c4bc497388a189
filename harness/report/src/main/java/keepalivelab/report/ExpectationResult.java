package keepalivelab.report;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One expectation of the scenario and what became of it in a cell.
 *
 * @param kind how it is judged
 * @param expression as the scenario has it
 * @param says what it means, in the scenario's words; for a failed one with the values found. Empty for none
 * @param held whether it held; null where it could not be evaluated
 */
public record ExpectationResult(
        Kind kind, String expression, String says, @Nullable Boolean held) {
    public ExpectationResult {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(expression, "expression");
        Objects.requireNonNull(says, "says");
    }

    /** How an expectation is judged. */
    public enum Kind {
        /** A rule of HTTP or of safety, or an invariant of ours: fails the run. */
        REQUIRE("require"),
        /** Follows from the configured knobs: fails the cell unless the driver said unsupported. */
        EXPECT("expect"),
        /** Kept, not judged. */
        RECORD("record"),
        /** Documented divergence of one proxy: a change is reported. */
        KNOWN("known");

        private final String key;

        Kind(String key) {
            this.key = key;
        }

        /** The word in scenario and result files. */
        @JsonValue
        public String key() {
            return key;
        }
    }
}
