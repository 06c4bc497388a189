package keepalivelab.backend.rule;

import java.util.List;

/**
 * A named set of rules. Immutable.
 *
 * @param text how it is written and under which its firing is counted, e.g. {@code idle-fin(300ms)}
 * @param rules at least one
 */
public record Behaviour(String text, List<Rule> rules) {
    public Behaviour {
        rules = List.copyOf(rules);
        if (text.isBlank() || rules.isEmpty()) {
            throw new IllegalArgumentException("behaviour '" + text + "' has no text or no rules");
        }
    }
}
