package keepalivelab.app.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import keepalivelab.app.run.RunGate;
import keepalivelab.app.scenario.CellPlan;
import keepalivelab.report.BaselineComparison;
import keepalivelab.report.CellResult;
import keepalivelab.report.ExpectationResult;
import keepalivelab.report.Verdict;
import keepalivelab.report.baseline.BaselineCell;
import keepalivelab.report.baseline.BaselineFolder.Stored;
import org.jspecify.annotations.Nullable;

/**
 * Holds the cells of a run against what must hold anywhere and against the baseline of their arm.
 *
 * @param baselines label of the arm → its baseline; an arm without one is judged by the invariants alone
 */
public record CountsGate(Map<String, Stored> baselines) implements RunGate {
    public CountsGate {
        baselines = Map.copyOf(baselines);
    }

    @Override
    public List<CellResult> judged(List<Finished> finished) {
        return finished.stream().map(this::judged).toList();
    }

    private CellResult judged(Finished finished) {
        CellResult cell = finished.cell();
        Stored stored = baselines.get(cell.arm().label());
        BaselineCell expected = stored == null
                ? null
                : NearestCell.of(stored.baseline(), finished.turn().cell()).orElse(null);
        return switch (cell.verdict()) {
            case VOID, SKIPPED -> cell;
            case UNSUPPORTED -> expected == null ? cell : lost(cell);
            case HELD, FAILED, INCONCLUSIVE -> measured(finished, stored, expected);
        };
    }

    /** A cell that has a baseline was supported once. */
    private static CellResult lost(CellResult cell) {
        List<String> reasons = new ArrayList<>(List.of("the baseline has counts for this cell, which cannot run now"));
        reasons.addAll(cell.reasons());
        return cell.with(Verdict.FAILED, reasons);
    }

    private static CellResult measured(Finished finished, @Nullable Stored stored, @Nullable BaselineCell expected) {
        CellResult cell = finished.cell();
        List<String> failures = new ArrayList<>(cell.reasons());
        List<ExpectationResult> invariants = Invariants.of(finished);
        invariants.stream().filter(i -> Boolean.FALSE.equals(i.held())).forEach(i -> failures.add(i.says()));
        BaselineComparison compared = null;
        if (stored != null && expected != null) {
            compared = new BaselineComparison(stored.file(), expected.name(), expected.compare(cell));
            compared.differences().forEach(fact -> failures.add(fact.text()));
        } else if (stored != null && BaselineMaker.counts(finished)) {
            failures.add("the baseline " + stored.file() + " has no cell for "
                    + place(finished.turn().cell()));
        }
        Verdict verdict = failures.isEmpty() ? cell.verdict() : Verdict.FAILED;
        return cell.with(verdict, failures).judgedFurther(invariants, compared);
    }

    private static String place(CellPlan cell) {
        return cell.overridden().isEmpty() ? cell.id() : cell.id() + " or a value above what the arm sets";
    }
}
