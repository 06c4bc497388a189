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
    /** Reads the counters of a proxy that is ready; only where any of them means something to us. */
    static CounterChecks begin(RunningProxy proxy) {
        List<CounterMeaning> meanings = proxy.counterMeanings();
        return new CounterChecks(meanings, meanings.isEmpty() ? Map.of() : proxy.counters(), Map.of());
    }

    /** The same with the counters at the end. */
    CounterChecks end(Map<String, Long> counters) {
        return new CounterChecks(meanings, before, counters);
    }

    /** Adds every check, and says of each counter that could not be read that it could not. */
    void addTo(CellDraft draft, LedgerSnapshot ledger) {
        for (CounterMeaning meaning : meanings) {
            OptionalLong counted = growth(meaning);
            OptionalLong beside = count(meaning.ledger(), ledger);
            if (counted.isPresent() && beside.isPresent()) {
                draft.counterCheck(check(meaning, counted.getAsLong(), beside.getAsLong()));
            } else {
                draft.note("cross-check: " + meaning.formula() + " could not be held against the ledger's "
                        + meaning.ledger().words() + ": "
                        + (counted.isPresent() ? "the ledger has no record of every connection" : "not read"));
            }
        }
    }

    private static CounterCheck check(CounterMeaning meaning, long counted, long ledger) {
        return new CounterCheck(
                meaning.formula(),
                counted,
                meaning.ledger().words(),
                ledger,
                meaning.offset(),
                meaning.because().isEmpty() ? null : meaning.because(),
                counted == ledger + meaning.offset());
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
