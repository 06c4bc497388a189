package keepalivelab.app.run;

import java.util.List;
import keepalivelab.report.CellResult;

/** Judges the finished cells of a run by more than their scenario, before the result is written. */
@FunctionalInterface
public interface RunGate {
    /** The scenario alone judges. */
    RunGate NONE = finished -> finished.stream().map(Finished::cell).toList();

    /**
     * The cells with their final verdicts.
     *
     * @param finished all cells, in the order they ran
     * @return as many, in the same order
     */
    List<CellResult> judged(List<Finished> finished);

    /**
     * One finished cell.
     *
     * @param turn what was done
     * @param cell what came out
     */
    record Finished(RunOrder.Turn turn, CellResult cell) {}
}
