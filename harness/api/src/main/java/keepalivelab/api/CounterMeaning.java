package keepalivelab.api;

import java.util.ArrayList;
import java.util.List;

/**
 * What one of a proxy's own counters counts, in the words of our ledger: the growth of {@code counter}, less the growth of
 * each of {@code less}, is {@code offset} more than {@code ledger} when both are right.
 *
 * @param counter its name in {@link RunningProxy#counters()}
 * @param less counters of what the backend cannot see, e.g. connection attempts that failed; empty for none
 * @param ledger our count beside it
 * @param offset what the proxy is known to count on top between two readings, e.g. the reading itself; 0 for nothing
 * @param because why there is an offset, or what else must be known; empty for nothing
 */
public record CounterMeaning(String counter, List<String> less, LedgerCount ledger, long offset, String because) {
    public CounterMeaning {
        less = List.copyOf(less);
        if (offset != 0 && because.isEmpty()) {
            throw new IllegalArgumentException("counter " + counter + ": an offset of " + offset + " without a reason");
        }
    }

    /** A counter that counts the same as the ledger. */
    public static CounterMeaning same(String counter, LedgerCount ledger) {
        return new CounterMeaning(counter, List.of(), ledger, 0, "");
    }

    /** The same counter, less what another one counts. */
    public CounterMeaning less(String other) {
        List<String> all = new ArrayList<>(less);
        all.add(other);
        return new CounterMeaning(counter, all, ledger, offset, because);
    }

    /** The counter as a formula: {@code connect - econ}. */
    public String formula() {
        return less.isEmpty() ? counter : counter + " - " + String.join(" - ", less);
    }
}
