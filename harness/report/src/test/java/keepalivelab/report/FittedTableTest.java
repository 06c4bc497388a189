package keepalivelab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FittedTableTest {
    private static final TableModel TABLE = new TableModel(
            "size: which?",
            List.of(
                    column("arm", TableColumn.Shape.KEY_TEXT),
                    column("size", TableColumn.Shape.KEY_NUMBER),
                    column("accepts", TableColumn.Shape.NUMBER),
                    column("reuse", TableColumn.Shape.RATIO),
                    column("p90", TableColumn.Shape.TIME),
                    column("closes", TableColumn.Shape.TEXT),
                    column("verdict", TableColumn.Shape.TEXT)),
            List.of(
                    row("embedded:lifo", "2", "834", 0.722, "1.20ms", "fin x 12, rst x 1", "held"),
                    row("embedded:lifo", "8", "12", 1.0, "99.0us", "fin x 3", "failed"),
                    row("embedded:lifo", "32", "0", 0.0, "-", "-", "void")),
            List.of("a note"));

    @Test
    void everyColumnIsShownWhereThereIsRoom() {
        assertThat(FittedTable.render(TABLE, fit(100))).isEqualTo("""
                        size: which?

                        arm            size  accepts   reuse     p90  closes             verdict
                        -------------  ----  -------  ------  ------  -----------------  -------
                        embedded:lifo     2      834   72.2%  1.20ms  fin x 12, rst x 1  held
                        embedded:lifo     8       12  100.0%  99.0us  fin x 3            failed
                        embedded:lifo    32        0    0.0%       -  -                  void

                        - a note
                        """);
    }

    @Test
    void whatIsTheSameInEveryRowIsSaidOnceAndThenTheLeastImportantIsLeftOut() {
        assertThat(FittedTable.render(TABLE, new TableFit(50, "all columns: table.md", Set.of())))
                .isEqualTo("""
                        size: which?

                        size  accepts   reuse     p90  verdict
                        ----  -------  ------  ------  -------
                           2      834   72.2%  1.20ms  held
                           8       12  100.0%  99.0us  failed
                          32        0    0.0%       -  void

                        - in every row: arm embedded:lifo
                        - left out, for want of room in 50 columns:
                          closes; all columns: table.md
                        - a note
                        """);
    }

    @Test
    void aRatioHasABarOnATerminalThatShowsIt() {
        String text = FittedTable.render(TABLE, fit(100, TableFit.Extra.UNICODE));
        assertThat(text).contains(" 72.2% ▆  ", "100.0% █  ", "  0.0%    ");
        assertThat(FittedTable.render(TABLE, fit(73, TableFit.Extra.UNICODE)))
                .as("rather no bars than one column less")
                .doesNotContain("▆")
                .contains("closes");
    }

    @Test
    void aVerdictIsColouredAndItsWordStays() {
        String text = FittedTable.render(TABLE, fit(100, TableFit.Extra.COLOURS));
        assertThat(text)
                .contains("\u001b[32mheld\u001b[0m\n", "\u001b[1;31mfailed\u001b[0m\n", "\u001b[1;31mvoid\u001b[0m\n");
        assertThat(text.replaceAll("\u001b\\[[0-9;]*m", "")).isEqualTo(FittedTable.render(TABLE, fit(100)));
        assertThat(TextTable.render(TABLE, EnumSet.of(TableFit.Extra.COLOURS)).replaceAll("\u001b\\[[0-9;]*m", ""))
                .isEqualTo(TextTable.render(TABLE));
    }

    @Test
    void aValueWiderThanAThirdOfTheLineLeavesBeforeAnyOther() {
        TableModel table = new TableModel(
                "t",
                List.of(
                        column("arm", TableColumn.Shape.KEY_TEXT),
                        column("knobs", TableColumn.Shape.TEXT),
                        column("figure", TableColumn.Shape.NUMBER),
                        column("accepts", TableColumn.Shape.NUMBER)),
                List.of(
                        values("a", "short", "worker-1, worker-2, worker-3", "1"),
                        values("b", "word", "worker-2, worker-1, worker-3", "2")),
                List.of());
        assertThat(header(FittedTable.render(table, fit(45)))).isEqualTo("arm  knobs  accepts");
    }

    @Test
    void baseAndCandidateLeaveTogether() {
        TableModel table = new TableModel(
                "t",
                List.of(
                        column("arms", TableColumn.Shape.KEY_TEXT),
                        column("accepts base", TableColumn.Shape.NUMBER),
                        column("accepts candidate", TableColumn.Shape.NUMBER),
                        column("p50 base", TableColumn.Shape.TIME),
                        column("p50 candidate", TableColumn.Shape.TIME)),
                List.of(values("an-arm", "1", "2", "10.0us", "11.0us"), values("b", "3", "4", "1.00ms", "2.00ms")),
                List.of());
        String text = FittedTable.render(table, fit(40));
        assertThat(text).contains("p50 base, p50 candidate", "accepts").doesNotContain("10.0us", "11.0us");
    }

    @Test
    void ofBaseAndCandidateNeitherIsSaidBeneathAlone() {
        TableModel table = new TableModel(
                "t",
                List.of(
                        column("arms", TableColumn.Shape.KEY_TEXT),
                        column("timed base", TableColumn.Shape.NUMBER),
                        column("timed candidate", TableColumn.Shape.NUMBER),
                        column("duplicates base", TableColumn.Shape.NUMBER),
                        column("duplicates candidate", TableColumn.Shape.NUMBER),
                        column("accepts base", TableColumn.Shape.NUMBER)),
                List.of(values("an-arm", "3000", "3000", "0", "0", "1"), values("b", "3000", "17", "0", "0", "2")),
                List.of());
        String text = FittedTable.render(table, fit(40));
        assertThat(text).contains("left out, for want of room", "timed base, timed candidate");
        assertThat(header(FittedTable.render(table, fit(40)))).contains("duplicates", "accepts");
    }

    @Test
    void whatIsLeftOutIsStillSaidWhereItIsTheSameInEveryRow() {
        TableModel table = new TableModel(
                "t",
                List.of(
                        column("name", TableColumn.Shape.KEY_TEXT),
                        column("duplicates", TableColumn.Shape.NUMBER),
                        column("accepts", TableColumn.Shape.NUMBER)),
                List.of(values("x".repeat(27), "0", "1"), values("y", "0", "2")),
                List.of());
        assertThat(FittedTable.render(table, fit(40))).contains("- in every row: duplicates 0\n");
    }

    @Test
    void aNameIsCutWhereNothingElseIsLeftToGive() {
        TableModel table = new TableModel(
                "t",
                List.of(column("arm", TableColumn.Shape.KEY_TEXT), column("accepts", TableColumn.Shape.NUMBER)),
                List.of(values("a-very-long-label-of-an-arm@with-a-version", "12345"), values("b", "2")),
                List.of());
        assertThat(FittedTable.render(table, fit(40)).lines().toList().get(4))
                .isEqualTo("a-very-long-lab..@with-a-version   12345")
                .hasSize(40);
        assertThat(FittedTable.render(table, fit(40, TableFit.Extra.UNICODE)))
                .contains("a-very-long-labe…@with-a-version");
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 57, 80, 100, 140, 300})
    void noLineIsWiderThanTheTerminal(int width) {
        List<TableColumn> columns = new ArrayList<>(TABLE.columns());
        IntStream.range(0, 20).forEach(i -> columns.add(column("axis" + i, TableColumn.Shape.KEY_NUMBER)));
        List<TableValue> row = new ArrayList<>(TABLE.rows().get(0));
        IntStream.range(0, 20).forEach(i -> row.add(TableValue.of("1234567890" + i)));
        List<TableValue> other = new ArrayList<>(TABLE.rows().get(1));
        IntStream.range(0, 20).forEach(i -> other.add(TableValue.of("2" + i)));
        TableModel wide = new TableModel("t".repeat(250), columns, List.of(row, other), List.of("n ".repeat(200)));
        for (TableModel table : List.of(TABLE, wide, TableLayout.everything().model(SampleResults.full()))) {
            assertThat(FittedTable.render(table, fit(width, TableFit.Extra.UNICODE))
                            .lines())
                    .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(width));
        }
    }

    @Test
    void everyFixedColumnHasItsPlaceInTheOrder() {
        assertThat(LeavingOrder.IDS).doesNotHaveDuplicates();
        assertThat(TableColumns.fixed().stream().map(TableColumn::id).filter(id -> !id.equals("arm")))
                .allSatisfy(id -> assertThat(LeavingOrder.IDS).contains(id));
    }

    private static String header(String text) {
        return text.lines().toList().get(2);
    }

    private static TableFit fit(int width, TableFit.Extra... extras) {
        Set<TableFit.Extra> set = EnumSet.noneOf(TableFit.Extra.class);
        set.addAll(Arrays.asList(extras));
        return new TableFit(width, "", set);
    }

    private static TableColumn column(String id, TableColumn.Shape shape) {
        return new TableColumn(id, id, id, shape, "for a test", cell -> TableValue.NONE);
    }

    private static List<TableValue> row(
            String arm, String size, String accepts, double reuse, String p90, String closes, String verdict) {
        List<TableValue> row = new ArrayList<>(values(arm, size, accepts));
        row.add(TableValue.ratio(reuse));
        row.addAll(values(p90, closes, verdict));
        return row;
    }

    private static List<TableValue> values(String... texts) {
        return Stream.of(texts).map(TableValue::of).toList();
    }
}
