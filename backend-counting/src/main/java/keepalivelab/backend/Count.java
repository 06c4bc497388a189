package keepalivelab.backend;

/** The ledger's totals. Each has one place where it is counted. */
enum Count {
    ACCEPTS(0),
    UNUSED_ACCEPTS(1),
    EXCHANGES(2),
    REUSED_EXCHANGES(3),
    BROKEN_EXCHANGES(4),
    UNREAD_REQUESTS(5),
    ATTEMPTS(6),
    EXECUTIONS(7),
    FOREIGN_REQUESTS(8),
    FOREIGN_EXCHANGES(9),
    MALFORMED_REQUESTS(10);

    static final int SIZE = values().length;

    /** Its place among the totals. */
    final int place;

    Count(int place) {
        this.place = place;
    }
}
