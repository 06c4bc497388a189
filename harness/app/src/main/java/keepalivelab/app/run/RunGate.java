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
     * @param evidence what the counts do not tell
     */
    record Finished(RunOrder.Turn turn, CellResult cell, Evidence evidence) {}

    /**
     * What the counts of a cell do not tell.
     *
     * @param executedTwice ids of requests that are not idempotent and that the backend executed more than once
     * @param fixedFigures whether a pool experiment says that its figures are the same in every run; false for other cells
     */
    record Evidence(List<String> executedTwice, boolean fixedFigures) {
        /** Of a cell that did not run. */
        static final Evidence NONE = new Evidence(List.of(), false);

        public Evidence {
            executedTwice = List.copyOf(executedTwice);
        }
    }
}
