package keepalivelab.report.export;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import keepalivelab.report.CellResult;
import keepalivelab.report.JsonForm;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import keepalivelab.report.StoredRun;

/** Bencher Metric Format: benchmark → measure → value. Times are in nanoseconds, as Bencher's own measure of latency is. */
final class BencherMetrics {
    private static final double NANOS = 1000;
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .defaultPrettyPrinter(JsonForm.printer())
            .build();

    private BencherMetrics() {}

    static String text(List<StoredRun> runs) {
        Map<String, Map<String, Map<String, Object>>> benchmarks = new LinkedHashMap<>();
        for (StoredRun run : runs) {
            for (Measure measure : Measure.of(run.result())) {
                CellResult cell = measure.cell();
                String benchmark = run.result().scenario().id() + "/" + Measure.place(cell) + "/"
                        + cell.arm().label();
                boolean time = measure.kind().time();
                benchmarks
                        .computeIfAbsent(benchmark, b -> new LinkedHashMap<>())
                        .put(
                                slug(measure.kind()),
                                Map.of("value", Numbers.json(measure.value() * (time ? NANOS : 1))));
            }
        }
        return JSON.writeValueAsString(benchmarks) + "\n";
    }

    /** A measure's slug has hyphens. */
    private static String slug(Measure.Kind kind) {
        return kind.key().replace('_', '-') + (kind.time() ? "-ns" : "");
    }
}
