package keepalivelab.app.gate;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import keepalivelab.app.scenario.CellPlan;
import keepalivelab.report.baseline.Baseline;
import keepalivelab.report.baseline.BaselineCell;

/**
 * Which cell of a baseline a cell is held against: the one with the same values. Where an arm sets a number that is an axis
 * of the matrix, the nearest value that is not below it.
 */
final class NearestCell {
    private NearestCell() {}

    /** Empty where the baseline has no such cell. */
    static Optional<BaselineCell> of(Baseline baseline, CellPlan cell) {
        Map<String, Object> wanted = new LinkedHashMap<>(cell.axes());
        for (String axis : cell.overridden().keySet()) {
            atLeast(baseline.cells(), axis, Objects.requireNonNull(cell.axes().get(axis)))
                    .ifPresent(value -> wanted.put(axis, value));
        }
        return baseline.cell(wanted);
    }

    private static Optional<Object> atLeast(List<BaselineCell> cells, String axis, Object own) {
        return cells.stream()
                .map(cell -> cell.axes().get(axis))
                .filter(value -> value instanceof Number && own instanceof Number)
                .filter(value -> ((Number) value).doubleValue() >= ((Number) own).doubleValue())
                .min(Comparator.comparingDouble(value -> ((Number) value).doubleValue()));
    }
}
