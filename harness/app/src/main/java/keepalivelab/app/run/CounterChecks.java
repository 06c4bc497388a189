package keepalivelab.app.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import keepalivelab.api.CounterMeaning;
import keepalivelab.api.LedgerCount;
import keepalivelab.api.RunningProxy;
import keepalivelab.backend.ConnectionRecord;
import keepalivelab.backend.LedgerSnapshot;
import keepalivelab.load.LoadResult;
import keepalivelab.report.CellDraft;
import keepalivelab.report.CounterCheck;

/**
 * Holds what a proxy counts by itself against the ledger, over the measurement. A difference does not make the cell void:
 * our two counts have agreed already, so it says something about the proxy.
 *
 * @param meanings what can be held against the ledger
 * @param before the proxy's counters when it was ready
 * @param after the same after the measurement
 */
record CounterChecks(List<CounterMeaning> meanings, Map<String, Long> before, Map<String, Long> after) {
    private static final String MISSED = "requests that met a closed connection, where nobody reads them";

    /** Reads the counters of a proxy that is ready; only where any of them means something to us. */
    static CounterChecks begin(RunningProxy proxy) {
        List<CounterMeaning> meanings = proxy.counterMeanings();
        return new CounterChecks(meanings, meanings.isEmpty() ? Map.of() : proxy.counters(), Map.of());
    }

    /** The same with the counters at the end. */
    CounterChecks end(Map<String, Long> counters) {
        return new CounterChecks(meanings, before, counters);
    }

    /**
     * Adds every check, and says of each counter that could not be read that it could not.
     *
     * @param missed requests that a proxy may have sent and the backend cannot have seen, as {@link #missed} counts them
     */
    void addTo(CellDraft draft, LedgerSnapshot ledger, long missed) {
        for (CounterMeaning meaning : meanings) {
            OptionalLong counted = growth(meaning);
            OptionalLong beside = count(meaning.ledger(), ledger);
            if (counted.isPresent() && beside.isPresent()) {
                draft.counterCheck(check(meaning, counted.getAsLong(), beside.getAsLong(), missed));
            } else {
                draft.note("cross-check: " + meaning.formula() + " could not be held against the ledger's "
                        + meaning.ledger().words() + ": "
                        + (counted.isPresent() ? "the ledger has no record of every connection" : "not read"));
            }
        }
    }

    /**
     * Requests that failed and that the backend neither read nor had before it when it closed: where the proxy sent them,
     * they met a connection that was closed already, and the kernel answered them with a reset that nobody counts.
     */
    static long missed(LedgerSnapshot ledger, LoadResult load) {
        long neverRead = 0;
        for (int n = 0; n < load.requests().planned(); n++) {
            neverRead += load.requests().sent(n) && ledger.attempts(n) == 0 ? 1 : 0;
        }
        return Math.max(0, neverRead - ledger.unreadRequests());
    }

    private static CounterCheck check(CounterMeaning meaning, long counted, long ledger, long missed) {
        boolean ofRequests = meaning.ledger() == LedgerCount.ARRIVALS || meaning.ledger() == LedgerCount.REUSES;
        boolean explained = ofRequests && missed > 0 && counted == ledger + meaning.offset() + missed;
        long offset = meaning.offset() + (explained ? missed : 0);
        String because = explained ? (meaning.because() + " " + MISSED).strip() : meaning.because();
        return new CounterCheck(
                meaning.formula(),
                counted,
                meaning.ledger().words(),
                ledger,
                offset,
                because.isEmpty() ? null : because,
                counted == ledger + offset);
    }

    private OptionalLong growth(CounterMeaning meaning) {
        List<String> names = new ArrayList<>(meaning.less());
        names.add(meaning.counter());
        if (!before.keySet().containsAll(names) || !after.keySet().containsAll(names)) {
            return OptionalLong.empty();
        }
        long less = meaning.less().stream().mapToLong(this::growth).sum();
        return OptionalLong.of(growth(meaning.counter()) - less);
    }

    private long growth(String name) {
        return after.getOrDefault(name, 0L) - before.getOrDefault(name, 0L);
    }

    /** The ledger's count; empty where it keeps no record of some connections and the count needs them. */
    static OptionalLong count(LedgerCount count, LedgerSnapshot ledger) {
        long arrivals = ledger.attempts() + ledger.foreignRequests() + ledger.unreadRequests();
        return switch (count) {
            case ACCEPTS -> OptionalLong.of(ledger.accepts());
            case ARRIVALS -> OptionalLong.of(arrivals);
            case USED_ACCEPTS -> used(ledger);
            case REUSES -> {
                OptionalLong used = used(ledger);
                yield used.isPresent() ? OptionalLong.of(arrivals - used.getAsLong()) : used;
            }
        };
    }

    private static OptionalLong used(LedgerSnapshot ledger) {
        return ledger.unrecordedConnections() > 0
                ? OptionalLong.empty()
                : OptionalLong.of(ledger.connections().stream()
                        .filter(CounterChecks::used)
                        .count());
    }

    private static boolean used(ConnectionRecord connection) {
        return connection.attempts() > 0 || connection.unreadRequests() > 0;
    }
}
