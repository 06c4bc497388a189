package keepalivelab.app.reference;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/** A page that grows from top to bottom. Confined to one thread. */
final class Markdown {
    private final StringBuilder text = new StringBuilder();

    private Markdown(String title) {
        text.append("# ").append(title).append('\n');
    }

    /** A page that says what makes it. */
    static Markdown page(String title) {
        return new Markdown(title)
                .paragraph("Made by `" + ReferencePage.REFRESH + "` from the program itself; a test compares the two.");
    }

    Markdown heading(String heading) {
        text.append("\n## ").append(heading).append('\n');
        return this;
    }

    Markdown paragraph(String paragraph) {
        text.append('\n').append(paragraph).append('\n');
        return this;
    }

    Markdown items(List<String> items) {
        text.append('\n');
        items.forEach(item -> text.append("- ").append(item).append('\n'));
        return this;
    }

    Markdown block(String language, List<String> lines) {
        text.append("\n```").append(language).append('\n');
        lines.forEach(line -> text.append(line).append('\n'));
        text.append("```\n");
        return this;
    }

    Markdown table(List<String> header, List<List<String>> rows) {
        text.append('\n').append(row(header)).append(row(Collections.nCopies(header.size(), "---")));
        rows.forEach(row -> text.append(row(row)));
        return this;
    }

    private static String row(List<String> cells) {
        return cells.stream()
                .map(cell -> cell.replace("|", "\\|"))
                .collect(Collectors.joining(" | ", "| ", " |\n"))
                .replace("|  |", "| |");
    }

    static String code(String text) {
        return text.isEmpty() ? "" : "`" + text + "`";
    }

    static String codes(String... texts) {
        return Arrays.stream(texts).map(Markdown::code).collect(Collectors.joining(", "));
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
