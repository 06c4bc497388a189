package keepalivelab.app.scenario;

import java.util.Optional;
import java.util.Set;
import keepalivelab.api.Knob;

/**
 * One line of {@code expect}.
 *
 * @param kind how much it weighs
 * @param condition what must hold; for {@link Kind#RECORD} any value
 * @param when where it applies; empty for every cell
 * @param says the same for people
 * @param needs knobs without which it is not judged
 */
public record Rule(Kind kind, Expression condition, Optional<Expression> when, String says, Set<Knob> needs) {
    public Rule {
        needs = Set.copyOf(needs);
    }
}
