package keepalivelab.app.run;

import java.util.Locale;
import keepalivelab.backend.ConnectionRecord;
import keepalivelab.backend.ExchangeDetail;
import keepalivelab.backend.LedgerSnapshot;

/** The ledger as tidy CSV: one row per connection, one row per exchange; instants in µs since the mark of the cell. */
final class LedgerFiles {
    /** Rows of exchanges written; a cell with more says so in a note. */
    static final int MOST_EXCHANGES = 20_000;

    private LedgerFiles() {}

    static String connections(LedgerSnapshot ledger, long markedAtNanos) {
        StringBuilder csv = new StringBuilder(
                "connection,peer_port,accepted_at_us,closed_at_us,exchanges,broken_exchanges,"
                        + "unread_requests,closed_by,how,cause,unread_bytes,idle_gaps,idle_min_us,idle_max_us,timer_error_us\n");
        for (ConnectionRecord c : ledger.connections()) {
            csv.append(c.id()).append(',').append(c.peerPort()).append(',');
            csv.append(micros(c.acceptedAtNanos() - markedAtNanos)).append(',');
            csv.append(c.isOpen() ? "" : micros(c.closedAtNanos() - markedAtNanos))
                    .append(',');
            csv.append(c.exchanges()).append(',').append(c.brokenExchanges()).append(',');
            csv.append(c.unreadRequests()).append(',');
            csv.append(word(c.close().closer()))
                    .append(',')
                    .append(word(c.close().how()))
                    .append(',');
            csv.append(word(c.close().cause()))
                    .append(',')
                    .append(c.unreadBytes())
                    .append(',');
            csv.append(c.idle().count())
                    .append(',')
                    .append(micros(c.idle().minNanos()))
                    .append(',');
            csv.append(micros(c.idle().maxNanos())).append(',');
            csv.append(
                    c.timerErrorNanos().isPresent() ? micros(c.timerErrorNanos().getAsLong()) : "");
            csv.append('\n');
        }
        return csv.toString();
    }

    static String exchanges(LedgerSnapshot ledger, long markedAtNanos) {
        ExchangeDetail rows = ledger.exchangeDetail();
        StringBuilder csv =
                new StringBuilder("request,connection,index,method,idle_us,executed_at_us,answered_at_us\n");
        for (int i = 0; i < Math.min(rows.size(), MOST_EXCHANGES); i++) {
            csv.append(rows.request(i) == ExchangeDetail.FOREIGN ? "" : Long.toString(rows.request(i)));
            csv.append(',')
                    .append(rows.connection(i))
                    .append(',')
                    .append(rows.index(i))
                    .append(',');
            csv.append(rows.method(i))
                    .append(',')
                    .append(micros(rows.idleNanos(i)))
                    .append(',');
            csv.append(rows.isExecuted(i) ? micros(rows.executedAtNanos(i) - markedAtNanos) : "")
                    .append(',');
            csv.append(rows.isAnswered(i) ? micros(rows.answeredAtNanos(i) - markedAtNanos) : "")
                    .append('\n');
        }
        return csv.toString();
    }

    private static String micros(long nanos) {
        return String.format(Locale.ROOT, "%.1f", nanos / 1e3);
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
