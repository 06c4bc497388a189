package keepalivelab.report.export;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import keepalivelab.report.BackendCounts;
import keepalivelab.report.BaselineComparison;
import keepalivelab.report.CellDraft;
import keepalivelab.report.CellResult;
import keepalivelab.report.ClientCounts;
import keepalivelab.report.Environment;
import keepalivelab.report.ExitStatus;
import keepalivelab.report.ExpectationResult;
import keepalivelab.report.LatencySummary;
import keepalivelab.report.MeasuredArm;
import keepalivelab.report.RunResult;
import keepalivelab.report.Scenario;
import keepalivelab.report.StoredRun;
import keepalivelab.report.Times;
import keepalivelab.report.Verdict;

/** Runs for tests of exports: two arms, one cell of each verdict, and labels that need quoting. */
public final class ExportedRuns {
    private ExportedRuns() {}

    /** A run of these cells. */
    public static RunResult run(List<CellResult> cells, ExitStatus.Strictness strictness) {
        return RunResult.started(
                        new RunResult.Tool("0.1.0", "15625b9", List.of("./run-scenario", "gate", "keepalive-size")),
                        42,
                        Instant.parse("2026-03-04T05:06:07.123456Z"),
                        new Scenario("keepalive-size", "A question?", null, "a".repeat(64), Map.of("n", 3000)),
                        new Environment("Linux 6.1", "a CPU", 2, "a JDK 17", 0.5, Map.of("cpuQuota", "none")))
                .withCells(cells)
                .finished(Instant.parse("2026-03-04T05:06:40Z"), strictness);
    }

    /** The same as a stored run. */
    public static StoredRun stored(RunResult result) {
        return new StoredRun(Path.of("runs/keepalive-size/20260304T050607Z-42"), result, List.of());
    }

    /** Two arms, two cells each, all held. */
    public static RunResult held() {
        return run(
                List.of(
                        cell("old", 2, 100, 9.5).judged(Verdict.HELD, List.of()),
                        cell("new \"quoted\", and more", 2, 50, 10).judged(Verdict.HELD, List.of()),
                        cell("old", 8, 8, 100).judged(Verdict.HELD, List.of()),
                        cell("new \"quoted\", and more", 8, 8, 150).judged(Verdict.HELD, List.of())),
                ExitStatus.Strictness.LENIENT);
    }

    /** One cell of each verdict. */
    public static RunResult mixed() {
        return run(
                List.of(
                        judged(2, Verdict.HELD, List.of()),
                        judged(4, Verdict.FAILED, List.of("backend.accepts: expected 3, found 40"))
                                .judgedFurther(
                                        List.of(),
                                        new BaselineComparison(
                                                "keepalive-size/old.json",
                                                "size=4",
                                                List.of(new BaselineComparison.Fact(
                                                        "backend.accepts", "3", "40", false)))),
                        judged(8, Verdict.VOID, List.of("ids <0001-7> & \u0007 more")),
                        judged(16, Verdict.SKIPPED, List.of("nginx is not on this machine")),
                        judged(32, Verdict.INCONCLUSIVE, List.of("too wide a spread"))),
                ExitStatus.Strictness.LENIENT);
    }

    /** A cell with one expectation, which fails where the cell does. */
    public static CellResult judged(int size, Verdict verdict, List<String> reasons) {
        CellDraft draft = cell("old", size, 40, 12);
        draft.expectation(
                new ExpectationResult(ExpectationResult.Kind.EXPECT, "backend.accepts < 99", "few connections", true));
        draft.expectation(new ExpectationResult(ExpectationResult.Kind.RECORD, "backend.accepts", "kept", null));
        return draft.judged(verdict, reasons);
    }

    static CellDraft cell(String arm, int size, long accepts, double p50Us) {
        Map<String, Object> axes = new LinkedHashMap<>(Map.of("size", size));
        LatencySummary summary = new LatencySummary(3000, p50Us, p50Us * 2, p50Us * 3, p50Us * 4, p50Us * 5, 0);
        return CellResult.of(arm + "/size=" + size, new MeasuredArm(arm, "nginx", null, "1.22.1", "b".repeat(64)), axes)
                .counts(client(), backend(accepts))
                .times(Duration.ofMillis(700), Times.ofService(new Times.Split(summary, null, null)));
    }

    private static ClientCounts client() {
        return new ClientCounts(3000, 3000, 0, 0, 8, Map.of("ok", 3000L), Map.of("200", 3000L), 3000, 2900);
    }

    private static BackendCounts backend(long accepts) {
        return new BackendCounts(
                accepts,
                0,
                3000,
                3000 - accepts,
                BackendCounts.ratio(3000 - accepts, 3000),
                0,
                0,
                8,
                3000,
                3000,
                0,
                List.of(),
                0L,
                Map.of("peer fin", accepts - 8));
    }
}
