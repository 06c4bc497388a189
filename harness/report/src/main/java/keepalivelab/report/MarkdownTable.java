package keepalivelab.report;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A table as Markdown (GitHub's flavour): title, table, notes as a list. Text of cells never becomes markup. */
public final class MarkdownTable {
    private static final String MARKUP = "\\`*_{}[]<>#|~&!$";

    private MarkdownTable() {}

    /** The whole file. */
    public static String render(TableModel table) {
        StringBuilder out = new StringBuilder("**" + escaped(table.title()) + "**\n\n");
        out.append(line(table.columns(), c -> escaped(c.header())));
        out.append(line(table.columns(), c -> c.shape().rightAligned() ? "---:" : "---"));
        table.rows().forEach(row -> out.append(line(row, v -> escaped(v.text()))));
        if (!table.notes().isEmpty()) {
            out.append('\n');
        }
        table.notes().forEach(note -> out.append("- ").append(escaped(note)).append('\n'));
        return out.toString();
    }

    private static <T> String line(List<T> values, Function<T, String> text) {
        return values.stream().map(text).collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    /** Text as one line without markup. */
    public static String escaped(String text) {
        StringBuilder out = new StringBuilder();
        PlainLine.of(text).codePoints().forEach(c -> {
            if (MARKUP.indexOf(c) >= 0) {
                out.append('\\');
            }
            out.appendCodePoint(c);
        });
        return out.toString();
    }
}
