package keepalivelab.report.export;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import keepalivelab.api.InputException;
import keepalivelab.report.CellResult;
import keepalivelab.report.Comparison;
import keepalivelab.report.CsvTable;
import keepalivelab.report.RunResult;
import keepalivelab.report.StoredRun;

/**
 * One row per run: when, which commit, and the ratio of each arm to the first one, the reference, in every cell. Machine speed
 * cancels in a ratio, so that a new machine does not look like a change. A reader such as Apache Otava takes the columns by
 * name; no name has a comma.
 */
public final class HistoryCsv {
    private HistoryCsv() {}

    /**
     * The whole file.
     *
     * @throws InputException for a run of one arm, which has no reference
     */
    static String text(List<StoredRun> runs) {
        Set<String> columns = new LinkedHashSet<>();
        List<Map<String, String>> rows = new ArrayList<>();
        for (StoredRun run : runs) {
            Map<String, String> row = row(run);
            columns.addAll(row.keySet());
            rows.add(row);
        }
        return CsvTable.render(new ArrayList<>(columns), rows);
    }

    private static Map<String, String> row(StoredRun run) {
        RunResult result = run.result();
        Comparison comparison = result.comparison();
        if (comparison != null) {
            Map<String, String> row = head(result, comparison.base().label());
            GateRatio.of(result)
                    .forEach(ratio -> row.put(
                            plain(comparison.candidate().label() + "/"
                                    + ratio.gate().cell() + "/" + ratio.gate().metric() + "_to_reference"),
                            Numbers.rounded(ratio.value())));
            return row;
        }
        List<String> arms = result.cells().stream()
                .map(cell -> cell.arm().label())
                .distinct()
                .toList();
        if (arms.size() < 2) {
            throw new InputException(
                    run.name() + ": a history holds ratios to a reference, so a run of it has two arms: "
                            + "the first --proxy is the reference");
        }
        Map<String, String> row = head(result, arms.get(0));
        for (CellResult cell : result.cells()) {
            reference(result, arms.get(0), cell).ifPresent(base -> ratios(row, base, cell));
        }
        return row;
    }

    private static Map<String, String> head(RunResult result, String reference) {
        Map<String, String> row = new LinkedHashMap<>();
        row.put("time", result.startedAt().toString());
        row.put("commit", result.tool().commit());
        row.put("scenario", result.scenario().id());
        row.put("reference", plain(reference));
        return row;
    }

    private static Optional<CellResult> reference(RunResult result, String arm, CellResult cell) {
        return result.cells().stream()
                .filter(base ->
                        base.arm().label().equals(arm) && !cell.arm().label().equals(arm))
                .filter(base -> base.axes().equals(cell.axes()))
                .findFirst();
    }

    private static void ratios(Map<String, String> row, CellResult base, CellResult cell) {
        for (Measure measure : Measure.of(cell)) {
            Measure.of(base).stream()
                    .filter(other -> other.kind() == measure.kind() && other.value() != 0)
                    .findFirst()
                    .ifPresent(other -> row.put(
                            plain(cell.arm().label() + "/" + Measure.place(cell) + "/"
                                    + measure.kind().key() + "_to_reference"),
                            Numbers.rounded(measure.value() / other.value())));
        }
    }

    private static String plain(String text) {
        return text.replace(',', ';');
    }
}
