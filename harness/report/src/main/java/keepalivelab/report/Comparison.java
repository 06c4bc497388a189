package keepalivelab.report;

import java.util.List;
import java.util.Objects;

/**
 * How two arms were compared: what {@code ab} and {@code aa} add to a result beside {@link Round rounds} and
 * {@link Gate gates}.
 *
 * @param base the arm that is known
 * @param candidate the arm that is judged
 * @param cells what is judged, in the order of the rounds
 * @param design {@code duet} (both arms at once) or {@code abba} (one after the other, the order drawn)
 * @param plannedRounds rounds per cell; a result with fewer is partial
 * @param windows timed windows per round, cell and arm
 * @param windowSeconds length of one
 * @param warmUpSeconds load at the windows' rate before the first of them
 * @param alpha chance of a false alarm that was allowed for, over all gates of times together, and for each gate of counts
 */
public record Comparison(
        MeasuredArm base,
        MeasuredArm candidate,
        List<GatedCell> cells,
        String design,
        int plannedRounds,
        int windows,
        double windowSeconds,
        double warmUpSeconds,
        double alpha) {
    public Comparison {
        Objects.requireNonNull(base, "base");
        Objects.requireNonNull(candidate, "candidate");
        Objects.requireNonNull(design, "design");
        cells = List.copyOf(cells);
        if (plannedRounds < 1 || windows < 0 || !(windowSeconds >= 0) || !(warmUpSeconds >= 0)) {
            throw new IllegalArgumentException(plannedRounds + " rounds of " + windows + " windows of " + windowSeconds
                    + " s after " + warmUpSeconds + " s cannot be");
        }
        if (!(alpha > 0 && alpha < 1)) {
            throw new IllegalArgumentException("alpha " + alpha + " is not between 0 and 1");
        }
    }

    /** How many gates of times there are: two for each cell. */
    public int timeGates() {
        return windows == 0 ? 0 : 2 * cells.size();
    }
}
