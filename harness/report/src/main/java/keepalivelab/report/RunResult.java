package keepalivelab.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
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
 * @param verdict of all cells and gates so far, by {@link ExitStatus#verdictOf}
 * @param exitStatus the number that the process exits with because of this run; null while it is {@code partial}
 * @param scenario what was run
 * @param environment where it was run
 * @param cells finished cells in the order they ran
 * @param comparison how two arms were compared; null for a run that compares none
 * @param rounds of the comparison, finished ones in the order they ran; empty, and absent in JSON, without one
 * @param gates what the comparison came to; empty, and absent in JSON, without one or while it is partial
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
        List<CellResult> cells,
        @Nullable Comparison comparison,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Round> rounds,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Gate> gates) {
    /** The form that this class writes. */
    public static final String SCHEMA_VERSION = "1.1";

    public RunResult {
        Objects.requireNonNull(schemaVersion, "schemaVersion");
        Objects.requireNonNull(tool, "tool");
        Objects.requireNonNull(startedAt, "startedAt");
        Objects.requireNonNull(verdict, "verdict");
        Objects.requireNonNull(scenario, "scenario");
        Objects.requireNonNull(environment, "environment");
        cells = List.copyOf(cells);
        rounds = List.copyOf(rounds);
        gates = List.copyOf(gates);
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
                List.of(),
                null,
                List.of(),
                List.of());
    }

    /** This run with other cells and the verdict over them; still partial. */
    public RunResult withCells(List<CellResult> newCells) {
        return partial(newCells, comparison, rounds, gates);
    }

    /** This run as a comparison with the rounds so far; still partial. */
    public RunResult withRounds(Comparison how, List<Round> newRounds) {
        return partial(cells, how, newRounds, gates);
    }

    /** This run with what its comparison came to, and the verdict over it; still partial. */
    public RunResult withGates(List<Gate> newGates) {
        return partial(cells, comparison, rounds, newGates);
    }

    private RunResult partial(
            List<CellResult> newCells, @Nullable Comparison how, List<Round> newRounds, List<Gate> newGates) {
        return new RunResult(
                schemaVersion,
                tool,
                seed,
                startedAt,
                null,
                true,
                ExitStatus.verdictOf(verdicts(newCells, newGates)),
                null,
                scenario,
                environment,
                newCells,
                how,
                newRounds,
                newGates);
    }

    /** This run, complete; inconclusive cells do not change its exit status. */
    public RunResult finished(Instant at) {
        return finished(at, ExitStatus.Strictness.LENIENT);
    }

    /** This run, complete. */
    public RunResult finished(Instant at, ExitStatus.Strictness strictness) {
        return new RunResult(
                schemaVersion,
                tool,
                seed,
                startedAt,
                at,
                false,
                verdict,
                exitStatus(strictness).code(),
                scenario,
                environment,
                cells,
                comparison,
                rounds,
                gates);
    }

    /** The exit status of this run alone. */
    public ExitStatus exitStatus(ExitStatus.Strictness strictness) {
        return ExitStatus.of(verdicts(cells, gates), strictness);
    }

    /** This run with further findings about where it took place. */
    public RunResult with(Map<String, String> details) {
        return new RunResult(
                schemaVersion,
                tool,
                seed,
                startedAt,
                finishedAt,
                partial,
                verdict,
                exitStatus,
                scenario,
                environment.with(details),
                cells,
                comparison,
                rounds,
                gates);
    }

    /** Verdict and exit status in one line, the same words in every output: {@code failed (exit 1), seed 7}. */
    public String verdictLine() {
        int status =
                exitStatus == null ? exitStatus(ExitStatus.Strictness.LENIENT).code() : exitStatus;
        return verdict.key() + " (exit " + status + "), seed " + seed;
    }

    private static List<Verdict> verdicts(List<CellResult> ofCells, List<Gate> ofGates) {
        return Stream.concat(
                        ofCells.stream().map(CellResult::verdict),
                        ofGates.stream().map(Gate::verdict))
                .toList();
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
