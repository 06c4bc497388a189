package keepalivelab.backend;

import java.util.Arrays;

/** Attempts and executions by request number. Confined to the loop. */
final class RequestLedger {
    /** Numbers from here on are not taken as this run's: four bytes each would no longer be a bounded memory. */
    static final int MOST_IDS = 50_000_000;

    private short[] attempts;
    private short[] executions;

    RequestLedger(int expected) {
        attempts = new short[expected];
        executions = new short[expected];
    }

    void attempted(int n) {
        if (n >= attempts.length) {
            grow(n);
        }
        count(attempts, n);
    }

    void executed(int n) {
        count(executions, n);
    }

    RequestCounts snapshot() {
        return new RequestCounts(attempts.clone(), executions.clone());
    }

    private static void count(short[] counts, int n) {
        if (counts[n] < Short.MAX_VALUE) {
            counts[n]++;
        }
    }

    private void grow(int n) {
        int size = (int) Math.min(MOST_IDS, Math.max(1024L, Math.max(n + 1L, attempts.length * 2L)));
        attempts = Arrays.copyOf(attempts, size);
        executions = Arrays.copyOf(executions, size);
    }
}
