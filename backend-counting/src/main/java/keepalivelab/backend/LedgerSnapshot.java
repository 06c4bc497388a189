package keepalivelab.backend;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * Everything that a backend has counted up to one instant, taken between two batches of its loop: no event is half in it.
 * {@link #minus} gives the counts of a phase; take the marks at rest ({@link #inFlight} 0), else an exchange that runs
 * across a mark has its attempt in the one phase and its answer in the other.
 *
 * <p>Where a run token is set, requests without an id of it are <em>foreign</em>: they have their own two counts and are in
 * no other total except the accepts and the tallies; the index of an exchange counts them, as they did use the connection.
 * Immutable.
 */
public final class LedgerSnapshot {
    private final long takenAtNanos;
    private final Totals totals;
    private final int openConnections;
    private final int inFlight;
    private final List<ConnectionRecord> connections;
    private final long unrecordedConnections;
    private final ExchangeDetail exchangeDetail;
    private final RequestCounts requests;
    private final Map<Tally, Long> tallies;
    private final Map<CloseKind, Long> closes;
    private final Map<String, Long> fired;
    private final BarrierState barrier;

    LedgerSnapshot(Parts parts) {
        takenAtNanos = parts.takenAtNanos;
        totals = parts.totals;
        openConnections = parts.openConnections;
        inFlight = parts.inFlight;
        connections = List.copyOf(parts.connections);
        unrecordedConnections = parts.unrecordedConnections;
        exchangeDetail = parts.exchangeDetail;
        requests = parts.requests;
        tallies = parts.tallies;
        closes = parts.closes;
        fired = parts.fired;
        barrier = parts.barrier;
    }

    /** What a snapshot is made of. */
    record Parts(
            long takenAtNanos,
            Totals totals,
            int openConnections,
            int inFlight,
            List<ConnectionRecord> connections,
            long unrecordedConnections,
            ExchangeDetail exchangeDetail,
            RequestCounts requests,
            Map<Tally, Long> tallies,
            Map<CloseKind, Long> closes,
            Map<String, Long> fired,
            BarrierState barrier) {}

    /** When it was taken, on the backend's ticker; the instant that stands for "now" of open connections. */
    public long takenAtNanos() {
        return takenAtNanos;
    }

    /** TCP connections taken. */
    public long accepts() {
        return of(Count.ACCEPTS);
    }

    /** Accepted, closed, and no byte of a request ever came: a probe, a pre-connect, a surplus dial. */
    public long unusedAccepts() {
        return of(Count.UNUSED_ACCEPTS);
    }

    /** Responses whose last byte was given to the kernel. */
    public long exchanges() {
        return of(Count.EXCHANGES);
    }

    /** Exchanges with an index above 0. */
    public long reusedExchanges() {
        return of(Count.REUSED_EXCHANGES);
    }

    /** Reused exchanges by all exchanges, 0 to 1; empty if there was none. */
    public OptionalDouble reuseRatio() {
        return exchanges() == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) reusedExchanges() / exchanges());
    }

    /** Requests that were read whole and whose connection ended before they were answered. */
    public long brokenExchanges() {
        return of(Count.BROKEN_EXCHANGES);
    }

    /** Requests that arrived and were never read, at most one per connection; they are no attempts. */
    public long unreadRequests() {
        return of(Count.UNREAD_REQUESTS);
    }

    /** Connections that neither side had closed. */
    public int openAtEnd() {
        return openConnections;
    }

    /** Requests whose head was read and that were neither answered nor broken yet. */
    public int inFlight() {
        return inFlight;
    }

    /** Request heads read. */
    public long attempts() {
        return of(Count.ATTEMPTS);
    }

    /** Requests read whole. */
    public long executions() {
        return of(Count.EXECUTIONS);
    }

    /** Requests of the run that were executed more than once. */
    public long duplicates() {
        return requests.duplicates();
    }

    /** Request heads read that had no id of this run. */
    public long foreignRequests() {
        return of(Count.FOREIGN_REQUESTS);
    }

    /** Exchanges of foreign requests. */
    public long foreignExchanges() {
        return of(Count.FOREIGN_EXCHANGES);
    }

    /** Connections that ended because what came was no HTTP/1.x request, or a steering header could not be read. */
    public long malformedRequests() {
        return of(Count.MALFORMED_REQUESTS);
    }

    /** How often each combination of HTTP version and Connection header was received, most frequent first. */
    public List<Tally> tallies() {
        return tallies.entrySet().stream()
                .map(e -> new Tally(e.getKey().version(), e.getKey().connection(), e.getValue()))
                .sorted((a, b) -> Long.compare(b.count(), a.count()))
                .toList();
    }

    /** How many connections ended in each way; ways that did not occur are absent. */
    public Map<CloseKind, Long> closes() {
        return closes;
    }

    /** How often each behaviour fired, by its text, 0 included: a scenario whose behaviour never fired is void. */
    public Map<String, Long> fired() {
        return fired;
    }

    /** Every connection in order of accept; after {@link #minus} those that were not closed at the earlier mark. */
    public List<ConnectionRecord> connections() {
        return connections;
    }

    /** Connections beyond the connection detail limit: in every total, but without a record. */
    public long unrecordedConnections() {
        return unrecordedConnections;
    }

    /** One row per request, up to the detail limit. */
    public ExchangeDetail exchangeDetail() {
        return exchangeDetail;
    }

    /** Attempts and executions by request number; empty where no run token is set. */
    public RequestCounts requests() {
        return requests;
    }

    /** How often the head of request {@code n} was read. */
    public int attempts(long n) {
        return requests.attempts(n);
    }

    /** How often request {@code n} was read whole. */
    public int executions(long n) {
        return requests.executions(n);
    }

    /** Connections on which the head of request {@code n} was read, in that order. Looks at every row of the detail. */
    public List<Integer> connectionsOf(long n) {
        List<Integer> found = new ArrayList<>();
        for (int row = 0; row < exchangeDetail.size(); row++) {
            if (exchangeDetail.request(row) == n) {
                found.add(exchangeDetail.connection(row));
            }
        }
        return found;
    }

    /** The last start barrier. */
    public BarrierState barrier() {
        return barrier;
    }

    /** What was counted since an earlier snapshot of the same backend. Open connections, in flight and barrier stay this one's. */
    public LedgerSnapshot minus(LedgerSnapshot earlier) {
        return new LedgerSnapshot(new Parts(
                takenAtNanos,
                totals.minus(earlier.totals),
                openConnections,
                inFlight,
                connectionsSince(earlier),
                unrecordedConnections - earlier.unrecordedConnections,
                exchangeDetail.minus(earlier.exchangeDetail),
                requests.minus(earlier.requests),
                difference(tallies, earlier.tallies, true),
                difference(closes, earlier.closes, true),
                difference(fired, earlier.fired, false),
                barrier));
    }

    private List<ConnectionRecord> connectionsSince(LedgerSnapshot earlier) {
        Map<Integer, ConnectionRecord> before = new LinkedHashMap<>();
        earlier.connections.forEach(c -> before.put(c.id(), c));
        Function<ConnectionRecord, ConnectionRecord> since = c -> {
            ConnectionRecord then = before.get(c.id());
            return then == null ? c : c.minus(then);
        };
        return connections.stream()
                .filter(c -> {
                    ConnectionRecord then = before.get(c.id());
                    return then == null || then.isOpen();
                })
                .map(since)
                .toList();
    }

    private static <K> Map<K, Long> difference(Map<K, Long> later, Map<K, Long> earlier, boolean dropZero) {
        Map<K, Long> since = new LinkedHashMap<>();
        later.forEach((key, count) -> {
            long left = count - earlier.getOrDefault(key, 0L);
            if (left != 0 || !dropZero) {
                since.put(key, left);
            }
        });
        return Collections.unmodifiableMap(since);
    }

    private long of(Count count) {
        return totals.of(count);
    }
}
