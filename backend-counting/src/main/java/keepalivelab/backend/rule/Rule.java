package keepalivelab.backend.rule;

/**
 * One rule: which connections and exchanges, at which point, what. It is evaluated when its trigger happens, never
 * earlier. Immutable.
 */
public record Rule(Selector when, Trigger at, Effect effect) {
    public Rule {
        boolean beforeAnswer = at instanceof Trigger.HeadRead || at instanceof Trigger.RequestRead;
        if (effect.shapesAnswer() && !beforeAnswer) {
            throw new IllegalArgumentException(effect + " has no meaning at " + at);
        }
    }

    /** A rule for every connection and exchange. */
    public static Rule always(Trigger at, Effect effect) {
        return new Rule(new Selector.Always(), at, effect);
    }

    /** A rule for the exchange of index {@code k} of every connection. */
    public static Rule onExchange(int k, Trigger at, Effect effect) {
        return new Rule(new Selector.Exchange(k), at, effect);
    }
}
