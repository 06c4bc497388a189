package keepalivelab.backend;

/**
 * How often each request of the run was attempted (its head was read) and executed (it was read whole), by request number.
 * A number is counted up to 32767 times. Immutable.
 */
public final class RequestCounts {
    static final RequestCounts NONE = new RequestCounts(new short[0], new short[0]);

    private final short[] attempts;
    private final short[] executions;

    RequestCounts(short[] attempts, short[] executions) {
        this.attempts = attempts;
        this.executions = executions;
    }

    /** One more than the highest request number that may have been seen. */
    public int size() {
        return attempts.length;
    }

    /** How often the head of request {@code n} was read; 0 for a number never seen. */
    public int attempts(long n) {
        return n >= 0 && n < attempts.length ? attempts[(int) n] : 0;
    }

    /** How often request {@code n} was read whole; 0 for a number never seen. */
    public int executions(long n) {
        return n >= 0 && n < executions.length ? executions[(int) n] : 0;
    }

    /** Requests that were executed more than once. */
    public long duplicates() {
        long duplicates = 0;
        for (short count : executions) {
            if (count > 1) {
                duplicates++;
            }
        }
        return duplicates;
    }

    RequestCounts minus(RequestCounts earlier) {
        short[] attemptsSince = attempts.clone();
        short[] executionsSince = executions.clone();
        for (int n = 0; n < Math.min(attemptsSince.length, earlier.attempts.length); n++) {
            attemptsSince[n] -= earlier.attempts[n];
            executionsSince[n] -= earlier.executions[n];
        }
        return new RequestCounts(attemptsSince, executionsSince);
    }
}
