package keepalivelab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReproductionPageTest {
    private static final Map<String, Object> AXES = SampleResults.axes(2, "8");

    @Test
    void everyPublishedFigureHasARow() {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("accepts", 669);
        figures.put("p50", 81);
        figures.put("reuse_published", 0.777);
        String page =
                page(cell().published(new Published(figures, "a document")).judged(Verdict.HELD, List.of()));
        assertThat(rows(page)).hasSize(3);
        assertThat(rows(page).get(0)).contains("| accepts 669 | 669 |");
        assertThat(rows(page).get(1)).contains("81").contains("85.3");
        assertThat(rows(page).get(2)).contains("77.7%");
    }

    @Test
    void theSameCountIsTheSameMechanism() {
        assertThat(rowOf(cell().published(accepts(669)), Verdict.HELD)).endsWith("| yes |");
    }

    @Test
    void aDifferenceCarriesItsReasonWhereTheEvidenceIsThere() {
        CellDraft differing = cell().published(accepts(834)).differs(new Difference("another machine", "true", true));
        assertThat(rowOf(differing, Verdict.HELD)).endsWith("| differs: another machine |");
    }

    @Test
    void aDifferenceWithoutEvidenceReadsUnexplained() {
        CellDraft differing = cell().published(accepts(834)).differs(new Difference("another machine", "false", false));
        assertThat(rowOf(differing, Verdict.HELD)).endsWith("| unexplained |");
    }

    @Test
    void aCellThatDidNotRunOrCannotBeTrustedSaysSoInsteadOfComparing() {
        CellDraft notRun = CellResult.of("c", SampleResults.NGINX, AXES).published(accepts(834));
        assertThat(rowOf(notRun, Verdict.SKIPPED)).endsWith("| - | skipped |");
        assertThat(rowOf(notRun, Verdict.UNSUPPORTED)).endsWith("| - | unsupported |");
        assertThat(rowOf(cell().published(accepts(669)), Verdict.VOID)).endsWith("| void |");
        assertThat(rowOf(cell().published(accepts(669)), Verdict.FAILED)).endsWith("| failed |");
    }

    @Test
    void aCellForWhichNothingIsPublishedShowsWhatWeFound() {
        assertThat(rowOf(cell(), Verdict.HELD)).endsWith("| no figure | accepts 669 | held |");
    }

    @Test
    void reasonsStandBelowTheTableOnceEach() {
        CellResult failed = cell().judged(Verdict.FAILED, List.of("accepts 669 is not 834"));
        assertThat(page(failed, failed).lines().filter("* failed: accepts 669 is not 834"::equals))
                .hasSize(1);
    }

    @Test
    void textOfOthersCannotBreakTheTable() {
        CellDraft hostile = cell().published(accepts(834)).differs(new Difference("a|b\n<script>", "true", true));
        assertThat(rowOf(hostile, Verdict.HELD))
                .contains("a\\|b", "&lt;script>")
                .doesNotContain("<script");
    }

    @Test
    void theTimeIsThatOfTheMeasuredPhasesWhateverLayBetweenThem() {
        CellResult twoSeconds = cell().judged(Verdict.HELD, List.of());
        CellResult longer = CellResult.of("d", SampleResults.NGINX, AXES)
                .measured(Duration.ofSeconds(61))
                .judged(Verdict.HELD, List.of());
        assertThat(page(twoSeconds, twoSeconds, longer))
                .contains("Measured phases of all cells together: 1.1 minutes.");
    }

    @Test
    void aPartialRunSaysSo() {
        RunResult partial = SampleResults.started().withCells(List.of(cell().judged(Verdict.HELD, List.of())));
        assertThat(ReproductionPage.markdown(List.of(new ReproductionPage.Entry("A2", "Which size?", partial))))
                .contains("Which size? (partial: cells are missing)");
    }

    private static CellDraft cell() {
        LatencySummary summary = new LatencySummary(2998, 85.3, 120, 2310, 4000.25, 1_234_567, 1);
        Times.Split split = new Times.Split(summary, summary, summary);
        return CellResult.of("c", SampleResults.NGINX, AXES)
                .counts(SampleResults.client(2998, 2), SampleResults.backend(669))
                .times(Duration.ofSeconds(2), new Times(split, split, split));
    }

    private static Published accepts(long count) {
        return new Published(Map.of("accepts", count), "a document");
    }

    private static String rowOf(CellDraft draft, Verdict verdict) {
        List<String> rows = rows(page(draft.judged(verdict, List.of())));
        assertThat(rows).hasSize(1);
        return rows.get(0);
    }

    private static String page(CellResult... cells) {
        return ReproductionPage.markdown(
                List.of(new ReproductionPage.Entry("A2", "Which size?", SampleResults.with(cells))));
    }

    private static List<String> rows(String page) {
        return page.lines().filter(line -> line.startsWith("| A2 |")).toList();
    }
}
