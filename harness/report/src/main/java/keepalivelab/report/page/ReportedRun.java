package keepalivelab.report.page;

import java.util.List;
import java.util.Objects;
import keepalivelab.report.StoredRun;
import keepalivelab.report.TableLayout;

/**
 * A run as a report shows it.
 *
 * @param stored what its folder holds
 * @param question that its scenario answers; empty where the scenario is not known here
 * @param layout columns of its table
 * @param remarks what a reader must know before any figure, one line each; empty for nothing
 */
public record ReportedRun(StoredRun stored, String question, TableLayout layout, List<String> remarks) {
    public ReportedRun {
        Objects.requireNonNull(stored, "stored");
        Objects.requireNonNull(question, "question");
        Objects.requireNonNull(layout, "layout");
        remarks = List.copyOf(remarks);
    }
}
