package keepalivelab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableFormsTest {
    private static final TableModel SMALL = new TableModel(
            "size: which?",
            List.of(text("arm", TableColumn.Shape.KEY_TEXT), text("accepts", TableColumn.Shape.NUMBER)),
            List.of(values("embedded:lifo", "3"), values("nginx", "1000")),
            List.of("a note"));

    @Test
    void textHasNumbersAtTheirRightEnd() {
        assertThat(TextTable.render(SMALL)).isEqualTo("""
                        size: which?

                        arm            accepts
                        -------------  -------
                        embedded:lifo        3
                        nginx             1000

                        - a note
                        """);
    }

    @Test
    void markdownHasNumbersAtTheirRightEnd() {
        assertThat(MarkdownTable.render(SMALL)).isEqualTo("""
                        **size: which?**

                        | arm | accepts |
                        | --- | ---: |
                        | embedded:lifo | 3 |
                        | nginx | 1000 |

                        - a note
                        """);
    }

    @Test
    void csvHasOneLinePerRowAndCrLf() {
        assertThat(CsvTable.render(SMALL)).isEqualTo("arm,accepts\r\nembedded:lifo,3\r\nnginx,1000\r\n");
    }

    @Test
    void csvQuotesOnlyWhatNeedsIt() {
        assertThat(CsvTable.render(oneCell("a,b \"c\"\r\nd"))).isEqualTo("arm\r\n\"a,b \"\"c\"\"\r\nd\"\r\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a | b",
                "a\nb",
                "a\r\n| x | y |",
                "<script>alert(1)</script>",
                "`code` **bold** [l](http://x) ![i](x)",
                "\\| \\\\|",
                "\u001b[31mred\u001b[0m",
                "\u202eright to left",
                "tab\there",
                "  ",
                "\"quoted\", 'too'"
            })
    void hostileTextBreaksNoForm(String hostile) {
        TableModel table = new TableModel(
                hostile, SMALL.columns(), List.of(values(hostile, "1"), values("x", hostile)), List.of(hostile));

        List<String> markdown = MarkdownTable.render(table).lines().toList();
        assertThat(markdown).hasSize(8);
        assertThat(markdown.subList(2, 6))
                .allSatisfy(line -> assertThat(unescapedPipes(line)).isEqualTo(3));
        assertThat(String.join("", markdown).replaceAll("\\\\.", "")).doesNotContain("<", "`", "[", "\u001b", "\u202e");

        String text = TextTable.render(table);
        assertThat(text).doesNotContain("\u001b", "\u202e", "\t", "\r");
        assertThat(text.lines()).hasSize(8);

        assertThat(parsed(CsvTable.render(table)))
                .containsExactly(List.of("arm", "accepts"), List.of(hostile, "1"), List.of("x", hostile));
    }

    @Test
    void whatIsTooWideIsWrappedWithinAHundredColumns() {
        String words = "GET: HTTP/1.1 no Connection header x 1000, ".repeat(4);
        TableModel table = new TableModel(
                "t".repeat(250),
                SMALL.columns(),
                List.of(values(words, "12345"), values("x".repeat(300), "1")),
                List.of(words.repeat(2)));
        String text = TextTable.render(table);
        assertThat(text.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(TextTable.WIDTH));
        assertThat(text.chars().filter(c -> c == 'x')).as("nothing is lost").hasSize(300 + 4 + 8);
        assertThat(text.lines().filter(l -> l.endsWith("12345"))).hasSize(1);
    }

    @Test
    void whatDoesNotFitBesideGoesOnBelowUnderTheSameKeys() {
        List<TableColumn> columns = new ArrayList<>(List.of(text("arm", TableColumn.Shape.KEY_TEXT)));
        IntStream.range(0, 20).forEach(i -> columns.add(text("c" + i, TableColumn.Shape.NUMBER)));
        List<TableValue> row = new ArrayList<>(values("nginx"));
        IntStream.range(0, 20).forEach(i -> row.add(TableValue.of("1234567890" + i)));
        String text = TextTable.render(new TableModel("t", columns, List.of(row), List.of()));

        assertThat(text.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(TextTable.WIDTH));
        List<String> words = List.of(text.trim().split("\\s+"));
        IntStream.range(0, 20)
                .forEach(i -> assertThat(words).containsOnlyOnce("c" + i).containsOnlyOnce("1234567890" + i));
        assertThat(text.lines().filter(l -> l.startsWith("nginx")).count()).isGreaterThan(1);
    }

    @Test
    void theStandardTableOfTwoArmsStandsInOneBlock() {
        CellResult embedded = CellResult.of(
                        "c1",
                        new MeasuredArm("embedded:per-worker", "embedded", "per-worker", "", null),
                        SampleResults.axes(32, "32"))
                .judged(Verdict.INCONCLUSIVE, List.of());
        String text =
                TextTable.render(TableLayout.standard().model(SampleResults.with(SampleResults.fullCell(), embedded)));
        assertThat(text.lines().filter(l -> l.startsWith("---"))).hasSize(1);
        assertThat(text.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(TextTable.WIDTH));
    }

    @Test
    void linesBreakWhereItHurtsLeast() {
        assertThat(WordWrap.lines("pool.max-idle", 9)).containsExactly("pool.max-", "idle");
        assertThat(WordWrap.lines("nginx@1.31.3", 8)).containsExactly("nginx", "@1.31.3");
        assertThat(WordWrap.lines("a nginx@1.31.3", 12)).containsExactly("a", "nginx@1.31.3");
        assertThat(WordWrap.lines("abcdefgh ij", 3)).containsExactly("abc", "def", "gh", "ij");
        assertThat(WordWrap.lines("ok 2998, status5xx 2", 16)).containsExactly("ok 2998,", "status5xx 2");
        assertThat(WordWrap.lines("", 3)).containsExactly("");
        assertThat(WordWrap.longestPart("HTTP/1.1 pool.max-idle")).isEqualTo(8);
    }

    @Test
    void sentencesBreakAtAnySpace() {
        assertThat(WordWrap.sentences("published: a document, A2, nginx 1.31.6; figures", 30))
                .containsExactly("published: a document, A2,", "nginx 1.31.6; figures");
        assertThat(WordWrap.sentences("published: a document, A2, nginx 1.31.6; figures", 34))
                .containsExactly("published: a document, A2, nginx", "1.31.6; figures");
    }

    @Test
    void columnsThatLookTheSameAreAllShown() {
        TableColumn one = text("one", TableColumn.Shape.NUMBER);
        assertThat(TextTable.render(new TableModel("t", List.of(one, one), List.of(values("1", "1")), List.of())))
                .contains("one  one")
                .contains("  1    1");
    }

    @Test
    void theWholeResultFitsAHundredColumns() {
        String text = TextTable.render(TableLayout.everything().model(SampleResults.full()));
        assertThat(text.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(TextTable.WIDTH));
    }

    @Test
    void csvOfAWholeResultHasARowPerCellAndUnitsInTheNames() {
        List<List<String>> rows =
                parsed(CsvTable.render(TableLayout.everything().model(SampleResults.full())));
        assertThat(rows).hasSize(3);
        assertThat(rows.get(0)).contains("service_p50_us", "lag_p99_us", "measured_s", "reuse_ratio");
        int p50 = rows.get(0).indexOf("service_p50_us");
        assertThat(rows.get(1).get(p50)).isEqualTo("85.3");
        assertThat(rows.get(2).get(p50)).isEmpty();
        assertThat(rows).allSatisfy(row -> assertThat(row).hasSameSizeAs(rows.get(0)));
    }

    private static TableModel oneCell(String text) {
        return new TableModel("t", List.of(text("arm", TableColumn.Shape.TEXT)), List.of(values(text)), List.of());
    }

    private static TableColumn text(String id, TableColumn.Shape shape) {
        return new TableColumn(id, id, id, shape, id, c -> TableValue.NONE);
    }

    private static List<TableValue> values(String... texts) {
        return Arrays.stream(texts).map(TableValue::of).toList();
    }

    private static long unescapedPipes(String line) {
        return line.replaceAll("\\\\.", "").chars().filter(c -> c == '|').count();
    }

    /** A reader of RFC 4180 of its own, so that the writer is not its own judge. */
    private static List<List<String>> parsed(String csv) {
        List<List<String>> rows = new ArrayList<>();
        List<String> row = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < csv.length(); i++) {
            char c = csv.charAt(i);
            if (quoted && c == '"' && csv.startsWith("\"\"", i)) {
                field.append('"');
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (!quoted && (c == ',' || c == '\n')) {
                row.add(field.toString());
                field.setLength(0);
                if (c == '\n') {
                    rows.add(row);
                    row = new ArrayList<>();
                }
            } else if (quoted || c != '\r') {
                field.append(c);
            }
        }
        return rows;
    }
}
