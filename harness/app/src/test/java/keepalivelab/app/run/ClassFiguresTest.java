package keepalivelab.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import keepalivelab.load.ClassRound;
import keepalivelab.load.ClassRound.OfClass;
import keepalivelab.load.ClassRound.OfConnection;
import keepalivelab.load.LoadPlan;
import keepalivelab.report.CellDraft;
import keepalivelab.report.CellResult;
import keepalivelab.report.MeasuredArm;
import keepalivelab.report.Series;
import keepalivelab.report.Verdict;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class ClassFiguresTest {
    @Test
    void slowAndSpreadAreCountedByTheMediansOfConnections() {
        Map<String, Object> figures = figures(round(light("t0", 1000), light("t1", 1500), light("t2", 4000)));
        assertThat(figures)
                .containsEntry("lightSlow", 1L)
                .containsEntry("lightSmallestUs", 1000.0)
                .containsEntry("lightLargestUs", 4000.0)
                .containsEntry("lightSpread", 4.0)
                .containsEntry("lightFewest", 10L)
                .containsEntry("lightOn", "t0+1+2")
                .containsEntry("heavySlow", 0L)
                .containsEntry("heavyOn", "");
    }

    @Test
    void aConnectionSharesItsThreadOnlyWithAnotherClass() {
        Map<String, Object> figures =
                figures(round(heavy("t1"), light("t0", 100), light("t0", 120), light("t1", 900), light("t1", 950)));
        assertThat(figures)
                .containsEntry("lightShared", 2L)
                .containsEntry("lightSharedSmallestUs", 900.0)
                .containsEntry("lightAlone", 2L)
                .containsEntry("lightAloneSmallestUs", 100.0)
                .containsEntry("lightAloneMedianUs", 100.0)
                .containsEntry("lightAloneLargestUs", 120.0)
                .containsEntry("heavyAlone", 0L)
                .containsEntry("heavyAloneLargestUs", 0.0);
    }

    @Test
    void aConnectionWithoutAResponseHasNoMedian() {
        OfConnection silent = new OfConnection("light", 9, Optional.empty(), true, 0, 0);
        Map<String, Object> figures = figures(round(light("t0", 1000), silent));
        assertThat(figures).containsEntry("lightSmallestUs", 1000.0).containsEntry("lightOn", "t0");
    }

    @Test
    void theTableByThreadHasEveryRoundAndThread() {
        CellResult cell = cell(
                round(heavy("t1"), light("t0", 100), light("t1", 9000), light("t1", 1000)),
                round(heavy("t0"), light("t0", 7000), light("t0", 8000), light("t1", 50)));
        Series threads = series(cell, "threads");
        assertThat(threads.columns())
                .containsExactly(
                        "round",
                        "thread",
                        "heavy",
                        "heavySlow",
                        "heavyMedianUs",
                        "light",
                        "lightSlow",
                        "lightMedianUs");
        assertThat(threads.rows())
                .containsExactly(
                        List.of(1L, "t0", 0L, 0L, "", 1L, 0L, 100.0),
                        List.of(1L, "t1", 1L, 1L, 2000.0, 2L, 1L, 1000.0),
                        List.of(2L, "t0", 1L, 1L, 2000.0, 2L, 2L, 7000.0),
                        List.of(2L, "t1", 0L, 0L, "", 1L, 0L, 50.0));
    }

    @Test
    void severalRoundsAreSummedUpByTheirMiddleOrListed() {
        CellResult cell = cell(
                round(light("t0", 100), light("t1", 100)),
                round(light("t0", 100), light("t1", 300)),
                round(light("t0", 100), light("t1", 2000)));
        assertThat(cell.figures())
                .containsEntry("lightLargestUs", 300.0)
                .containsEntry("lightSpread", "1.0, 3.0, 20.0")
                .containsEntry("lightSlow", "0, 0, 1")
                .containsEntry("lightOn", "t0+1")
                .containsEntry("rounds", 3L)
                .containsEntry("slowAboveUs", 1500.0);
        assertThat(series(cell, "rounds").rows()).hasSize(3);
        assertThat(series(cell, "connections").rows()).hasSize(6);
    }

    @Test
    void aLoadThatNeverBeganHasEmptySeries() {
        assertThat(series(cell(), "rounds").rows()).isEmpty();
    }

    private static Map<String, Object> figures(ClassRound round) {
        return new ClassFigures(plan(), List.of(round)).figures(round);
    }

    private static CellResult cell(ClassRound... rounds) {
        CellDraft draft = CellResult.of("a", new MeasuredArm("embedded", "embedded", null, "1", null), Map.of());
        new ClassFigures(plan(), List.of(rounds)).addTo(draft);
        return draft.judged(Verdict.HELD, List.of());
    }

    private static Series series(CellResult cell, String name) {
        return cell.series().stream()
                .filter(s -> s.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static LoadPlan.Classes plan() {
        return new LoadPlan.Classes(
                List.of(connectionClass("heavy"), connectionClass("light")),
                Optional.of(Duration.ofSeconds(1)),
                1,
                Optional.of(Duration.ofMillis(1).plusNanos(500_000)),
                Duration.ofSeconds(1));
    }

    private static LoadPlan.ConnectionClass connectionClass(String name) {
        return new LoadPlan.ConnectionClass(
                name,
                1,
                LoadPlan.RequestShape.GET,
                LoadPlan.Downstream.KEEP,
                LoadPlan.Gap.NONE,
                OptionalInt.empty(),
                List.of());
    }

    private static ClassRound round(OfConnection... connections) {
        Histogram none = new Histogram(1_000, 60_000_000_000L, 3);
        return new ClassRound(
                List.of(new OfClass("heavy", none, new TreeMap<>()), new OfClass("light", none, new TreeMap<>())),
                new ArrayList<>(List.of(connections)),
                0,
                Duration.ofSeconds(1));
    }

    private static OfConnection light(String thread, long medianUs) {
        return new OfConnection("light", 1, Optional.of(thread), true, 10, medianUs * 1000);
    }

    private static OfConnection heavy(String thread) {
        return new OfConnection("heavy", 1, Optional.of(thread), true, 10, 2_000_000);
    }
}
