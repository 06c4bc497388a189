package keepalivelab.app.run;

import java.util.List;
import keepalivelab.app.scenario.Expectations;
import keepalivelab.report.CellResult;

/**
 * What a cell is judged by.
 *
 * @param expectations of the scenario
 * @param before the results of the run so far, which an expectation may compare a cell with
 */
record Judge(Expectations expectations, List<CellResult> before) {
    Judge {
        before = List.copyOf(before);
    }
}
