package keepalivelab.app.scenario;

/**
 * What became of one rule in one cell.
 *
 * @param rule which
 * @param status what came out
 * @param detail the values that the rule looked at, or why it was not judged; empty for nothing to say
 */
public record Judgement(Rule rule, Status status, String detail) {
    /** Ways a rule can end. */
    public enum Status {
        /** It is so. */
        HELD,
        /** It is not so. */
        FAILED,
        /** Its {@code when} leaves this cell out. */
        NOT_HERE,
        /** The driver cannot do a knob that it needs. */
        UNSUPPORTED,
        /** Kept, not judged: {@link Kind#RECORD}. */
        RECORDED,
        /** The expression ended in an error, e.g. a member that this result has not: the harness is wrong, or the rule. */
        BROKEN
    }

    /** Whether the cell has failed by this. */
    public boolean fails() {
        return status == Status.FAILED && rule.kind().fails();
    }
}
