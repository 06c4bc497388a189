package keepalivelab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TableNotesTest {
    private static final MeasuredArm ONE = new MeasuredArm("one", "embedded", null, "", null);
    private static final MeasuredArm TWO = new MeasuredArm("two", "embedded", null, "", null);

    @Test
    void aRemarkOfEveryCellStandsAlone() {
        assertThat(notes(cell(ONE, 1, "a remark"), cell(TWO, 1, "a remark"))).containsExactly("a remark");
    }

    @Test
    void aRemarkOfAWholeArmNamesTheArm() {
        assertThat(notes(cell(ONE, 1, "a remark"), cell(ONE, 2, "a remark"), cell(TWO, 1, "another")))
                .containsExactly("a remark [one]", "another [two]");
    }

    @Test
    void aRemarkOfSomeCellsNamesTheFirstThree() {
        List<CellResult> cells = new ArrayList<>();
        for (int n = 1; n <= 5; n++) {
            cells.add(cell(ONE, n, "a remark"));
        }
        cells.add(cell(ONE, 6));
        assertThat(notes(cells.toArray(CellResult[]::new)))
                .containsExactly("a remark [one n=1; one n=2; one n=3; and 2 more]");
    }

    @Test
    void countersThatAgreeStandOnceForAllCells() {
        CellResult first = checked(ONE, new CounterCheck("connect", 8, "accepts", 8, 0, null, true));
        CellResult second = checked(ONE, new CounterCheck("connect", 3, "accepts", 3, 0, null, true));
        assertThat(notes(first, second))
                .containsExactly("cross-check: the proxy's own connect is the ledger's accepts");
    }

    @Test
    void anOffsetStandsWithItsReason() {
        CounterCheck check = new CounterCheck("conns", 9, "accepts", 8, 1, "each reading adds one", true);
        assertThat(notes(checked(ONE, check)))
                .containsExactly(
                        "cross-check: the proxy's own conns is the ledger's accepts + 1 (each reading adds one)");
    }

    @Test
    void aDifferenceStandsInTheCellWithBothCounts() {
        CellResult cell = checked(ONE, new CounterCheck("connect", 9, "accepts", 8, 0, null, false));
        String difference = "cross-check: UNEXPLAINED difference: the proxy's own connect 9 is not accepts 8";
        assertThat(cell.notes()).containsExactly(difference);
        assertThat(notes(cell)).containsExactly(difference);
    }

    private static CellResult checked(MeasuredArm arm, CounterCheck check) {
        return CellResult.of(arm.label(), arm, Map.of()).counterCheck(check).judged(Verdict.HELD, List.of());
    }

    private static List<String> notes(CellResult... cells) {
        return TableNotes.of(SampleResults.with(cells), List.of());
    }

    private static CellResult cell(MeasuredArm arm, int n, String... remarks) {
        CellDraft draft = CellResult.of(arm.label() + n, arm, Map.of("n", n));
        for (String remark : remarks) {
            draft.note(remark);
        }
        return draft.judged(Verdict.HELD, List.of());
    }
}
