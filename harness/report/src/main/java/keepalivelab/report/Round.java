package keepalivelab.report;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One round of a comparison in one cell: fresh processes of both arms, measured side by side.
 *
 * @param index of the round, from 0; each gated cell has one entry per index
 * @param cell id of the cell
 * @param order labels of the arms in the order in which they were started, comma-separated
 * @param arms the base first
 * @param canary the generator straight to the backend: what the machine does without a proxy; null where it was not measured
 */
public record Round(
        int index,
        String cell,
        String order,
        List<RoundArm> arms,
        @Nullable TimedWindow canary) {
    public Round {
        Objects.requireNonNull(cell, "cell");
        Objects.requireNonNull(order, "order");
        if (index < 0) {
            throw new IllegalArgumentException("round " + index + " is below 0");
        }
        arms = List.copyOf(arms);
    }
}
