package keepalivelab.report.export;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import keepalivelab.report.CellResult;
import keepalivelab.report.JsonForm;
import keepalivelab.report.StoredRun;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The array of {@code name, unit, value, extra} that github-action-benchmark draws charts of. A file has one direction, so
 * there are two.
 */
final class GithubBenchmark {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .defaultPrettyPrinter(JsonForm.printer())
            .build();

    private GithubBenchmark() {}

    static String text(List<StoredRun> runs, Measure.Better better) {
        List<Map<String, Object>> entries = new ArrayList<>();
        for (StoredRun run : runs) {
            if (better == Measure.Better.SMALLER) {
                GateRatio.of(run.result()).forEach(ratio -> entries.add(entry(run, ratio)));
            }
            Measure.of(run.result()).stream()
                    .filter(measure -> measure.kind().better() == better)
                    .forEach(measure -> entries.add(entry(run, measure)));
        }
        return JSON.writeValueAsString(entries) + "\n";
    }

    /** A ratio of two arms of one run is what a chart over many machines can show. */
    private static Map<String, Object> entry(StoredRun run, GateRatio ratio) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("name", run.result().scenario().id() + "/" + ratio.name());
        entry.put("unit", "ratio");
        entry.put("value", new BigDecimal(Numbers.rounded(ratio.value())));
        if (ratio.low() != null && ratio.high() != null) {
            entry.put("range", Numbers.rounded(ratio.low()) + " to " + Numbers.rounded(ratio.high()));
        }
        entry.put("extra", ratio.gate().word() + ": " + ratio.gate().reason());
        return entry;
    }

    private static Map<String, Object> entry(StoredRun run, Measure measure) {
        CellResult cell = measure.cell();
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put(
                "name",
                run.result().scenario().id() + "/" + Measure.place(cell) + "/"
                        + cell.arm().label() + " " + measure.kind().key());
        entry.put("unit", measure.kind().unit());
        entry.put("value", Numbers.json(measure.value()));
        entry.put(
                "extra",
                "seed " + run.result().seed() + ", " + cell.verdict().key()
                        + (measure.kind().time() ? ", not judged" : ""));
        return entry;
    }
}
