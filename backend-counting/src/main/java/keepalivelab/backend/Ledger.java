package keepalivelab.backend;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The counts of one backend. Written on the loop only; the {@code live} counts may be read from any thread. Each event is
 * counted in one method here, in the totals and in the row.
 */
final class Ledger {
    /** Row of a request beyond the detail limit. */
    static final int NO_ROW = -1;

    final TallyLedger tallies = new TallyLedger();
    private final Totals totals = new Totals();
    private final AtomicLong liveAccepts = new AtomicLong();
    private final AtomicLong liveOpen = new AtomicLong();
    private final AtomicLong liveExchanges = new AtomicLong();
    private final AtomicLong liveReusedExchanges = new AtomicLong();
    private final AtomicLong liveInFlight = new AtomicLong();
    private final List<ExchangePage> pages = new ArrayList<>();
    private final List<@Nullable ConnectionRecord> records = new ArrayList<>();
    private final Map<CloseKind, Long> closes = new HashMap<>();
    private final RequestLedger requests;
    private final int rowLimit;
    private final int recordLimit;
    private ExchangePage page = new ExchangePage();
    private int rows;
    private long rowless;
    private int open;
    private int inFlight;

    Ledger(CountingBackend.Builder choices) {
        requests = new RequestLedger(choices.token().isEmpty() ? 0 : choices.expected());
        rowLimit = choices.exchangeLimit();
        recordLimit = choices.connectionLimit();
    }

    long liveAccepts() {
        return liveAccepts.get();
    }

    long liveOpen() {
        return liveOpen.get();
    }

    long liveExchanges() {
        return liveExchanges.get();
    }

    long liveReusedExchanges() {
        return liveReusedExchanges.get();
    }

    long liveInFlight() {
        return liveInFlight.get();
    }

    void accepted() {
        liveAccepts.lazySet(totals.add(Count.ACCEPTS, 1));
        liveOpen.lazySet(++open);
        if (records.size() < recordLimit) {
            records.add(null);
        }
    }

    /** The head of a request was read, the exchange of that index on its connection. Returns its row. */
    int attempted(int connection, int index, Request request, long idleNanos) {
        if (request.own) {
            count(Count.ATTEMPTS);
            if (request.number >= 0) {
                requests.attempted(request.number);
            }
            liveInFlight.lazySet(++inFlight);
        } else {
            count(Count.FOREIGN_REQUESTS);
        }
        if (rows >= rowLimit) {
            rowless++;
            return NO_ROW;
        }
        return newRow(connection, index, request, idleNanos);
    }

    private int newRow(int connection, int index, Request request, long idleNanos) {
        int at = rows & ExchangePage.MASK;
        if (at == 0) {
            page = new ExchangePage();
            pages.add(page);
        }
        page.request[at] = request.number;
        page.connection[at] = connection;
        page.index[at] = index;
        page.method[at] = request.method;
        page.idleNanos[at] = idleNanos;
        page.begin();
        return rows++;
    }

    void executed(Request request, int row, long atNanos) {
        if (request.own) {
            count(Count.EXECUTIONS);
            if (request.number >= 0) {
                requests.executed(request.number);
            }
        }
        if (row != NO_ROW) {
            pageOf(row).executedAtNanos[row & ExchangePage.MASK] = atNanos;
        }
    }

    void answered(Request request, int row, int index, long atNanos) {
        if (request.own) {
            liveExchanges.lazySet(totals.add(Count.EXCHANGES, 1));
            if (index > 0) {
                liveReusedExchanges.lazySet(totals.add(Count.REUSED_EXCHANGES, 1));
            }
            liveInFlight.lazySet(--inFlight);
        } else {
            count(Count.FOREIGN_EXCHANGES);
        }
        if (row != NO_ROW) {
            ExchangePage at = pageOf(row);
            at.answeredAtNanos[row & ExchangePage.MASK] = atNanos;
            at.end();
        }
    }

    /** A connection has ended under a request whose head was read. */
    void abandoned(Request request, int row, boolean executed) {
        if (request.own) {
            liveInFlight.lazySet(--inFlight);
            if (executed) {
                count(Count.BROKEN_EXCHANGES);
            }
        }
        if (row != NO_ROW) {
            pageOf(row).end();
        }
    }

    void malformed() {
        count(Count.MALFORMED_REQUESTS);
    }

    /** One side has closed first. */
    void closed(CloseKind kind) {
        liveOpen.lazySet(--open);
        closes.merge(kind, 1L, Long::sum);
    }

    /** A connection is over on both sides. */
    void gone(ConnectionRecord last) {
        totals.add(Count.UNREAD_REQUESTS, last.unreadRequests());
        if (last.isUnused()) {
            count(Count.UNUSED_ACCEPTS);
        }
        if (last.id() <= recordLimit) {
            records.set(last.id() - 1, last);
        }
    }

    LedgerSnapshot snapshot(long now, List<ServedConnection> live, Map<String, Long> fired, BarrierState barrier) {
        List<@Nullable ConnectionRecord> all = new ArrayList<>(records);
        for (ServedConnection connection : live) {
            if (connection.connection() <= recordLimit) {
                all.set(connection.connection() - 1, connection.record());
            }
        }
        List<ConnectionRecord> complete = new ArrayList<>(all.size());
        for (ConnectionRecord connection : all) {
            if (connection != null) {
                complete.add(connection);
            }
        }
        return new LedgerSnapshot(new LedgerSnapshot.Parts(
                now,
                totals.copy(),
                open,
                inFlight,
                complete,
                totals.of(Count.ACCEPTS) - records.size(),
                new ExchangeDetail(pages.stream().map(ExchangePage::frozen).toList(), 0, rows, rowless),
                requests.snapshot(),
                tallies.snapshot(),
                Collections.unmodifiableMap(new HashMap<>(closes)),
                fired,
                barrier));
    }

    private ExchangePage pageOf(int row) {
        return pages.get(row >> ExchangePage.SHIFT);
    }

    private void count(Count what) {
        totals.add(what, 1);
    }
}
