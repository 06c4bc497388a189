package keepalivelab.report;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import keepalivelab.report.export.JunitXml;

/**
 * Writes a run's result while it is made: after each finished cell {@code result.json} holds all cells so far, marked
 * partial, so that a killed run leaves them readable. Thread-safe.
 */
public final class ResultWriter {
    private final ResultDirectory directory;
    private final TableLayout layout;
    private final List<CellResult> cells = new ArrayList<>();
    private RunResult result;

    /**
     * @param directory of this run
     * @param started the run without its cells, as {@link RunResult#started} makes it
     * @param layout columns of the tables that people read
     */
    public ResultWriter(ResultDirectory directory, RunResult started, TableLayout layout) {
        this.directory = directory;
        this.result = started;
        this.layout = layout;
    }

    /** Writes {@code result.json} without cells: from now on a killed run can be read. */
    public synchronized void begin() {
        directory.write(result);
    }

    /** Adds a finished cell and rewrites {@code result.json}. */
    public synchronized void add(CellResult cell) {
        cells.add(cell);
        result = result.withCells(cells);
        directory.write(result);
    }

    /**
     * Ends the run with cells that were judged once more over all of them.
     *
     * @param judged in place of the cells so far
     * @param strictness what an inconclusive verdict means for the exit status
     * @return the result as written
     */
    public synchronized RunResult finish(List<CellResult> judged, Instant at, ExitStatus.Strictness strictness) {
        cells.clear();
        cells.addAll(judged);
        result = result.withCells(cells);
        return finish(at, strictness);
    }

    /** Ends the run; inconclusive cells do not change its exit status. */
    public synchronized RunResult finish(Instant at) {
        return finish(at, ExitStatus.Strictness.LENIENT);
    }

    /**
     * Ends the run: writes {@code result.json}, no longer partial, with {@code table.csv}, {@code table.md} and {@code junit.xml}.
     *
     * @return the result as written
     */
    private RunResult finish(Instant at, ExitStatus.Strictness strictness) {
        result = result.finished(at, strictness);
        directory.write("table.csv", CsvTable.render(TableLayout.everything().model(result)));
        directory.write("table.md", markdown());
        directory.write("junit.xml", JunitXml.text(result));
        // Last, so that a result that says it is complete has its tables.
        directory.write(result);
        return result;
    }

    private String markdown() {
        StringBuilder text = new StringBuilder(MarkdownTable.render(layout.model(result)));
        layout.seriesTables(result).forEach(series -> text.append('\n').append(MarkdownTable.render(series)));
        GateTable.of(result).ifPresent(gate -> text.append('\n').append(MarkdownTable.render(gate)));
        return text.toString();
    }

    /** Adds findings about where the run takes place; they are written with what comes next. */
    public synchronized void addDetails(Map<String, String> details) {
        result = result.with(details);
    }

    /** The cells so far. */
    public synchronized RunResult soFar() {
        return result;
    }
}
