package keepalivelab.backend;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What the backend does per exchange to count it: attempt, execution, answer. In this package because the ledger is
 * written by the backend alone.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 3, jvmArgsAppend = "-Xmx1g")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class LedgerBenchmark {
    /** The backend's own limit of rows. */
    private static final int ROWS = 1_000_000;

    private static final int CONNECTION = 17;

    private final Request request = new Request();
    private Ledger ledger = ledger(ROWS);
    private Ledger totals = ledger(0);
    private int number;

    /** With a row of detail per exchange, its share of the pages' allocation included. */
    @Benchmark
    public int exchangeWithRow() {
        if (++number == ROWS) {
            number = 0;
            ledger = ledger(ROWS);
        }
        return exchange(ledger);
    }

    /** Beyond the limit of rows: totals and the counts per request id only. */
    @Benchmark
    public int exchangeWithoutRow() {
        if (++number == ROWS) {
            number = 0;
            totals = ledger(0);
        }
        return exchange(totals);
    }

    private int exchange(Ledger to) {
        request.own = true;
        request.number = number;
        int row = to.attempted(CONNECTION, number, request, 0);
        to.executed(request, row, number);
        to.answered(request, row, number, number + 1L);
        return row;
    }

    private static Ledger ledger(int rows) {
        return new Ledger(CountingBackend.builder()
                .runToken("bench")
                .expectedRequests(ROWS)
                .exchangeDetailLimit(rows));
    }
}
