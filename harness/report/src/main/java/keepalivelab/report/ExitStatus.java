package keepalivelab.report;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The process's exit statuses, and the one rule that folds verdicts to them.
 *
 * <p>Where several apply, the earlier of 70, 5, 1, 3, 0 wins. {@link Verdict#UNSUPPORTED} and {@link Verdict#SKIPPED} cells
 * never change the status of a run that measured anything; a run that measured nothing at all exits with 77.
 */
public enum ExitStatus {
    /** Everything held. */
    HELD(0, "everything held; an inconclusive verdict is reported and passes"),
    /** An expectation or a gate failed. */
    FAILED(1, "an expectation, a count or a gate failed"),
    /** Wrong usage or wrong input; nothing was started. */
    USAGE(2, "wrong usage or wrong input; nothing was started"),
    /** Inconclusive, and the user asked to be strict about that. */
    INCONCLUSIVE(3, "inconclusive, with `--strict`"),
    /** The machine lacks something the run needs. */
    ENVIRONMENT(4, "the machine lacks something: a proxy, a port, descriptors"),
    /** The run is void, or a proxy is broken. */
    VOID(5, "the run is void, or a proxy is broken: its numbers cannot be trusted"),
    /** A defect of ours. */
    INTERNAL(70, "a defect of this tool; `-vv` shows where"),
    /** Every cell was skipped or is unsupported. */
    NOTHING_RAN(77, "nothing could run: every cell was skipped or is unsupported");

    /** What an inconclusive cell means for the status. */
    public enum Strictness {
        /** Inconclusive is reported and exits with 0. */
        LENIENT,
        /** Inconclusive exits with 3. */
        STRICT
    }

    private static final List<Verdict> WORST_FIRST = List.of(
            Verdict.VOID, Verdict.FAILED, Verdict.INCONCLUSIVE, Verdict.HELD, Verdict.SKIPPED, Verdict.UNSUPPORTED);

    private static final List<ExitStatus> PRECEDENCE =
            List.of(INTERNAL, VOID, ENVIRONMENT, USAGE, FAILED, INCONCLUSIVE, HELD, NOTHING_RAN);

    private final int code;
    private final String meaning;

    ExitStatus(int code, String meaning) {
        this.code = code;
        this.meaning = meaning;
    }

    /** One line for the reference page, in Markdown. */
    public String meaning() {
        return meaning;
    }

    /** Those that may win over others, the one that wins first. */
    public static List<ExitStatus> precedence() {
        return PRECEDENCE;
    }

    /** The number the process exits with. */
    public int code() {
        return code;
    }

    /**
     * The verdict of a run over its cells.
     *
     * @param cells verdicts of the cells, in any order
     * @return the worst that was measured; for none at all {@link Verdict#SKIPPED}
     */
    public static Verdict verdictOf(Collection<Verdict> cells) {
        return WORST_FIRST.stream().filter(cells::contains).findFirst().orElse(Verdict.SKIPPED);
    }

    /** The status of a run over its cells. */
    public static ExitStatus of(Collection<Verdict> cells, Strictness strictness) {
        return switch (verdictOf(cells)) {
            case VOID -> VOID;
            case FAILED -> FAILED;
            case INCONCLUSIVE -> strictness == Strictness.STRICT ? INCONCLUSIVE : HELD;
            case HELD -> HELD;
            case SKIPPED, UNSUPPORTED -> NOTHING_RAN;
        };
    }

    /**
     * The status of several runs together, e.g. of a whole catalogue.
     *
     * @return the first in precedence; {@link #NOTHING_RAN} only where each of them is (also for none)
     */
    public static ExitStatus worst(Collection<ExitStatus> statuses) {
        return PRECEDENCE.stream().filter(statuses::contains).findFirst().orElse(NOTHING_RAN);
    }

    /** The status of that number, where there is one. */
    public static Optional<ExitStatus> ofCode(int code) {
        return Arrays.stream(values()).filter(s -> s.code == code).findFirst();
    }
}
