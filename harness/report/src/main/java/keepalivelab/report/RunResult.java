package keepalivelab.report;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Everything one run found out: the content of {@code result.json}. Component names are the names in that file; they may
 * be added to and never change their meaning. Moments are UTC, times of requests in microseconds, ratios 0 to 1.
 *
 * @param schemaVersion version of the file's form, {@code major.minor}; {@link #SCHEMA_VERSION} for what this class writes
 * @param tool what made the result
 * @param seed of everything random in the run
 * @param startedAt when the run started
 * @param finishedAt when it ended; null while it is {@code partial}
 * @param partial whether cells are still missing: the run goes on, or was killed
 * @param verdict of all cells so far, by {@link ExitStatus#verdictOf}
 * @param exitStatus the number that the process exits with because of this run; null while it is {@code partial}
 * @param scenario what was run
 * @param environment where it was run
 * @param cells finished cells in the order they ran
 */
public record RunResult(
        String schemaVersion,
        Tool tool,
        long seed,
        Instant startedAt,
        @Nullable Instant finishedAt,
        boolean partial,
        Verdict verdict,
        @Nullable Integer exitStatus,
        Scenario scenario,
        Environment environment,
        List<CellResult> cells) {
    /** The form that this class writes. */
    public static final String SCHEMA_VERSION = "1.0";

    public RunResult {
        Objects.requireNonNull(schemaVersion, "schemaVersion");
        Objects.requireNonNull(tool, "tool");
        Objects.requireNonNull(startedAt, "startedAt");
        Objects.requireNonNull(verdict, "verdict");
        Objects.requireNonNull(scenario, "scenario");
        Objects.requireNonNull(environment, "environment");
        cells = List.copyOf(cells);
    }

    /** A run that has just started: no cell yet, partial. */
    public static RunResult started(
            Tool tool, long seed, Instant startedAt, Scenario scenario, Environment environment) {
        return new RunResult(
                SCHEMA_VERSION,
                tool,
                seed,
                startedAt,
                null,
                true,
                ExitStatus.verdictOf(List.of()),
                null,
                scenario,
                environment,
                List.of());
    }

    /** This run with other cells and the verdict over them; still partial. */
    public RunResult withCells(List<CellResult> newCells) {
        Verdict folded =
                ExitStatus.verdictOf(newCells.stream().map(CellResult::verdict).toList());
        return new RunResult(
                schemaVersion, tool, seed, startedAt, null, true, folded, null, scenario, environment, newCells);
    }

    /** This run, complete; inconclusive cells do not change its exit status. */
    public RunResult finished(Instant at) {
        return finished(at, ExitStatus.Strictness.LENIENT);
    }

    /** This run, complete. */
    public RunResult finished(Instant at, ExitStatus.Strictness strictness) {
        int status = exitStatus(strictness).code();
        return new RunResult(
                schemaVersion, tool, seed, startedAt, at, false, verdict, status, scenario, environment, cells);
    }

    /** The exit status of this run alone. */
    public ExitStatus exitStatus(ExitStatus.Strictness strictness) {
        return ExitStatus.of(cells.stream().map(CellResult::verdict).toList(), strictness);
    }

    /** Verdict and exit status in one line, the same words in every output: {@code failed (exit 1), seed 7}. */
    public String verdictLine() {
        int status = exitStatus == null ? exitStatus(ExitStatus.Strictness.LENIENT).code() : exitStatus;
        return verdict.key() + " (exit " + status + "), seed " + seed;
    }

    /**
     * What made the result.
     *
     * @param version of this software
     * @param commit of its source; {@code unknown} where it was not built from a repository
     * @param command the words that make it again, seed included
     */
    public record Tool(String version, String commit, List<String> command) {
        public Tool {
            Objects.requireNonNull(version, "version");
            Objects.requireNonNull(commit, "commit");
            command = List.copyOf(command);
        }
    }
}
