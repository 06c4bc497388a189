package keepalivelab.report;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import keepalivelab.report.BaselineComparison.Fact;

/** The cells of a run beside the baseline's: one row per cell with its accepts, and one more for any other count that differs. */
public final class GateTable {
    private static final String ACCEPTS = "backend.accepts";

    private GateTable() {}

    /** The table; empty where no cell was held against a baseline. */
    public static Optional<TableModel> of(RunResult result) {
        Set<String> axes = new LinkedHashSet<>();
        result.cells().forEach(cell -> axes.addAll(cell.axes().keySet()));
        List<List<TableValue>> rows = new ArrayList<>();
        Set<String> files = new LinkedHashSet<>();
        for (CellResult cell : result.cells()) {
            BaselineComparison compared = cell.baseline();
            if (compared != null) {
                files.add(compared.baseline());
                shown(compared).forEach(fact -> rows.add(row(cell, compared, axes, fact)));
            }
        }
        return rows.isEmpty() ? Optional.empty() : Optional.of(table(result, axes, rows, files));
    }

    private static TableModel table(
            RunResult result, Set<String> axes, List<List<TableValue>> rows, Set<String> files) {
        List<TableColumn> columns = new ArrayList<>();
        columns.add(column("arm", TableColumn.Shape.KEY_TEXT));
        axes.forEach(axis -> columns.add(column(axis, TableColumn.Shape.KEY_NUMBER)));
        columns.add(column("baseline cell", TableColumn.Shape.TEXT));
        columns.add(column("counts", TableColumn.Shape.NUMBER));
        columns.add(column("count", TableColumn.Shape.TEXT));
        columns.add(column("expected", TableColumn.Shape.TEXT));
        columns.add(column("found", TableColumn.Shape.NUMBER));
        columns.add(column("gate", TableColumn.Shape.TEXT));
        List<String> notes = new ArrayList<>(List.of("baselines: " + String.join(", ", files)));
        long others = result.cells().stream()
                .filter(cell -> cell.verdict().measured() && cell.baseline() == null)
                .count();
        if (others > 0) {
            notes.add(others + " cells have no counts that every run repeats: judged by the invariants and the"
                    + " scenario's expectations");
        }
        return new TableModel(result.scenario().id() + ": counts against the baseline", columns, rows, notes);
    }

    /** Accepts, which all is about, and whatever differs; the first count where there are no accepts. */
    private static List<Fact> shown(BaselineComparison compared) {
        List<Fact> shown = new ArrayList<>();
        compared.fact(ACCEPTS).forEach(shown::add);
        compared.differences().stream().filter(fact -> !shown.contains(fact)).forEach(shown::add);
        if (shown.isEmpty()) {
            compared.facts().stream().limit(1).forEach(shown::add);
        }
        return shown;
    }

    private static List<TableValue> row(CellResult cell, BaselineComparison compared, Set<String> axes, Fact fact) {
        List<TableValue> row = new ArrayList<>();
        row.add(TableValue.of(cell.arm().label()));
        axes.forEach(axis -> row.add(TableValue.scalar(cell.axes().get(axis))));
        row.add(TableValue.of(compared.cell().equals(name(cell)) ? "the same" : compared.cell()));
        row.add(TableValue.count((long) compared.facts().size()));
        row.add(TableValue.of(fact.name()));
        row.add(TableValue.of(fact.expected()));
        row.add(TableValue.of(fact.found()));
        row.add(TableValue.of(fact.held() ? "held" : "FAILED"));
        return row;
    }

    private static String name(CellResult cell) {
        return cell.axes().entrySet().stream()
                .map(axis -> axis.getKey() + "=" + axis.getValue())
                .collect(Collectors.joining(", "));
    }

    /** Its values stand in the rows already. */
    private static TableColumn column(String name, TableColumn.Shape shape) {
        return new TableColumn(name, name, name, shape, "column of the gate", cell -> TableValue.NONE);
    }
}
