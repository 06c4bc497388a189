package keepalivelab.report.page;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import keepalivelab.report.BackendCounts;
import keepalivelab.report.CellDraft;
import keepalivelab.report.CellResult;
import keepalivelab.report.ClientCounts;
import keepalivelab.report.Comparison;
import keepalivelab.report.Environment;
import keepalivelab.report.ExpectationResult;
import keepalivelab.report.Gate;
import keepalivelab.report.GatedCell;
import keepalivelab.report.LatencyLog;
import keepalivelab.report.LatencySummary;
import keepalivelab.report.LatencyUnit;
import keepalivelab.report.MeasuredArm;
import keepalivelab.report.ProxyLog;
import keepalivelab.report.Published;
import keepalivelab.report.ResultDirectory;
import keepalivelab.report.RunResult;
import keepalivelab.report.Scenario;
import keepalivelab.report.Series;
import keepalivelab.report.StoredRun;
import keepalivelab.report.TableLayout;
import keepalivelab.report.Times;
import keepalivelab.report.Verdict;
import org.HdrHistogram.Histogram;

/** A run's folder for tests, invented but whole: it has what each kind of picture needs. */
final class SampleRun {
    static final Instant STARTED = Instant.parse("2026-03-04T05:06:07.123456Z");
    static final String QUESTION = "How many connections does a pool need?";

    private static final List<String> CLOSES =
            List.of("peer,fin,peer", "backend,fin,timer", "backend,dirty,timer", "peer,rst,peer");
    private static final double NANOS = 1e3;

    private final Random random = new Random(7);
    private String title = "Idle pool size against concurrency";
    private String logLine = "upstream prematurely closed connection";
    private String header = "close";
    private Verdict worst = Verdict.FAILED;

    static SampleRun usual() {
        return new SampleRun();
    }

    SampleRun titled(String text) {
        title = text;
        return this;
    }

    SampleRun logging(String line) {
        logLine = line;
        return this;
    }

    SampleRun receiving(String connectionHeader) {
        header = connectionHeader;
        return this;
    }

    SampleRun with(Verdict verdict) {
        worst = verdict;
        return this;
    }

    /** The run without an end. */
    Path partial(Path runs) {
        ResultDirectory directory = ResultDirectory.create(runs, "sample", STARTED, 7);
        directory.write(result(directory));
        return directory.path();
    }

    /** The run with its end. */
    Path write(Path runs) {
        ResultDirectory directory = ResultDirectory.create(runs, "sample", STARTED, 7);
        directory.write(result(directory).finished(STARTED.plusSeconds(60)));
        return directory.path();
    }

    static ReportedRun reported(Path folder) {
        return new ReportedRun(StoredRun.read(folder), QUESTION, TableLayout.standard(), List.of());
    }

    private RunResult result(ResultDirectory directory) {
        List<CellResult> cells = new ArrayList<>();
        for (String arm : List.of("embedded", "nginx@1.31.3")) {
            for (int size : new int[] {2, 8}) {
                for (int clients : new int[] {1, 8}) {
                    cells.add(cell(directory, arm, size, clients));
                }
            }
        }
        List<Gate> gates = List.of(
                gate("p50", Gate.Unit.RATIO, 0.2, Verdict.FAILED),
                gate("p99", Gate.Unit.RATIO, -0.02, Verdict.HELD),
                gate("acceptsPer100", Gate.Unit.DIFFERENCE, 0.4, Verdict.INCONCLUSIVE));
        return RunResult.started(
                        new RunResult.Tool("0.1.0", "15625b9", List.of("./run-scenario", "sample", "--set", "a=b c")),
                        7,
                        STARTED,
                        new Scenario("sample", title, "a document", "a".repeat(64), Map.of("n", 3000)),
                        new Environment("Linux 6.1", "a CPU", 2, "a JDK 17", 0.5, Map.of("openFiles", "1024")))
                .withCells(cells)
                .withRounds(comparison(), List.of())
                .withGates(gates);
    }

    private static Comparison comparison() {
        return new Comparison(
                new MeasuredArm("old", "nginx", "plain", "1.22.1", null),
                new MeasuredArm("new", "nginx", "plain", "1.31.3", null),
                List.of(new GatedCell("size=8,clients=8", Map.of("size", 8, "clients", 8), false)),
                "duet",
                16,
                2,
                1.5,
                2,
                0.01);
    }

    private CellResult cell(ResultDirectory directory, String arm, int size, int clients) {
        String id = arm + "/size=" + size + ",clients=" + clients;
        Map<String, Object> axes = new LinkedHashMap<>();
        axes.put("size", size);
        axes.put("clients", clients);
        long accepts = size < clients ? 400L + random.nextInt(200) : clients;
        boolean trouble = arm.startsWith("nginx") && size < clients;
        CellDraft draft = CellResult.of(id, new MeasuredArm(arm, "nginx", "plain", "1.31.3", "b".repeat(64)), axes)
                .counts(client(trouble ? 20 : 0), backend(accepts))
                .published(new Published(Map.of("accepts", accepts), "a document"))
                .knobs(Map.of("pool.max-idle", "applied"))
                .expectation(new ExpectationResult(
                        ExpectationResult.Kind.EXPECT, "backend.accepts == 8", "as many", !trouble))
                .proxy(new ProxyLog(trouble ? 20L : 0L, List.of()), Map.of("connects", accepts));
        files(directory, id, draft, accepts);
        sweep(draft);
        return trouble
                ? draft.judged(worst, worst == Verdict.HELD ? List.of() : List.of("20 requests got a 502"))
                : draft.judged(Verdict.HELD, List.of());
    }

    private static ClientCounts client(long bad) {
        long ok = 3000 - bad;
        return new ClientCounts(
                3000, 3000, 0, 0, 8, Map.of("ok", ok, "status5xx", bad), Map.of("200", ok, "502", bad), ok, ok - 400);
    }

    private BackendCounts backend(long accepts) {
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
                List.of(new BackendCounts.Tally("GET", "HTTP/1.1", header, 3000)),
                3L,
                Map.of("peer fin", accepts - 1));
    }

    private void files(ResultDirectory directory, String id, CellDraft draft, long accepts) {
        StringBuilder connections = new StringBuilder(
                "connection,peer_port,accepted_at_us,closed_at_us,exchanges,broken_exchanges,closed_by,how,cause\n");
        StringBuilder exchanges =
                new StringBuilder("request,connection,index,method,idle_us,executed_at_us,answered_at_us\n");
        int request = 0;
        for (int connection = 1; connection <= accepts; connection++) {
            double acceptedAt = connection * 900 + random.nextInt(500);
            int carried = 1 + random.nextInt(9);
            boolean broken = connection % 11 == 0;
            for (int i = 0; i < carried; i++) {
                double at = acceptedAt + 300 + i * 2100;
                boolean lost = broken && i == carried - 1;
                exchanges.append(
                        format("%d,%d,%d,GET,5.0,%.1f,%s\n", request++, connection, i, at, lost ? "" : text(at + 90)));
            }
            String end = connection == accepts ? "open,none,none" : CLOSES.get(connection % 7 % CLOSES.size());
            String closedAt = connection == accepts ? "" : text(acceptedAt + carried * 2100 + 400);
            connections.append(format(
                    "%d,%d,%.1f,%s,%d,%d,%s\n",
                    connection,
                    40_000 + connection,
                    acceptedAt,
                    closedAt,
                    carried - (broken ? 1 : 0),
                    broken ? 1 : 0,
                    end));
        }
        draft.file("ledger", directory.write(id, "connections.csv", connections.toString()));
        draft.file("exchanges", directory.write(id, "exchanges.csv", exchanges.toString()));
        draft.file(
                "config nginx.conf",
                directory.write(id, "nginx.conf", "keepalive 2; # " + id + "\nlisten 127.0.0.1:41234;\n"));
        directory.write(id, "error.log", "first line\n" + logLine + "\n");
        draft.file("latency", directory.write(id, latencies(draft)));
    }

    private LatencyLog latencies(CellDraft draft) {
        Histogram all = new Histogram(3);
        Histogram fresh = new Histogram(3);
        Histogram used = new Histogram(3);
        for (int i = 0; i < 3000; i++) {
            boolean isNew = i % 8 == 0;
            long nanos = (long) (Math.exp(random.nextGaussian() * 0.5 + (isNew ? 6.2 : 5)) * NANOS);
            all.recordValue(nanos);
            (isNew ? fresh : used).recordValue(nanos);
        }
        draft.times(
                Duration.ofMillis(520), Times.ofService(new Times.Split(summary(all), summary(fresh), summary(used))));
        Instant end = STARTED.plusSeconds(2);
        return new LatencyLog(
                LatencyUnit.NANOSECONDS,
                List.of(
                        new LatencyLog.Entry("service.all", STARTED, end, all),
                        new LatencyLog.Entry("service.newUpstream", STARTED, end, fresh),
                        new LatencyLog.Entry("service.reusedUpstream", STARTED, end, used)));
    }

    private static LatencySummary summary(Histogram histogram) {
        return LatencySummary.of(histogram, LatencyUnit.NANOSECONDS, 0).orElseThrow();
    }

    private void sweep(CellDraft draft) {
        List<List<Object>> rows = new ArrayList<>();
        for (int bin = -8; bin < 8; bin++) {
            double from = 300_000 + bin * 500.0;
            long failed = bin == -1 ? 1 : bin == 0 ? 2 : 0;
            rows.add(List.of(from, from + 500, 4L, failed, failed / 4.0, bin < -1 ? 1.0 : bin < 1 ? 0.5 : 0.0));
        }
        draft.figure("limitMs", 300.0).figure("firstNewMs", 299.6).figure("lastReusedMs", 300.4);
        draft.series(new Series(
                "gapBins", List.of("fromUs", "toUs", "requests", "failed", "failureRatio", "reuseRatio"), rows));
    }

    private static Gate gate(String metric, Gate.Unit unit, double change, Verdict verdict) {
        return new Gate(
                "size=8,clients=8",
                metric,
                unit,
                205.5,
                246.6,
                change,
                change - 0.05,
                change + 0.05,
                1.5e-5,
                0.005,
                0.03,
                0.1,
                0.06,
                16,
                verdict,
                "a reason for " + metric);
    }

    /** Puts another text in the place of one in {@code result.json}. */
    static void replace(Path folder, String text, String other) {
        Path file = folder.resolve(ResultDirectory.RESULT);
        try {
            String json = Files.readString(file);
            if (!json.contains(text)) {
                throw new IllegalArgumentException("no " + text);
            }
            Files.writeString(file, json.replace(text, other));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(double number) {
        return format("%.1f", number);
    }

    private static String format(String form, Object... values) {
        return String.format(Locale.ROOT, form, values);
    }
}
