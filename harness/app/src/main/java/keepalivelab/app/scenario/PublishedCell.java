package keepalivelab.app.scenario;

import java.util.Map;
import java.util.Optional;

/**
 * The published figures of one or several cells.
 *
 * @param when axis → value that a cell must have; an axis that is not named may have any
 * @param arm for which arms it counts; empty for all
 * @param figures name → number or text, in the order of the file
 * @param source who and where
 */
public record PublishedCell(
        Map<String, Object> when, Optional<Expression> arm, Map<String, Object> figures, String source) {
    public PublishedCell {
        when = Ordered.copyOf(when);
        figures = Ordered.copyOf(figures);
    }

    /** Whether a cell with these values is meant. */
    public boolean matches(Map<String, Object> axes) {
        return when.entrySet().stream().allMatch(e -> e.getValue().equals(axes.get(e.getKey())));
    }
}
