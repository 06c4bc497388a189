package keepalivelab.report.page;

import java.util.List;
import java.util.stream.IntStream;
import keepalivelab.report.TableColumn;
import keepalivelab.report.TableModel;
import keepalivelab.report.TableValue;
import keepalivelab.report.chart.Markup;

/** A table as HTML: it scrolls by itself where the screen is narrower, so that the page never does. */
final class HtmlTable {
    private HtmlTable() {}

    /** Table and notes; its title is for those who do not see what stands above it. */
    static Markup of(TableModel table) {
        Markup html = new Markup();
        html.open("div", "class", "wide", "tabindex", "0", "role", "region", "aria-label", "Table: " + table.title());
        html.open("table").open("thead").open("tr");
        table.columns().forEach(column -> html.element("th", column.header(), "scope", "col", "class", css(column)));
        html.close().close().open("tbody");
        for (List<TableValue> row : table.rows()) {
            html.open("tr");
            for (int i = 0; i < row.size(); i++) {
                TableColumn column = table.columns().get(i);
                if (column.shape().key()) {
                    html.element("th", row.get(i).text(), "scope", "row", "class", css(column));
                } else {
                    html.element("td", row.get(i).text(), "class", css(column));
                }
            }
            html.close().newline();
        }
        html.close().close().close();
        if (!table.notes().isEmpty()) {
            html.open("ul", "class", "notes");
            table.notes().forEach(note -> html.element("li", note));
            html.close();
        }
        return html.newline();
    }

    /** The same without columns that say nothing in any row, and without notes. */
    static Markup filled(TableModel table) {
        List<Integer> filled = IntStream.range(0, table.columns().size())
                .filter(i -> table.rows().stream().anyMatch(row -> !row.get(i).equals(TableValue.NONE)))
                .boxed()
                .toList();
        return of(new TableModel(
                table.title(),
                filled.stream().map(table.columns()::get).toList(),
                table.rows().stream()
                        .map(row -> filled.stream().map(row::get).toList())
                        .toList(),
                List.of()));
    }

    private static String css(TableColumn column) {
        return column.shape().rightAligned() ? "number" : "text";
    }
}
