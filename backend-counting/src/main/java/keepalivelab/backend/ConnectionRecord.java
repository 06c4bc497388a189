package keepalivelab.backend;

import java.util.OptionalLong;

/**
 * What the ledger keeps of one connection. All instants are nanoseconds on the backend's ticker. Immutable.
 *
 * @param id from 1 in order of accept
 * @param peerPort the peer's TCP port; 0 if unknown
 * @param exchanges responses whose last byte was given to the kernel, foreign ones included
 * @param brokenExchanges requests read whole and not answered; 0 or 1
 * @param attempts requests whose head was read, foreign ones included
 * @param unreadRequests 1 if bytes of a request had arrived between two exchanges and were never read, else 0: what was not
 *     read cannot be counted further. A request that arrives after our close is answered by the kernel and seen by nobody
 * @param idle the gaps between the end of one exchange and the first byte of the next
 * @param close who closed first and how
 * @param closedAtNanos when the first side closed; 0 while open
 * @param unreadBytes bytes that had arrived and were not worked off when the backend closed
 * @param timerDueNanos when the timer that closed it was due; 0 if none did
 */
public record ConnectionRecord(
        int id,
        int peerPort,
        long acceptedAtNanos,
        long exchanges,
        long brokenExchanges,
        long attempts,
        long unreadRequests,
        IdleGaps idle,
        CloseKind close,
        long closedAtNanos,
        long unreadBytes,
        long timerDueNanos) {

    /**
     * Gaps between exchanges of one connection; min and max are 0 where there is none.
     *
     * @param count how many
     * @param minNanos shortest
     * @param maxNanos longest
     * @param sumNanos together
     */
    public record IdleGaps(long count, long minNanos, long maxNanos, long sumNanos) {
        /** No gap. */
        public static final IdleGaps NONE = new IdleGaps(0, 0, 0, 0);
    }

    /** Whether nobody has closed it. */
    public boolean isOpen() {
        return close.closer() == CloseKind.Closer.OPEN;
    }

    /** Whether it was closed and no byte of a request had come: a probe, a pre-connect, a surplus dial. */
    public boolean isUnused() {
        return !isOpen() && attempts == 0 && unreadRequests == 0;
    }

    /** From accept to the first close, or to {@code nowNanos} while open. */
    public long ageNanos(long nowNanos) {
        return (isOpen() ? nowNanos : closedAtNanos) - acceptedAtNanos;
    }

    /** How late the timer was that closed it; empty if none did. */
    public OptionalLong timerErrorNanos() {
        return timerDueNanos == 0 ? OptionalLong.empty() : OptionalLong.of(closedAtNanos - timerDueNanos);
    }

    /** The same connection with the counts since an earlier record of it; min and max gap stay those of its whole life. */
    ConnectionRecord minus(ConnectionRecord earlier) {
        IdleGaps gaps = new IdleGaps(
                idle.count - earlier.idle.count, idle.minNanos, idle.maxNanos, idle.sumNanos - earlier.idle.sumNanos);
        return new ConnectionRecord(
                id,
                peerPort,
                acceptedAtNanos,
                exchanges - earlier.exchanges,
                brokenExchanges - earlier.brokenExchanges,
                attempts - earlier.attempts,
                unreadRequests - earlier.unreadRequests,
                gaps.count == 0 ? IdleGaps.NONE : gaps,
                close,
                closedAtNanos,
                unreadBytes,
                timerDueNanos);
    }
}
