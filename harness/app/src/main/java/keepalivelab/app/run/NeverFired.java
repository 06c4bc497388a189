package keepalivelab.app.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import keepalivelab.report.CellResult;
import keepalivelab.report.Verdict;

/**
 * A behaviour that never fired in any cell of an arm: nothing was tested there, so those cells are void, not green. Judged
 * over the whole arm, because a single cell may be the one that shows how the behaviour is avoided.
 */
final class NeverFired {
    private NeverFired() {}

    /** The cells of a run, those marked void whose behaviour never fired on their arm. */
    static List<CellResult> marked(List<CellResult> cells) {
        Map<String, Map<String, Long>> firedByArm = new HashMap<>();
        for (CellResult cell : cells) {
            Map<String, Long> fired = firedByArm.computeIfAbsent(cell.arm().label(), arm -> new HashMap<>());
            cell.fired().forEach((behaviour, count) -> fired.merge(behaviour, count, Long::sum));
        }
        return cells.stream().map(cell -> marked(cell, firedByArm)).toList();
    }

    private static CellResult marked(CellResult cell, Map<String, Map<String, Long>> firedByArm) {
        Set<String> silent = new HashSet<>(cell.fired().keySet());
        Map<String, Long> fired = firedByArm.getOrDefault(cell.arm().label(), Map.of());
        silent.removeIf(behaviour -> fired.getOrDefault(behaviour, 0L) > 0);
        if (silent.isEmpty()) {
            return cell;
        }
        List<String> reasons = new ArrayList<>(cell.reasons());
        silent.stream().sorted().forEach(b -> reasons.add("the backend's behaviour " + b + " never fired on this arm"));
        return cell.with(Verdict.VOID, reasons);
    }
}
