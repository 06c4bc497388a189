package keepalivelab.report;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A table as CSV (RFC 4180): one header line with units in the names, one line per row, CRLF, quotes only where needed. Empty
 * means "none"; title and notes are left out.
 */
public final class CsvTable {
    private CsvTable() {}

    /** The whole file. */
    public static String render(TableModel table) {
        Stream<String> header = table.columns().stream().map(TableColumn::csvName);
        return line(header) + table.rows().stream().map(CsvTable::row).collect(Collectors.joining());
    }

    /** The whole file of a series. */
    public static String render(Series series) {
        return line(series.columns().stream())
                + series.rows().stream()
                        .map(row -> row(row.stream().map(TableValue::scalar).toList()))
                        .collect(Collectors.joining());
    }

    /**
     * The whole file of rows that need not all have the same columns.
     *
     * @param columns in order
     * @param rows column → value; a column that a row lacks is empty there
     */
    public static String render(List<String> columns, List<Map<String, String>> rows) {
        return line(columns.stream())
                + rows.stream()
                        .map(row -> line(columns.stream().map(column -> row.getOrDefault(column, ""))))
                        .collect(Collectors.joining());
    }

    private static String row(List<TableValue> values) {
        return line(values.stream().map(TableValue::raw));
    }

    private static String line(Stream<String> fields) {
        return fields.map(CsvTable::quoted).collect(Collectors.joining(",", "", "\r\n"));
    }

    private static String quoted(String field) {
        boolean plain = field.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return plain ? field : '"' + field.replace("\"", "\"\"") + '"';
    }
}
