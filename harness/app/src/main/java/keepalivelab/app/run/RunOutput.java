package keepalivelab.app.run;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import keepalivelab.api.DurationText;
import keepalivelab.api.EnvironmentException;
import keepalivelab.api.Ticker;
import keepalivelab.app.terminal.LiveCounts;
import keepalivelab.app.terminal.Tables;
import keepalivelab.app.terminal.Terminal;
import keepalivelab.report.CellResult;
import keepalivelab.report.ComparisonTables;
import keepalivelab.report.ExitStatus;
import keepalivelab.report.GateTable;
import keepalivelab.report.ResultJson;
import keepalivelab.report.RunResult;
import keepalivelab.report.StoredRun;
import keepalivelab.report.TableLayout;
import keepalivelab.report.Verdict;
import keepalivelab.report.export.JobSummary;
import keepalivelab.report.page.ReportFile;
import keepalivelab.report.page.ReportedRun;

/**
 * What a run says while it goes and when it has ended: data on stdout, everything else on stderr, progress only where a
 * person watches. Thread-safe.
 */
public final class RunOutput {
    /** How much is said. */
    public enum Loudness {
        NORMAL,
        VERBOSE,
        QUIET,
        /** Stdout carries exactly the result document. */
        JSON,
        JSON_QUIET;

        boolean json() {
            return this == JSON || this == JSON_QUIET;
        }

        boolean quiet() {
            return this == QUIET || this == JSON_QUIET;
        }
    }

    /** What is shown of a run while it goes, on the terminal of a person who watches. */
    public enum Detail {
        NONE,
        /** One line. */
        LINE,
        /** The live view. */
        LIVE
    }

    /**
     * Where a run is looked at, and how closely.
     *
     * @param terminal where it speaks
     * @param detail what is shown there while it goes
     */
    public record Watching(Terminal terminal, Detail detail) {}

    private final PrintWriter out;
    private final PrintWriter err;
    private final Loudness loudness;
    private final Watching watching;
    private final RunProgress progress;
    private TableLayout layout = TableLayout.standard();
    private Path directory = Path.of("");

    /** As the other, with one line of progress where a person watches. */
    public RunOutput(PrintWriter out, PrintWriter err, Loudness loudness) {
        this(out, err, loudness, new Watching(Terminal.of(out, err, Terminal.Wish.NONE), Detail.LINE));
    }

    /** @param watching of it nothing happens where only errors are wanted */
    public RunOutput(PrintWriter out, PrintWriter err, Loudness loudness, Watching watching) {
        this.out = out;
        this.err = err;
        this.loudness = loudness;
        this.watching = watching;
        Detail detail = loudness.quiet() ? Detail.NONE : watching.detail();
        this.progress = new RunProgress(err, watching.terminal(), detail, Ticker.SYSTEM);
    }

    /** Says what a run would do. */
    public void plan(RunOrder order) {
        out.print(DryRun.text(order));
        out.flush();
    }

    /** The run begins. */
    synchronized void started(Path runDirectory, TableLayout tableLayout, long seed) {
        this.directory = runDirectory;
        this.layout = tableLayout;
        verbose("seed " + seed + ", results in " + runDirectory);
        sayWhyNotLive();
    }

    private void sayWhyNotLive() {
        if (watching.detail() == Detail.LIVE && !progress.watched()) {
            remark("run-scenario: --live is not shown: "
                    + (watching.terminal().is(Terminal.Trait.CI)
                            ? "this is a job of CI"
                            : "stderr is no terminal that can be written over"));
        }
    }

    /** One line about where a long work is. */
    public synchronized void remark(String line) {
        if (!loudness.quiet()) {
            progress.clear();
            err.println(line);
            err.flush();
        }
    }

    /** A comparison begins. */
    synchronized void comparing(Path runDirectory, long seed) {
        this.directory = runDirectory;
        verbose("seed " + seed + ", results in " + runDirectory);
        sayWhyNotLive();
    }

    /**
     * One more round of a comparison begins.
     *
     * @param later the cells that are still to come, one for each time
     */
    synchronized void round(RunProgress.Part part, List<String> later) {
        progress.begins(part, later);
        if (!progress.watched()) {
            verbose(part.place() + " " + part.name());
        }
    }

    /** A comparison was cut short: says what is left of it and how to go on. */
    public synchronized void interruptedComparison(RunResult result) {
        complain("interrupted: " + result.rounds().size()
                + " rounds are finished; go on with 'run-scenario ab --resume " + shown(directory) + "'");
    }

    /** One more turn begins. */
    synchronized void turn(RunOrder.Turn turn, List<RunOrder.Turn> turns) {
        List<String> later =
                turns.stream().skip(turn.number() + 1L).map(t -> t.cell().id()).toList();
        progress.begins(RunProgress.Part.of(turn, turns.size()), later);
    }

    /**
     * How far a turn is, or a side of a round; from any thread, a few times a second.
     *
     * @param arm the side's place in a comparison; 0 for a turn
     */
    synchronized void progress(int arm, LiveCounts counts, Duration elapsed) {
        progress.loaded(arm, counts, elapsed);
    }

    /** How far a turn that repeats is. */
    synchronized void repetition(int done, int of, Duration elapsed) {
        progress.repeated(done, of, elapsed);
    }

    /** A turn has ended. */
    synchronized void turned(CellResult cell) {
        progress.ends();
        if (cell.verdict() == Verdict.VOID) {
            complain(cell.arm().label() + " " + cell.id() + ": void: " + String.join("; ", cell.reasons()));
        } else {
            verbose(cell.arm().label() + " " + cell.id() + ": " + cell.verdict().key());
        }
    }

    /** No turn or round is under way any more, whether it has ended or was cut short. */
    synchronized void unwatched() {
        progress.ends();
        progress.clear();
    }

    /** Restores the terminal, from a thread that ends the process; nothing is shown in place any more. */
    void restore() {
        progress.close();
    }

    /** Lines of a proxy that failed, so that nobody has to look for its log. */
    synchronized void proxyLines(String label, List<String> lines) {
        lines.forEach(line -> complain(label + "| " + line));
    }

    /** The run was cut short: says what is left of it. */
    public synchronized void interrupted(RunResult result, int of) {
        complain("interrupted: " + result.cells().size() + " of " + of + " cells are finished; results: "
                + shown(directory));
    }

    /** The run has ended: prints its table or document, and where everything is. */
    public synchronized ExitStatus finish(RunResult result, ExitStatus.Strictness strictness) {
        ExitStatus status = result.exitStatus(strictness);
        progress.clear();
        if (loudness.json()) {
            out.print(ResultJson.write(result));
        } else if (result.comparison() != null) {
            Tables tables = tables();
            tables.print(ComparisonTables.gates(result));
            out.println();
            out.println("verdict: " + tables.verdict(ComparisonTables.word(result.verdict())) + " (exit "
                    + status.code() + "), seed " + result.seed());
        } else {
            printTables(result);
        }
        out.flush();
        summarize(result);
        if (!loudness.quiet()) {
            err.println("results: " + shown(directory));
            err.flush();
        }
        return status;
    }

    private void printTables(RunResult result) {
        Tables tables = tables();
        tables.print(layout.model(result));
        layout.seriesTables(result).forEach(series -> {
            out.println();
            tables.print(series);
        });
        GateTable.of(result).ifPresent(gate -> {
            out.println();
            tables.print(gate);
        });
        out.println();
        String word = result.verdict().key();
        out.println("verdict: " + result.verdictLine().replaceFirst(Pattern.quote(word), tables.verdict(word)));
    }

    private Tables tables() {
        String elsewhere = "all columns: 'run-scenario table " + shown(directory) + "' or table.md there";
        return new Tables(out, watching.terminal(), elsewhere);
    }

    /** A page that cannot be written is no reason to lose the verdict. */
    private void summarize(RunResult result) {
        String page = System.getenv().getOrDefault(JobSummary.VARIABLE, "");
        if (!page.isBlank()) {
            try {
                JobSummary.append(Path.of(page), result, layout);
            } catch (EnvironmentException e) {
                complain(e.getMessage());
            }
        }
    }

    /** What else is to say, one line each; not where only errors are wanted. */
    public synchronized void remarks(List<String> lines) {
        if (!loudness.quiet()) {
            lines.forEach(err::println);
            err.flush();
        }
    }

    /**
     * Writes the page about the run into its folder and says where it is. What goes wrong with it is said and changes nothing
     * about the run.
     *
     * @param question that the scenario answers
     */
    public synchronized void report(String question) {
        try {
            ReportedRun run = new ReportedRun(StoredRun.read(directory), question, layout, List.of());
            Path page = ReportFile.write(directory.resolve(ReportFile.NAME), List.of(run));
            if (!loudness.quiet()) {
                err.println("report: " + shown(page));
                err.flush();
            }
        } catch (RuntimeException e) {
            complain("no report: " + e.getMessage());
        }
    }

    /** A duration for people. */
    static String time(Duration duration) {
        long seconds = Math.round(duration.toNanos() / 1e9);
        return seconds == 0 ? DurationText.format(duration) : seconds + "s";
    }

    private void verbose(String line) {
        if (loudness == Loudness.VERBOSE) {
            progress.clear();
            err.println(line);
            err.flush();
        }
    }

    private void complain(String line) {
        progress.clear();
        err.println("run-scenario: " + line);
        err.flush();
    }

    /** Relative to where the user is, if it is below; absolute otherwise. */
    private static Path shown(Path path) {
        Path here = Path.of("").toAbsolutePath();
        return path.startsWith(here) ? here.relativize(path) : path;
    }
}
