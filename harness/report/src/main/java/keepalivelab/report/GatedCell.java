package keepalivelab.report;

import java.util.Map;
import java.util.Objects;

/**
 * A cell that a comparison judges.
 *
 * @param id unique in the comparison
 * @param axes axis → value of the matrix
 * @param exact whether its counts follow from its knobs: then any difference counts, not only one above a margin
 */
public record GatedCell(String id, Map<String, Object> axes, boolean exact) {
    public GatedCell {
        Objects.requireNonNull(id, "id");
        axes = Frozen.scalars(axes);
    }
}
