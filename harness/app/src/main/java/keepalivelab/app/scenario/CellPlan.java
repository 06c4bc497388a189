package keepalivelab.app.scenario;

import java.util.List;
import java.util.Map;
import keepalivelab.api.KnobSettings;
import keepalivelab.load.LoadPlan;

/**
 * One cell of the matrix for one arm: everything that must be known to run it. Immutable.
 *
 * @param id unique within the arm and fit for a file name, e.g. {@code size=2,clients=1}; {@code single} without a matrix
 * @param axes axis → {@code Long}, {@code Double}, {@code Boolean} or {@code String}, in the order of the file
 * @param overridden axes whose value the arm set, with that value as written; empty where the scenario's values hold
 * @param knobs the scenario's, with the arm's on top
 * @param behaviours of the backend, in their text form, e.g. {@code idle-fin(300ms)}
 * @param work what is done
 * @param published the figures that others published for these values; their arm conditions are not judged here
 */
public record CellPlan(
        String id,
        Map<String, Object> axes,
        Map<String, String> overridden,
        KnobSettings knobs,
        List<String> behaviours,
        CellWork work,
        List<PublishedCell> published) {
    public CellPlan {
        axes = Ordered.copyOf(axes);
        overridden = Ordered.copyOf(overridden);
        behaviours = List.copyOf(behaviours);
        published = List.copyOf(published);
    }

    /**
     * What is sent.
     *
     * @throws IllegalStateException for a cell that sends nothing
     */
    public LoadPlan load() {
        if (work instanceof CellWork.Traffic traffic) {
            return traffic.load();
        }
        throw new IllegalStateException("cell " + id + " sends no requests");
    }
}
