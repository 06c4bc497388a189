package keepalivelab.report.export;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import keepalivelab.report.CellResult;
import keepalivelab.report.JsonForm;
import keepalivelab.report.StoredRun;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

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
            String scenario = run.result().scenario().id();
            GateRatio.of(run.result())
                    .forEach(ratio -> benchmarks
                            .computeIfAbsent(scenario + "/" + ratio.gate().cell(), b -> new LinkedHashMap<>())
                            .put(ratio.gate().metric() + "-to-base", metric(ratio)));
            for (Measure measure : Measure.of(run.result())) {
                CellResult cell = measure.cell();
                String benchmark =
                        scenario + "/" + Measure.place(cell) + "/" + cell.arm().label();
                boolean time = measure.kind().time();
                benchmarks
                        .computeIfAbsent(benchmark, b -> new LinkedHashMap<>())
                        .put(slug(measure.kind()), Map.of("value", Numbers.json(measure.value() * (time ? NANOS : 1))));
            }
        }
        return JSON.writeValueAsString(benchmarks) + "\n";
    }

    private static Map<String, Object> metric(GateRatio ratio) {
        Map<String, Object> metric = new LinkedHashMap<>();
        metric.put("value", new BigDecimal(Numbers.rounded(ratio.value())));
        if (ratio.low() != null) {
            metric.put("lower_value", new BigDecimal(Numbers.rounded(ratio.low())));
        }
        if (ratio.high() != null) {
            metric.put("upper_value", new BigDecimal(Numbers.rounded(ratio.high())));
        }
        return metric;
    }

    /** A measure's slug has hyphens. */
    private static String slug(Measure.Kind kind) {
        return kind.key().replace('_', '-') + (kind.time() ? "-ns" : "");
    }
}
