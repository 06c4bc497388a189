package keepalivelab.app.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import keepalivelab.api.Outcome;
import keepalivelab.backend.CloseKind;
import keepalivelab.backend.ConnectionRecord;
import keepalivelab.backend.ExchangeDetail;
import keepalivelab.backend.LedgerSnapshot;
import keepalivelab.load.LoadPlan;
import keepalivelab.load.LoadResult;
import keepalivelab.load.RequestLog;

/**
 * The requests of a gap sweep, each with the gap before it as the backend saw it.
 *
 * <p>The backend's gap decides whether its idle limit has passed, and the client's differs from it by the ways through the
 * proxy. On a used connection it is the connection's idle time; with a single client and a new connection, the time from the
 * end of the exchange before to the end of this request's reading; for a request that the backend never read, the client's
 * gap plus the median difference of the two, but not less than the time until the close that it met. By how much the
 * backend's own timer was late with that close is taken off again: what counts is how long before or after the close a
 * request came, and the close of a busy machine is seldom on time. Immutable.
 *
 * @param all those that a pooled connection waited for, in the order of their numbers
 * @param afterFailures requests of a single client after one that failed: no connection waited for them, so they say
 *     nothing of the gap and are not among {@code all}
 * @param pathNanos median of backend's gap less client's gap on used connections; 0 where no connection was reused
 */
record GapRequests(List<GapRequest> all, int afterFailures, long pathNanos) {
    GapRequests {
        all = List.copyOf(all);
    }

    /**
     * A request after a gap.
     *
     * @param number in the cell
     * @param dueNanos planned gap
     * @param achievedNanos from the end of the client's response before to its sending
     * @param gapNanos as the backend saw it
     * @param reused answered on a used upstream connection
     * @param fresh answered on a new upstream connection
     * @param attempts how often the backend read its head
     * @param unread whether the backend closed a connection on which it had arrived unread
     * @param timerLateNanos how late the backend's timer was that closed the connection before it; 0 where none did
     * @param outcome {@link Outcome#key()}; empty text where there is none
     */
    record GapRequest(
            int number,
            long dueNanos,
            long achievedNanos,
            long gapNanos,
            boolean reused,
            boolean fresh,
            long attempts,
            boolean unread,
            long timerLateNanos,
            String outcome) {
        boolean failed() {
            return !outcome.equals(Outcome.OK.key());
        }

        boolean retried() {
            return attempts > 1;
        }
    }

    /** The requests of a sweep; empty for other loads. */
    static Optional<GapRequests> of(LoadPlan plan, LoadResult load, LedgerSnapshot ledger) {
        return plan instanceof LoadPlan.ClosedLoop closed
                        && closed.gap().sweep().isPresent()
                ? Optional.of(new Reading(closed.clients(), load.requests(), ledger).all())
                : Optional.empty();
    }

    /** As CSV, one row each. */
    String csv() {
        StringBuilder csv = new StringBuilder(
                "request,due_us,achieved_us,backend_gap_us,reused,new,attempts,unread,timer_late_us,outcome\n");
        for (GapRequest r : all) {
            csv.append(String.format(
                    Locale.ROOT,
                    "%d,%.1f,%.1f,%.1f,%b,%b,%d,%b,%.1f,%s%n",
                    r.number(),
                    r.dueNanos() / 1e3,
                    r.achievedNanos() / 1e3,
                    r.gapNanos() / 1e3,
                    r.reused(),
                    r.fresh(),
                    r.attempts(),
                    r.unread(),
                    r.timerLateNanos() / 1e3,
                    r.outcome()));
        }
        return csv.toString();
    }

    /** Brings log and ledger together. */
    private static final class Reading {
        private static final int NO_ROW = -1;

        private final int clients;
        private final RequestLog requests;
        private final LedgerSnapshot ledger;
        private final ExchangeDetail rows;
        private final int[] firstRow;
        private final int[] lastRow;
        private final Map<Integer, ConnectionRecord> connections = new HashMap<>();

        Reading(int clients, RequestLog requests, LedgerSnapshot ledger) {
            this.clients = clients;
            this.requests = requests;
            this.ledger = ledger;
            this.rows = ledger.exchangeDetail();
            this.firstRow = new int[requests.planned()];
            this.lastRow = new int[requests.planned()];
            Arrays.fill(firstRow, NO_ROW);
            Arrays.fill(lastRow, NO_ROW);
            for (int row = 0; row < rows.size(); row++) {
                note(rows.request(row), row);
            }
            ledger.connections().forEach(c -> connections.put(c.id(), c));
        }

        private void note(long request, int row) {
            if (request >= 0 && request < firstRow.length) {
                int number = (int) request;
                firstRow[number] = firstRow[number] == NO_ROW ? row : firstRow[number];
                lastRow[number] = row;
            }
        }

        GapRequests all() {
            long path = path();
            Set<Integer> unread = unread();
            List<GapRequest> all = new ArrayList<>();
            int afterFailures = 0;
            for (int n = 0; n < requests.planned(); n++) {
                if (requests.achievedGapNanos(n) >= 0 && afterFailure(n)) {
                    afterFailures++;
                } else if (requests.achievedGapNanos(n) >= 0) {
                    all.add(request(n, path, unread.contains(n)));
                }
            }
            return new GapRequests(all, afterFailures, path);
        }

        private boolean afterFailure(int n) {
            return clients == 1 && n > 0 && !requests.outcome(n - 1).equals(Optional.of(Outcome.OK));
        }

        private GapRequest request(int n, long path, boolean unread) {
            return new GapRequest(
                    n,
                    requests.dueGapNanos(n),
                    requests.achievedGapNanos(n),
                    gap(n, path),
                    requests.exchange(n) > 0,
                    requests.exchange(n) == 0,
                    ledger.attempts(n),
                    unread,
                    timerLate(n),
                    requests.outcome(n).map(Outcome::key).orElse(""));
        }

        /** Where the backend closed late, everything after it is later by as much. */
        private long gap(int n, long path) {
            int row = firstRow[n];
            return row != NO_ROW && rows.index(row) > 0 ? rows.idleNanos(row) : gapBeforeNew(n, path) - timerLate(n);
        }

        private long gapBeforeNew(int n, long path) {
            int row = firstRow[n];
            if (row != NO_ROW && rows.isExecuted(row) && rowBefore(n) != NO_ROW) {
                return rows.executedAtNanos(row) - rows.answeredAtNanos(rowBefore(n));
            }
            long untilClose = closeBefore(n)
                    .map(c -> c.closedAtNanos() - rows.answeredAtNanos(rowBefore(n)))
                    .orElse(0L);
            return Math.max(untilClose, requests.achievedGapNanos(n) + path);
        }

        private long timerLate(int n) {
            return closeBefore(n).map(c -> c.timerErrorNanos().orElse(0)).orElse(0L);
        }

        /** The row of the exchange before, where it is known to be the one that left the connection for this request. */
        private int rowBefore(int n) {
            int before = clients == 1 && n > 0 ? lastRow[n - 1] : NO_ROW;
            return before != NO_ROW && rows.isAnswered(before) ? before : NO_ROW;
        }

        /** The connection of the exchange before, where the backend closed it. */
        private Optional<ConnectionRecord> closeBefore(int n) {
            return Optional.of(rowBefore(n))
                    .filter(row -> row != NO_ROW && requests.exchange(n) <= 0)
                    .map(row -> connections.get(rows.connection(row)))
                    .filter(c -> c.close().closer() == CloseKind.Closer.BACKEND);
        }

        private long path() {
            List<Long> differences = new ArrayList<>();
            for (int n = 0; n < firstRow.length; n++) {
                int row = firstRow[n];
                if (row != NO_ROW && rows.index(row) > 0 && requests.achievedGapNanos(n) >= 0) {
                    differences.add(rows.idleNanos(row) - requests.achievedGapNanos(n));
                }
            }
            differences.sort(null);
            return differences.isEmpty() ? 0 : differences.get(differences.size() / 2);
        }

        /** With one client, what arrived unread on a connection is the request after the last one read there. */
        private Set<Integer> unread() {
            Set<Integer> unread = new HashSet<>();
            for (ConnectionRecord connection : ledger.connections()) {
                boolean dirty = connection.close().how() == CloseKind.How.DIRTY && connection.unreadRequests() > 0;
                if (dirty && clients == 1) {
                    unread.add(lastRequestOn(connection.id()) + 1);
                }
            }
            return unread;
        }

        private int lastRequestOn(int connection) {
            int last = -1;
            for (int row = 0; row < rows.size(); row++) {
                last = rows.connection(row) == connection ? (int) rows.request(row) : last;
            }
            return last;
        }
    }
}
