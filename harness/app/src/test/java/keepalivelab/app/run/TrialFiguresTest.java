package keepalivelab.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import keepalivelab.api.PoolFigures;
import keepalivelab.report.CellDraft;
import keepalivelab.report.CellResult;
import keepalivelab.report.MeasuredArm;
import keepalivelab.report.Verdict;
import org.junit.jupiter.api.Test;

class TrialFiguresTest {
    private static TrialFigures of(boolean deterministic, long... values) {
        return new TrialFigures(LongStream.of(values)
                .mapToObj(v -> new PoolFigures(Map.of("left", v), Map.of("ids", "last " + v), deterministic))
                .toList());
    }

    private static CellResult cell(TrialFigures figures) {
        CellDraft draft = CellResult.of("single", new MeasuredArm("a", "embedded", "lifo", "", null), Map.of());
        figures.describe(draft);
        return draft.judged(Verdict.HELD, List.of());
    }

    @Test
    void aFigureThatIsAlwaysTheSameIsANumber() {
        assertThat(cell(of(true, 8, 8, 8)).figures())
                .containsEntry("left", 8L)
                .containsEntry("left_min", 8L)
                .containsEntry("left_max", 8L)
                .containsEntry("repetitions", 3L)
                .containsEntry("ids", "last 8");
    }

    @Test
    void aFewValuesAreShownWithHowOftenTheyCame() {
        assertThat(cell(of(false, 3, 2, 2, 5)).figures())
                .containsEntry("left", "2 x2, 3 x1, 5 x1")
                .containsEntry("left_min", 2L)
                .containsEntry("left_max", 5L);
    }

    @Test
    void manyValuesAreShownAsTheirRange() {
        assertThat(cell(of(false, 9, 1, 4, 7, 2)).figures()).containsEntry("left", "1 to 9");
    }

    @Test
    void everyRepetitionIsARow() {
        assertThat(cell(of(false, 3, 2)).series()).singleElement().satisfies(series -> {
            assertThat(series.columns()).containsExactly("repetition", "left");
            assertThat(series.rows()).containsExactly(List.of(1L, 3L), List.of(2L, 2L));
        });
    }

    @Test
    void whatCallsItselfDeterministicMustNotDiffer() {
        assertThat(of(true, 2, 3).contradictions())
                .containsExactly("left must be the same in every repetition, but was 2 x1, 3 x1");
        assertThat(of(true, 2, 2).contradictions()).isEmpty();
        assertThat(of(false, 2, 3).contradictions()).isEmpty();
    }
}
