package keepalivelab.backend;

import keepalivelab.backend.CloseKind.Closer;

/** The running counts of one connection, until they become its {@link ConnectionRecord}. Confined to the loop. */
final class ConnectionAccount {
    private final int id;
    private final long acceptedAtNanos;
    private int peerPort;
    private long exchanges;
    private long broken;
    private long attempts;
    private long unreadBytes;
    private long unreadRequests;
    private long gapCount;
    private long gapMin = Long.MAX_VALUE;
    private long gapMax;
    private long gapSum;
    private CloseKind closeKind = CloseKind.OPEN;
    private long closedAtNanos;
    private long timerDueNanos;

    ConnectionAccount(int id, long acceptedAtNanos) {
        this.id = id;
        this.acceptedAtNanos = acceptedAtNanos;
    }

    int id() {
        return id;
    }

    long acceptedAtNanos() {
        return acceptedAtNanos;
    }

    void peerPort(int port) {
        peerPort = port;
    }

    /** A request's head was read. Returns the idle gap before it, from the end of the exchange before; 0 for the first. */
    long attempted(long firstByteAtNanos, long idleSinceNanos) {
        attempts++;
        if (exchanges == 0) {
            return 0;
        }
        long gap = Math.max(0, firstByteAtNanos - idleSinceNanos);
        gapCount++;
        gapMin = Math.min(gapMin, gap);
        gapMax = Math.max(gapMax, gap);
        gapSum += gap;
        return gap;
    }

    void exchanged() {
        exchanges++;
    }

    void broke() {
        broken++;
    }

    /** Bytes that had arrived and will not be worked off. */
    void unread(int bytes) {
        unreadBytes += bytes;
    }

    /** What was not worked off is, or begins with, a request. */
    void unreadRequest() {
        unreadRequests = 1;
    }

    void timerDue(long dueNanos) {
        timerDueNanos = dueNanos;
    }

    /** One side closes. Returns whether it is the first to do so. */
    boolean closed(CloseKind kind, long atNanos) {
        boolean first = closeKind.closer() == Closer.OPEN;
        if (first) {
            closeKind = kind;
            closedAtNanos = atNanos;
        }
        return first;
    }

    ConnectionRecord record() {
        ConnectionRecord.IdleGaps gaps = gapCount == 0
                ? ConnectionRecord.IdleGaps.NONE
                : new ConnectionRecord.IdleGaps(gapCount, gapMin, gapMax, gapSum);
        return new ConnectionRecord(
                id,
                peerPort,
                acceptedAtNanos,
                exchanges,
                broken,
                attempts,
                unreadRequests,
                gaps,
                closeKind,
                closedAtNanos,
                unreadBytes,
                timerDueNanos);
    }
}
