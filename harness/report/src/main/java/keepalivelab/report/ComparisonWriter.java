package keepalivelab.report;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Writes a comparison while it is made: after each round {@code result.json} holds all rounds so far, marked partial.
 * Thread-safe.
 */
public final class ComparisonWriter {
    private final ResultDirectory directory;
    private RunResult result;

    private ComparisonWriter(ResultDirectory directory, RunResult result) {
        this.directory = directory;
        this.result = result;
    }

    /**
     * A comparison that begins.
     *
     * @param started with its comparison and without rounds
     */
    public static ComparisonWriter begin(ResultDirectory directory, RunResult started) {
        Objects.requireNonNull(started.comparison(), "comparison");
        directory.write(started);
        return new ComparisonWriter(directory, started);
    }

    /** A comparison that goes on. */
    public static ComparisonWriter resume(ResultDirectory directory, RunResult partial) {
        Objects.requireNonNull(partial.comparison(), "comparison");
        return new ComparisonWriter(directory, partial);
    }

    /** Where it is written. */
    public ResultDirectory directory() {
        return directory;
    }

    /** The rounds so far. */
    public synchronized RunResult soFar() {
        return result;
    }

    /** Adds a finished round. */
    public synchronized void add(Round round) {
        List<Round> rounds = new ArrayList<>(result.rounds());
        rounds.add(round);
        result = result.withRounds(comparison(), rounds);
        directory.write(result);
        directory.write("windows.csv", CsvTable.render(ComparisonTables.windows(result)));
    }

    /**
     * Ends the comparison: writes {@code table.md}, {@code table.csv} and {@code windows.csv}, and then the result, no longer
     * partial.
     *
     * @return the result as written
     */
    public synchronized RunResult finish(List<Gate> gates, Instant at) {
        result = result.withGates(gates).finished(at);
        TableModel table = ComparisonTables.gates(result);
        directory.write("table.md", MarkdownTable.render(table));
        directory.write("table.csv", CsvTable.render(table));
        directory.write("windows.csv", CsvTable.render(ComparisonTables.windows(result)));
        directory.write(result);
        return result;
    }

    private Comparison comparison() {
        return Objects.requireNonNull(result.comparison());
    }
}
