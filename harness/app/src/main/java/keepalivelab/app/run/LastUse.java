package keepalivelab.app.run;

import java.util.HashMap;
import java.util.Map;
import keepalivelab.backend.ConnectionRecord;
import keepalivelab.backend.ExchangeDetail;
import keepalivelab.backend.LedgerSnapshot;

/** How old each of the backend's connections was when it last took up a request. Immutable. */
final class LastUse {
    private static final double NANOS_PER_MILLI = 1e6;

    private final Map<Integer, Long> lastAtNanos = new HashMap<>();

    private LastUse(ExchangeDetail rows) {
        for (int row = 0; row < rows.size(); row++) {
            if (rows.isExecuted(row)) {
                lastAtNanos.put(rows.connection(row), rows.executedAtNanos(row));
            }
        }
    }

    static LastUse of(LedgerSnapshot ledger) {
        return new LastUse(ledger.exchangeDetail());
    }

    /** The largest of all connections, in ms, to 0.1 ms. */
    static double oldestMillis(LedgerSnapshot ledger) {
        LastUse lastUse = of(ledger);
        long nanos =
                ledger.connections().stream().mapToLong(lastUse::ageNanos).max().orElse(0);
        return Math.round(nanos / NANOS_PER_MILLI * 10) / 10.0;
    }

    /** 0 where it never took one up. */
    long ageNanos(ConnectionRecord connection) {
        Long last = lastAtNanos.get(connection.id());
        return last == null ? 0 : last - connection.acceptedAtNanos();
    }
}
