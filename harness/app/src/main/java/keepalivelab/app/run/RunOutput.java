package keepalivelab.app.run;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import keepalivelab.api.DurationText;
import keepalivelab.api.EnvironmentException;
import keepalivelab.report.CellResult;
import keepalivelab.report.ComparisonTables;
import keepalivelab.report.ExitStatus;
import keepalivelab.report.GateTable;
import keepalivelab.report.ResultJson;
import keepalivelab.report.RunResult;
import keepalivelab.report.StoredRun;
import keepalivelab.report.TableLayout;
import keepalivelab.report.TextTable;
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

    private static final String CLEAR_LINE = "\r\u001b[K";

    private final PrintWriter out;
    private final PrintWriter err;
    private final Loudness loudness;
    private final boolean watched;
    private TableLayout layout = TableLayout.standard();
    private Path directory = Path.of("");
    private boolean turning;

    public RunOutput(PrintWriter out, PrintWriter err, Loudness loudness) {
        this.out = out;
        this.err = err;
        this.loudness = loudness;
        this.watched = !loudness.quiet() && Terminal.watchesErrors();
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
    }

    /** One line about where a long work is. */
    public synchronized void remark(String line) {
        if (!loudness.quiet()) {
            clearProgress();
            err.println(line);
            err.flush();
        }
    }

    /** A comparison begins. */
    synchronized void comparing(Path runDirectory, long seed) {
        this.directory = runDirectory;
        verbose("seed " + seed + ", results in " + runDirectory);
    }

    /** One more round of a comparison begins. */
    synchronized void round(int index, int of, String cell) {
        if (watched) {
            err.print(CLEAR_LINE + "[round " + (index + 1) + "/" + of + "] " + cell);
            err.flush();
        } else {
            verbose("round " + (index + 1) + " of " + of + ": " + cell);
        }
    }

    /** A comparison was cut short: says what is left of it and how to go on. */
    public synchronized void interruptedComparison(RunResult result) {
        complain("interrupted: " + result.rounds().size()
                + " rounds are finished; go on with 'run-scenario ab --resume " + shown(directory) + "'");
    }

    /** The same places, for what shows no progress of its own. */
    RunOutput muted() {
        return new RunOutput(out, err, loudness.json() ? Loudness.JSON_QUIET : Loudness.QUIET);
    }

    /** One more turn begins. */
    synchronized void turn(RunOrder.Turn turn, int of) {
        turning = true;
        if (watched) {
            err.print(CLEAR_LINE + "[" + (turn.number() + 1) + "/" + of + "] "
                    + turn.arm().label() + " " + turn.cell().id());
            err.flush();
        }
    }

    /** How far the turn is; from any thread, a few times a second. */
    synchronized void progress(RunOrder.Turn turn, int of, long sent, Duration elapsed) {
        if (watched && turning) {
            double seconds = Math.max(1e-3, elapsed.toNanos() / 1e9);
            int planned = turn.cell().load().planned();
            err.print(CLEAR_LINE + "[" + (turn.number() + 1) + "/" + of + "] "
                    + turn.arm().label() + " " + turn.cell().id() + ": " + sent + (planned == 0 ? "" : " of " + planned)
                    + " requests, " + Math.round(sent / seconds) + "/s");
            err.flush();
        }
    }

    /** How far a turn that repeats is. */
    void repetition(RunOrder.Turn turn, int turns, int done, int of) {
        if (watched) {
            err.print(CLEAR_LINE + "[" + (turn.number() + 1) + "/" + turns + "] "
                    + turn.arm().label() + " " + turn.cell().id() + ": " + done + " of " + of + " repetitions");
            err.flush();
        }
    }

    /** A turn has ended. */
    synchronized void turned(CellResult cell) {
        turning = false;
        clearProgress();
        if (cell.verdict() == Verdict.VOID) {
            complain(cell.arm().label() + " " + cell.id() + ": void: " + String.join("; ", cell.reasons()));
        } else {
            verbose(cell.arm().label() + " " + cell.id() + ": " + cell.verdict().key());
        }
    }

    /** Lines of a proxy that failed, so that nobody has to look for its log. */
    synchronized void proxyLines(String label, List<String> lines) {
        lines.forEach(line -> complain(label + "| " + line));
    }

    /** The run was cut short: says what is left of it. */
    public synchronized void interrupted(RunResult result, int of) {
        turning = false;
        complain("interrupted: " + result.cells().size() + " of " + of + " cells are finished; results: "
                + shown(directory));
    }

    /** The run has ended: prints its table or document, and where everything is. */
    public synchronized ExitStatus finish(RunResult result, ExitStatus.Strictness strictness) {
        ExitStatus status = result.exitStatus(strictness);
        clearProgress();
        if (loudness.json()) {
            out.print(ResultJson.write(result));
        } else if (result.comparison() != null) {
            out.print(TextTable.render(ComparisonTables.gates(result)));
            out.println();
            out.println("verdict: " + ComparisonTables.word(result.verdict()) + " (exit " + status.code() + "), seed "
                    + result.seed());
        } else {
            out.print(TextTable.render(layout.model(result)));
            layout.seriesTables(result).forEach(series -> {
                out.println();
                out.print(TextTable.render(series));
            });
            GateTable.of(result).ifPresent(gate -> {
                out.println();
                out.print(TextTable.render(gate));
            });
            out.println();
            out.println("verdict: " + result.verdictLine());
        }
        out.flush();
        summarize(result);
        if (!loudness.quiet()) {
            err.println("results: " + shown(directory));
            err.flush();
        }
        return status;
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
            clearProgress();
            err.println(line);
            err.flush();
        }
    }

    private void complain(String line) {
        clearProgress();
        err.println("run-scenario: " + line);
        err.flush();
    }

    private void clearProgress() {
        if (watched) {
            err.print(CLEAR_LINE);
            err.flush();
        }
    }

    /** Relative to where the user is, if it is below; absolute otherwise. */
    private static Path shown(Path path) {
        Path here = Path.of("").toAbsolutePath();
        return path.startsWith(here) ? here.relativize(path) : path;
    }
}
