package keepalivelab.report.frame;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import keepalivelab.api.InputException;
import keepalivelab.api.NearestWord;
import keepalivelab.report.CsvTable;
import keepalivelab.report.MarkdownTable;
import keepalivelab.report.TableColumn;
import keepalivelab.report.TableModel;
import keepalivelab.report.TableValue;
import keepalivelab.report.TextTable;
import tech.tablesaw.api.NumericColumn;
import tech.tablesaw.api.Table;
import tech.tablesaw.columns.Column;

/** Forms in which a table can be printed. */
public enum FrameForm {
    /** For a terminal. */
    TEXT,
    /** For a page. */
    MARKDOWN,
    /** For another program. */
    CSV;

    /**
     * The form of that word.
     *
     * @throws InputException naming the nearest
     */
    public static FrameForm of(String word) {
        return Arrays.stream(values())
                .filter(form -> form.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new InputException("no form '" + word + "'"
                        + NearestWord.hint(
                                word,
                                Arrays.stream(values()).map(FrameForm::word).toList())));
    }

    /** The word on the command line. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The table in this form, ending in a line feed. */
    public String render(Table table) {
        TableModel model = model(table);
        String text = switch (this) {
            case TEXT -> TextTable.render(model);
            case MARKDOWN -> MarkdownTable.render(model);
            case CSV -> CsvTable.render(model);
        };
        return text.endsWith("\n") ? text : text + "\n";
    }

    private static TableModel model(Table table) {
        List<TableColumn> columns =
                table.columns().stream().map(FrameForm::column).toList();
        List<List<TableValue>> rows = new ArrayList<>();
        for (int row = 0; row < table.rowCount(); row++) {
            int at = row;
            rows.add(table.columns().stream().map(column -> value(column, at)).toList());
        }
        return new TableModel(table.name(), columns, rows, List.of());
    }

    private static TableColumn column(Column<?> column) {
        TableColumn.Shape shape =
                column instanceof NumericColumn<?> ? TableColumn.Shape.NUMBER : TableColumn.Shape.TEXT;
        return new TableColumn(column.name(), column.name(), column.name(), shape, "", cell -> TableValue.NONE);
    }

    private static TableValue value(Column<?> column, int row) {
        String raw = column.isMissing(row) ? "" : column.getString(row);
        if (raw.isEmpty()) {
            return TableValue.NONE;
        }
        boolean whole = column instanceof NumericColumn<?> && raw.matches("-?\\d+\\.0");
        return new TableValue(whole ? raw.substring(0, raw.length() - 2) : raw, raw);
    }
}
