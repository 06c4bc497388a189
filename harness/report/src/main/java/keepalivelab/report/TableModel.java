package keepalivelab.report;

import java.util.List;
import java.util.Objects;

/**
 * A table before it has a form: what the Markdown, CSV and text renderers share.
 *
 * @param title one line
 * @param columns from left to right
 * @param rows each as long as {@code columns}
 * @param notes what stands below the table; empty for nothing
 */
public record TableModel(String title, List<TableColumn> columns, List<List<TableValue>> rows, List<String> notes) {
    public TableModel {
        Objects.requireNonNull(title, "title");
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
        notes = List.copyOf(notes);
        for (List<TableValue> row : rows) {
            if (row.size() != columns.size()) {
                throw new IllegalArgumentException(
                        "a row of " + row.size() + " values under " + columns.size() + " columns");
            }
        }
    }
}
