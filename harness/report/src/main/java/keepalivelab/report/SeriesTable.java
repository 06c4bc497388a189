package keepalivelab.report;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The series of one name of all cells as one table: arm and axes say which cell a row belongs to. */
final class SeriesTable {
    private static final String PREFIX = "series.";

    private SeriesTable() {}

    /** Whether an id names a series: {@code series.<name>}. */
    static boolean isSeries(String id) {
        return id.startsWith(PREFIX) && id.length() > PREFIX.length();
    }

    /** The table; empty where no cell has that series. Cells whose series has other columns than the first's are left out. */
    static Optional<TableModel> of(String id, RunResult result) {
        String name = id.substring(PREFIX.length());
        Set<String> axes = new LinkedHashSet<>();
        result.cells().forEach(cell -> axes.addAll(cell.axes().keySet()));
        List<String> columns = List.of();
        List<List<TableValue>> rows = new ArrayList<>();
        for (CellResult cell : result.cells()) {
            for (Series series : cell.series()) {
                boolean fits = series.name().equals(name) && (columns.isEmpty() || columns.equals(series.columns()));
                if (fits) {
                    columns = series.columns();
                    addRows(rows, cell, axes, series);
                }
            }
        }
        String title = result.scenario().id() + ": " + name;
        return rows.isEmpty()
                ? Optional.empty()
                : Optional.of(new TableModel(title, header(axes, columns), rows, List.of()));
    }

    private static void addRows(List<List<TableValue>> rows, CellResult cell, Set<String> axes, Series series) {
        for (List<Object> values : series.rows()) {
            List<TableValue> row = new ArrayList<>();
            row.add(TableValue.of(cell.arm().label()));
            axes.forEach(axis -> row.add(TableValue.scalar(cell.axes().get(axis))));
            for (int i = 0; i < values.size(); i++) {
                row.add(TableColumns.named(series.columns().get(i), values.get(i)));
            }
            rows.add(row);
        }
    }

    private static List<TableColumn> header(Set<String> axes, List<String> columns) {
        List<TableColumn> header = new ArrayList<>();
        header.add(column("arm", TableColumn.Shape.KEY_TEXT));
        axes.forEach(axis -> header.add(column(axis, TableColumn.Shape.KEY_TEXT)));
        columns.forEach(name -> header.add(column(name, TableColumn.Shape.NUMBER)));
        return header;
    }

    /** Its values stand in the rows already. */
    private static TableColumn column(String name, TableColumn.Shape shape) {
        return new TableColumn(
                name, name, TableColumns.words(name), shape, "column of a series", cell -> TableValue.NONE);
    }
}
