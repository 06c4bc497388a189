package keepalivelab.report;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Results for tests: one with everything in it, and the smallest. */
final class SampleResults {
    static final Instant STARTED = Instant.parse("2026-03-04T05:06:07.123456Z");
    static final Instant FINISHED = Instant.parse("2026-03-04T05:06:40Z");
    static final MeasuredArm NGINX = new MeasuredArm("nginx@1.31.3", "nginx", "plain", "1.31.3", "b".repeat(64));

    private SampleResults() {}

    static RunResult started() {
        return RunResult.started(
                new RunResult.Tool("0.1.0", "15625b9", List.of("./run-scenario", "keepalive-size", "--seed", "42")),
                42,
                STARTED,
                new Scenario(
                        "keepalive-size",
                        "Which pool size keeps connections?",
                        "a document",
                        "a".repeat(64),
                        Map.of("n", 3000)),
                new Environment("Linux 6.1", "a CPU", 2, "a JDK 17", 0.5, Map.of("openFiles", "1024")));
    }

    static RunResult with(CellResult... cells) {
        return started().withCells(List.of(cells)).finished(FINISHED);
    }

    static RunResult full() {
        return with(
                fullCell(),
                CellResult.of("c2", NGINX, axes(2, "8"))
                        .judged(Verdict.SKIPPED, List.of("nginx is not on this machine")));
    }

    /** A comparison of two arms whose p50 regressed; everything that a comparison adds is in it. */
    static RunResult compared() {
        RoundCounts counts = new RoundCounts(3000, 0, 8, 0, 0, 3000, 2992, 0, 8, 4000.5);
        TimedWindow window = new TimedWindow(1500, 0, 205.5, 900.25, 40, true);
        List<RoundArm> arms = List.of(
                new RoundArm("old", counts, 2000.25, List.of(window, window), List.of(), List.of()),
                new RoundArm("new", counts, 2000.25, List.of(window, window), List.of(), List.of()));
        List<Round> rounds = List.of(new Round(0, "c1", "old,new", arms, window));
        return started()
                .withRounds(
                        new Comparison(
                                arm("old"),
                                arm("new"),
                                List.of(new GatedCell("c1", axes(8, "8"), true)),
                                "duet",
                                16,
                                2,
                                1.5,
                                2,
                                0.01),
                        rounds)
                .withGates(List.of(gate("p50", Verdict.FAILED), gate("p99", Verdict.HELD)))
                .finished(FINISHED);
    }

    static MeasuredArm arm(String label) {
        return new MeasuredArm(label, "embedded", "lifo", "", null);
    }

    static Gate gate(String metric, Verdict verdict) {
        return new Gate(
                "c1",
                metric,
                Gate.Unit.RATIO,
                205.5,
                246.6,
                0.2,
                0.15,
                0.25,
                1.5e-5,
                0.005,
                0.03,
                0.1,
                0.06,
                16,
                verdict,
                "at least 15 % slower");
    }

    static Map<String, Object> axes(int size, String clients) {
        Map<String, Object> axes = new LinkedHashMap<>();
        axes.put("pool.max-idle", size);
        axes.put("clients", clients);
        return axes;
    }

    static CellResult fullCell() {
        return fullDraft()
                .judged(Verdict.FAILED, List.of("accepts 669 is not 834"))
                .judgedFurther(
                        List.of(new ExpectationResult(
                                ExpectationResult.Kind.REQUIRE, "planned == sent + neverSent", "it balances", true)),
                        new BaselineComparison(
                                "keepalive-size/nginx-1.31.json",
                                "pool.max-idle=2, clients=8",
                                List.of(
                                        new BaselineComparison.Fact("client.sent", "3000", "3000", true),
                                        new BaselineComparison.Fact("backend.accepts", "834", "669", false))));
    }

    static CellDraft fullDraft() {
        LatencySummary summary = new LatencySummary(2998, 85.3, 120, 2310, 4000.25, 1_234_567, 1);
        Times.Split split = new Times.Split(summary, summary, summary);
        return CellResult.of("c1", NGINX, axes(2, "8"))
                .counts(client(2998, 2), backend(669))
                .times(Duration.ofMillis(700), new Times(split, split, split))
                .published(new Published(Map.of("accepts", 834), "a document"))
                .differs(new Difference("another machine", "backend.accepts > clients", true))
                .knobs(Map.of("pool.max-idle", "applied"))
                .file("config", "cells/c1/nginx.conf")
                .expectation(new ExpectationResult(
                        ExpectationResult.Kind.EXPECT, "backend.accepts == 834", "as published", false))
                .note("retry.rule is emulated")
                .proxy(new ProxyLog(0L, List.of("a socket was left open")), Map.of("connects", 669L))
                .counterCheck(new CounterCheck("connects", 670, "accepts", 669, 1, "the reading is counted", true))
                .requests(List.of(new RequestTrace(0, "GET", "/a", "ok", 200, 2, 1, List.of(1L, 2L))))
                .figure("left", 128L)
                .series(new Series("gapBins", List.of("fromUs", "failed"), List.of(List.of(270_000.5, 1L))));
    }

    static ClientCounts client(long ok, long serverErrors) {
        long sent = ok + serverErrors;
        return new ClientCounts(
                sent,
                sent,
                0,
                0,
                8,
                Map.of("ok", ok, "status5xx", serverErrors),
                Map.of("200", ok, "502", serverErrors),
                ok,
                ok - 669);
    }

    static BackendCounts backend(long accepts) {
        return new BackendCounts(
                accepts,
                1,
                3000,
                3000 - accepts,
                BackendCounts.ratio(3000 - accepts, 3000),
                2,
                0,
                8,
                3002,
                3000,
                0,
                List.of(
                        new BackendCounts.Tally("GET", "HTTP/1.1", null, 2999),
                        new BackendCounts.Tally("GET", "HTTP/1.0", "close", 1)),
                3L,
                Map.of("fin", accepts - 8));
    }
}
