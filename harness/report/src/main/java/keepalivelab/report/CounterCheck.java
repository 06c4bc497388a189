package keepalivelab.report;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One of the proxy's own counters beside the ledger's count of the same thing, over the measurement.
 *
 * @param counter the proxy's name for it, or a formula of its names: {@code connect - econ}
 * @param counted by how much it grew
 * @param ledgerCount what the ledger counts beside it, e.g. {@code accepts}
 * @param ledger the ledger's count
 * @param offset what the proxy is known to count on top
 * @param because why; null for no offset and nothing else to know
 * @param agrees whether {@code counted} is {@code ledger + offset}
 */
public record CounterCheck(
        String counter,
        long counted,
        String ledgerCount,
        long ledger,
        long offset,
        @Nullable String because,
        boolean agrees) {
    public CounterCheck {
        Objects.requireNonNull(counter, "counter");
        Objects.requireNonNull(ledgerCount, "ledgerCount");
        if (agrees != (counted == ledger + offset)) {
            throw new IllegalArgumentException(
                    counter + ": agrees is " + agrees + " for " + counted + " beside " + ledger + " + " + offset);
        }
    }

    /** Both counts with their names: {@code connect 8 = accepts 8}. */
    String text() {
        return counter + " " + counted + (agrees ? " = " : " is not ") + ledgerCount + " " + ledger + more();
    }

    private String more() {
        return offset == 0 ? "" : (offset < 0 ? " - " : " + ") + Math.abs(offset);
    }

    /** The remark for the reader of a table: without numbers where both agree, so that it stands once for many cells. */
    String note() {
        String reason = because == null ? "" : " (" + because + ")";
        return agrees
                ? "cross-check: the proxy's own " + counter + " is the ledger's " + ledgerCount + more() + reason
                : "cross-check: UNEXPLAINED difference: the proxy's own " + text() + reason;
    }
}
