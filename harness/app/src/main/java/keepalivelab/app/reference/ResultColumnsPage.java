package keepalivelab.app.reference;

import java.util.List;
import java.util.Locale;
import keepalivelab.report.TableColumn;
import keepalivelab.report.TableColumns;

/** Every column of a result's table. */
final class ResultColumnsPage {
    private ResultColumnsPage() {}

    static String text() {
        return Markdown.page("Columns of a result")
                .paragraph(
                        "`id` is the word under `table:` in a scenario, `table.csv` the column's name in that file, in `run-scenario"
                                + " export --format csv` and for `run-scenario table --columns`. Times are in µs there. An empty value"
                                + " means that there is none, which is not 0.")
                .table(
                        List.of("id", "table.csv", "kind", "meaning"),
                        TableColumns.fixed().stream()
                                .map(ResultColumnsPage::row)
                                .toList())
                .paragraph("Besides these there are:")
                .items(List.of(
                        "the name of each axis of the scenario (`axis_NAME` in `table.csv` where a column above has that name);"
                                + " `axes` stands for all of them",
                        "`figures.NAME`, further figures of the cell (`NAME` in `table.csv`, `figure_NAME` where a column above has that"
                                + " name); `figures` stands for all of them",
                        "`published_COLUMN`, what the source of the experiment reports; `published` stands for all of them",
                        "`series.NAME`, which is no column but a table of its own below"))
                .paragraph(
                        "`result.json` has all of it and more, under the names of"
                                + " [its schema](../../harness/report/src/main/resources/keepalivelab/report/result.schema.json).")
                .toString();
    }

    private static List<String> row(TableColumn column) {
        return List.of(
                Markdown.code(column.id()), Markdown.code(column.csvName()), kind(column.shape()), column.meaning());
    }

    private static String kind(TableColumn.Shape shape) {
        return switch (shape) {
            case KEY_TEXT, TEXT -> "text";
            case KEY_NUMBER, NUMBER -> "number";
            case RATIO, TIME -> shape.name().toLowerCase(Locale.ROOT);
        };
    }
}
