package keepalivelab.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import keepalivelab.app.run.GapRequests.GapRequest;
import keepalivelab.load.LoadPlan;
import keepalivelab.load.LoadPlan.Gap;
import keepalivelab.load.LoadPlan.Sweep;
import keepalivelab.report.CellDraft;
import keepalivelab.report.CellResult;
import keepalivelab.report.MeasuredArm;
import keepalivelab.report.Series;
import keepalivelab.report.Verdict;
import org.junit.jupiter.api.Test;

/** Hand-made requests around an idle limit of 300 ms, swept from 290 ms to 310 ms in steps of 0.5 ms. */
class GapBinsTest {
    private static final String LIMIT = "idle-fin(300ms)";
    private final List<GapRequest> requests = new ArrayList<>();

    @Test
    void aCleanEdgeHasAWidthBelowZero() {
        reused(290_100, 294_000, 299_400);
        fresh(300_200, 306_000);
        Map<String, Object> figures = cell(OptionalLong.of(0)).figures();
        assertThat(figures)
                .containsEntry("limitMs", 300.0)
                .containsEntry("lastReusedMs", 299.4)
                .containsEntry("firstNewMs", 300.2)
                .containsEntry("windowUs", -800.0)
                .containsEntry("crossings", 0L)
                .containsEntry("failures", 0L)
                .doesNotContainKey("firstTroubleMs");
    }

    @Test
    void farAwayIsMoreThanAQuarterOfTheRange() {
        reused(290_000, 294_999, 295_000, 300_000);
        fresh(305_000, 305_001, 310_000);
        failed(309_000);
        assertThat(cell(OptionalLong.empty()).figures())
                .containsEntry("requestsBelow", 2L)
                .containsEntry("reusedBelow", 2L)
                .containsEntry("reuseBelow", 1.0)
                .containsEntry("failuresBelow", 0L)
                .containsEntry("requestsAbove", 3L)
                .containsEntry("reusedAbove", 0L)
                .containsEntry("failuresAbove", 1L);
    }

    @Test
    void whateverSawMostCrossingsCounts() {
        reused(299_000);
        failed(300_010);
        failed(300_030);
        unread(300_020);
        assertThat(cell(OptionalLong.empty()).figures())
                .containsEntry("failures", 2L)
                .containsEntry("crossings", 2L)
                .containsEntry("firstTroubleMs", 300.01)
                .containsEntry("lastTroubleMs", 300.03);
        assertThat(cell(OptionalLong.of(3)).figures()).containsEntry("crossings", 3L);
    }

    @Test
    void reuseLongAfterTheLimitIsTheTimersFaultAndDoesNotCountForTheWindow() {
        reused(299_900, 300_500, 300_501, 342_000);
        fresh(301_000);
        failed(300_600);
        assertThat(cell(OptionalLong.empty()).figures())
                .containsEntry("disturbed", 2L)
                .containsEntry("afterFailures", 2L)
                .containsEntry("lastReusedMs", 300.5)
                .containsEntry("firstNewMs", 301.0)
                .containsEntry("requestsAbove", 0L)
                .containsEntry("failures", 1L);
    }

    @Test
    void everyRequestIsInTheBinOfItsGap() {
        reused(299_499, 299_500, 299_999);
        fresh(300_000, 300_499);
        failed(300_499);
        retried(300_500);
        assertThat(series("gapBins").rows())
                .containsExactly(
                        List.of(299_000.0, 299_500.0, 1L, 1L, 0L, 0L, 0L, 0L, 0.0, 1.0),
                        List.of(299_500.0, 300_000.0, 2L, 2L, 0L, 0L, 0L, 0L, 0.0, 1.0),
                        List.of(300_000.0, 300_500.0, 3L, 0L, 2L, 0L, 0L, 1L, 1.0 / 3, 0.0),
                        List.of(300_500.0, 301_000.0, 1L, 0L, 1L, 1L, 0L, 0L, 0.0, 0.0));
    }

    @Test
    void theEdgeIsShownBinByBinAndTheRestAsSums() {
        reused(290_000, 297_999, 298_000, 299_900);
        fresh(300_100, 301_999, 302_000, 5_000_000);
        assertThat(series("edge").rows())
                .containsExactly(
                        List.of("< 298.00", 2L, 2L, 0L, 0L, 0L, 0L),
                        List.of("298.00 - 298.50", 1L, 1L, 0L, 0L, 0L, 0L),
                        List.of("299.50 - 300.00", 1L, 1L, 0L, 0L, 0L, 0L),
                        List.of("300.00 - 300.50", 1L, 0L, 1L, 0L, 0L, 0L),
                        List.of("301.50 - 302.00", 1L, 0L, 1L, 0L, 0L, 0L),
                        List.of(">= 302.00", 2L, 0L, 2L, 0L, 0L, 0L));
    }

    @Test
    void withoutAnIdleLimitTheMiddleOfTheSweepCounts() {
        reused(299_000);
        CellDraft draft = draft();
        bins("keep").addTo(draft, OptionalLong.empty());
        assertThat(draft.judged(Verdict.HELD, List.of()).figures()).containsEntry("limitMs", 300.0);
        CellDraft other = draft();
        bins("idle-rst(301ms,5ms)").addTo(other, OptionalLong.empty());
        assertThat(other.judged(Verdict.HELD, List.of()).figures()).containsEntry("limitMs", 301.0);
    }

    private void reused(long... micros) {
        for (long gap : micros) {
            add(gap, true, false, 1, false, "ok");
        }
    }

    private void fresh(long... micros) {
        for (long gap : micros) {
            add(gap, false, true, 1, false, "ok");
        }
    }

    private void failed(long micros) {
        add(micros, false, false, 0, false, "status5xx");
    }

    private void retried(long micros) {
        add(micros, false, true, 2, false, "ok");
    }

    private void unread(long micros) {
        add(micros, false, true, 1, true, "ok");
    }

    private void add(long micros, boolean reused, boolean fresh, long attempts, boolean unread, String outcome) {
        long gap = micros * 1_000;
        requests.add(new GapRequest(requests.size(), gap, gap, gap, reused, fresh, attempts, unread, 0, outcome));
    }

    private GapBins bins(String behaviour) {
        Gap gap = new Gap(
                Duration.ofMillis(290), Duration.ofMillis(310), Optional.of(new Sweep(Duration.ofNanos(500_000), 1)));
        LoadPlan plan = new LoadPlan.ClosedLoop(
                42,
                1,
                LoadPlan.Downstream.KEEP,
                gap,
                LoadPlan.RequestShape.GET,
                LoadPlan.Start.AT_ONCE,
                Duration.ofSeconds(1));
        return GapBins.of(new GapRequests(requests, 2, 0), plan, List.of("announce", behaviour));
    }

    private CellResult cell(OptionalLong earlyCloses) {
        CellDraft draft = draft();
        bins(LIMIT).addTo(draft, earlyCloses);
        return draft.judged(Verdict.HELD, List.of());
    }

    private Series series(String name) {
        return cell(OptionalLong.empty()).series().stream()
                .filter(s -> s.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static CellDraft draft() {
        return CellResult.of("cell", new MeasuredArm("arm", "embedded", null, "1", null), Map.of());
    }
}
