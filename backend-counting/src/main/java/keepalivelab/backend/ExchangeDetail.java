package keepalivelab.backend;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * One row per request whose head was read, in that order, up to the detail limit: {@link #isComplete} says whether rows are
 * missing. Reading allocates nothing unless {@link #row} is asked for. Immutable.
 */
public final class ExchangeDetail {
    /** Request number of a row without one of this run's ids. */
    public static final long FOREIGN = -1;

    private final List<ExchangePage> pages;
    private final int from;
    private final int to;
    private final long unrecorded;

    ExchangeDetail(List<ExchangePage> pages, int from, int to, long unrecorded) {
        this.pages = pages;
        this.from = from;
        this.to = to;
        this.unrecorded = unrecorded;
    }

    /**
     * A row as a value.
     *
     * @param request number of the request in its run; {@link #FOREIGN} if it had no id of this run
     * @param connection number of the connection, from 1
     * @param index on that connection, from 0
     * @param method as far as known: {@code GET HEAD POST PUT DELETE}, else {@code other}
     * @param idleNanos from the end of the connection's exchange before to this request's first byte; 0 for the first
     * @param executedAtNanos when its last byte was read; 0 if it never was
     * @param answeredAtNanos when the response's last byte was given to the kernel; 0 if it never was
     */
    public record Row(
            long request,
            int connection,
            int index,
            String method,
            long idleNanos,
            long executedAtNanos,
            long answeredAtNanos) {}

    /** Number of rows. */
    public int size() {
        return to - from;
    }

    /** Whether every request of this snapshot has a row. */
    public boolean isComplete() {
        return unrecorded == 0;
    }

    /** Requests beyond the detail limit, counted in every total and per connection but without a row. */
    public long unrecorded() {
        return unrecorded;
    }

    /** Number of the request in its run; {@link #FOREIGN} if it had no id of this run. */
    public long request(int row) {
        return page(row).request[at(row)];
    }

    /** Number of the connection, from 1. */
    public int connection(int row) {
        return page(row).connection[at(row)];
    }

    /** Index on the connection, from 0. */
    public int index(int row) {
        return page(row).index[at(row)];
    }

    /** From the end of the connection's exchange before to this request's first byte; 0 for the first. */
    public long idleNanos(int row) {
        return page(row).idleNanos[at(row)];
    }

    /** When the request's last byte was read; 0 if it never was. */
    public long executedAtNanos(int row) {
        return page(row).executedAtNanos[at(row)];
    }

    /** When the response's last byte was given to the kernel; 0 if it never was. */
    public long answeredAtNanos(int row) {
        return page(row).answeredAtNanos[at(row)];
    }

    /** Whether it is an exchange, that is, was answered. */
    public boolean isAnswered(int row) {
        return answeredAtNanos(row) != 0;
    }

    /** Whether the request was read whole. */
    public boolean isExecuted(int row) {
        return executedAtNanos(row) != 0;
    }

    /** The method. */
    public String method(int row) {
        return Method.name(page(row).method[at(row)]);
    }

    /** A row as a value. */
    public Row row(int row) {
        return new Row(
                request(row),
                connection(row),
                index(row),
                method(row),
                idleNanos(row),
                executedAtNanos(row),
                answeredAtNanos(row));
    }

    /** The first row of a connection's exchange of that index; empty if there is none. Looks at every row. */
    public Optional<Row> find(int connection, int index) {
        for (int i = 0; i < size(); i++) {
            if (connection(i) == connection && index(i) == index) {
                return Optional.of(row(i));
            }
        }
        return Optional.empty();
    }

    /** The rows since an earlier snapshot of the same ledger; a row that was begun before it belongs to the earlier one. */
    ExchangeDetail minus(ExchangeDetail earlier) {
        return new ExchangeDetail(pages, earlier.to, to, unrecorded - earlier.unrecorded);
    }

    private ExchangePage page(int row) {
        return pages.get((Objects.checkIndex(row, size()) + from) >> ExchangePage.SHIFT);
    }

    private int at(int row) {
        return (row + from) & ExchangePage.MASK;
    }
}
