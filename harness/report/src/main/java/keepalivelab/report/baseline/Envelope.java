package keepalivelab.report.baseline;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * A count that no run must repeat exactly, and how much of it the run's own ledger explains: at least {@code least}, at most
 * {@code least} plus what the ledger counted under {@code plus}.
 *
 * @param least the count where nothing comes on top
 * @param plus which count of the same run may come on top
 */
public record Envelope(long least, Plus plus) {
    public Envelope {
        if (least < 0) {
            throw new IllegalArgumentException("least " + least + " is below 0");
        }
        Objects.requireNonNull(plus, "plus");
    }

    /** What explains a connection beyond the first ones. */
    public enum Plus {
        /** Connections that reached the cap on requests: each may be replaced. */
        RETIRED("retired", "retired by the cap on requests"),
        /** Connections that the proxy closed: each may be replaced. */
        CLOSED("closedByProxy", "closed by the proxy");

        private final String key;
        private final String says;

        Plus(String key, String says) {
            this.key = key;
            this.says = says;
        }

        /** The word in files. */
        @JsonValue
        public String key() {
            return key;
        }
    }

    /** Whether a count is within, where the run's ledger has so much on top. */
    public boolean holds(long found, long onTop) {
        return found >= least && found <= least + onTop;
    }

    /** For people: {@code 8}, {@code 8 to 10 (8 + 2 retired by the cap on requests)}. */
    public String text(long onTop) {
        return onTop == 0
                ? Long.toString(least)
                : least + " to " + (least + onTop) + " (" + least + " + " + onTop + " " + plus.says + ")";
    }
}
