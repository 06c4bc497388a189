package keepalivelab.backend;

/** Rows of the exchange detail as columns of primitives: 41 bytes a row. Confined to the loop until sealed or copied. */
final class ExchangePage {
    static final int SHIFT = 12;
    static final int ROWS = 1 << SHIFT;
    static final int MASK = ROWS - 1;

    final int[] request;
    final int[] connection;
    final int[] index;
    final byte[] method;
    final long[] idleNanos;
    final long[] executedAtNanos;
    final long[] answeredAtNanos;
    private int begun;
    private int ended;

    ExchangePage() {
        request = new int[ROWS];
        connection = new int[ROWS];
        index = new int[ROWS];
        method = new byte[ROWS];
        idleNanos = new long[ROWS];
        executedAtNanos = new long[ROWS];
        answeredAtNanos = new long[ROWS];
    }

    private ExchangePage(ExchangePage other) {
        request = other.request.clone();
        connection = other.connection.clone();
        index = other.index.clone();
        method = other.method.clone();
        idleNanos = other.idleNanos.clone();
        executedAtNanos = other.executedAtNanos.clone();
        answeredAtNanos = other.answeredAtNanos.clone();
    }

    void begin() {
        begun++;
    }

    void end() {
        ended++;
    }

    /** This page if nothing in it can change any more, else a copy. */
    ExchangePage frozen() {
        return begun == ROWS && ended == ROWS ? this : new ExchangePage(this);
    }
}
