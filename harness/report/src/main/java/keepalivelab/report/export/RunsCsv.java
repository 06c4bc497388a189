package keepalivelab.report.export;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import keepalivelab.report.CsvTable;
import keepalivelab.report.RunResult;
import keepalivelab.report.StoredRun;
import keepalivelab.report.TableLayout;
import keepalivelab.report.TableModel;

/**
 * Any number of runs as one tidy table: one row per cell, units in the column names, empty for none. Every run's columns are
 * there; what a run does not have is empty.
 */
final class RunsCsv {
    private RunsCsv() {}

    static String text(List<StoredRun> runs) {
        Set<String> columns = new LinkedHashSet<>();
        List<Map<String, String>> rows = new ArrayList<>();
        for (StoredRun run : runs) {
            rows(run).forEach(row -> {
                columns.addAll(row.keySet());
                rows.add(row);
            });
        }
        return CsvTable.render(new ArrayList<>(columns), rows);
    }

    private static List<Map<String, String>> rows(StoredRun run) {
        RunResult result = run.result();
        TableModel table = TableLayout.everything().model(result);
        List<Map<String, String>> rows = new ArrayList<>();
        for (int r = 0; r < table.rows().size(); r++) {
            Map<String, String> row = new LinkedHashMap<>();
            row.put("scenario", result.scenario().id());
            row.put("run", run.name());
            row.put("started_at", result.startedAt().toString());
            row.put("seed", Long.toString(result.seed()));
            for (int c = 0; c < table.columns().size(); c++) {
                row.put(
                        table.columns().get(c).csvName(),
                        table.rows().get(r).get(c).raw());
            }
            rows.add(row);
        }
        return rows;
    }
}
