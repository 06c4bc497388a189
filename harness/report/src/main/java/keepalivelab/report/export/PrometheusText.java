package keepalivelab.report.export;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import keepalivelab.report.CellResult;
import keepalivelab.report.RunResult;
import keepalivelab.report.StoredRun;
import keepalivelab.report.Verdict;

/**
 * The text format that node_exporter's textfile collector reads: gauges in base units, without time stamps. Of several runs of
 * the same scenario the last one counts, because a series may stand in a file once.
 */
final class PrometheusText {
    private static final double MICROS = 1e6;
    private static final String PREFIX = "keepalivelab_";

    private PrometheusText() {}

    static String text(List<StoredRun> runs) {
        Map<String, RunResult> last = new LinkedHashMap<>();
        runs.forEach(run -> last.put(run.result().scenario().id(), run.result()));
        Map<String, Family> families = new TreeMap<>();
        last.values().forEach(result -> {
            verdicts(families, result);
            for (Measure measure : Measure.of(result)) {
                boolean time = measure.kind().time();
                family(families, name(measure.kind()), help(measure.kind()))
                        .samples()
                        .put(
                                labels(result, measure.cell()),
                                Numbers.plain(time ? measure.value() / MICROS : measure.value()));
            }
        });
        return families.entrySet().stream()
                .map(family -> family.getValue().text(family.getKey()))
                .collect(Collectors.joining());
    }

    private static void verdicts(Map<String, Family> families, RunResult result) {
        Family held =
                family(families, PREFIX + "held", "Whether the cell held: 1 held, 0 failed, void or inconclusive.");
        for (CellResult cell : result.cells()) {
            if (cell.verdict().measured()) {
                held.samples().put(labels(result, cell), cell.verdict() == Verdict.HELD ? "1" : "0");
            }
        }
    }

    private static Family family(Map<String, Family> families, String name, String help) {
        return families.computeIfAbsent(name, n -> new Family(help, new LinkedHashMap<>()));
    }

    private static String name(Measure.Kind kind) {
        return switch (kind) {
            case ACCEPTS -> PREFIX + "upstream_accepts";
            case REUSE -> PREFIX + "upstream_reuse_ratio";
            case NOT_OK -> PREFIX + "requests_not_ok";
            case DUPLICATES -> PREFIX + "requests_executed_again";
            default -> PREFIX + kind.key() + "_seconds";
        };
    }

    private static String help(Measure.Kind kind) {
        return switch (kind) {
            case ACCEPTS -> "Connections that the backend took in the measured phase.";
            case REUSE -> "Exchanges on a used connection by all exchanges, counted at the backend.";
            case NOT_OK -> "Planned requests without a complete 2xx response.";
            case DUPLICATES -> "Executions of a request beyond the first.";
            case SERVICE_P50 -> "Median time from sending to the last byte.";
            case SERVICE_P99 -> "99th percentile of the time from sending to the last byte.";
            case RESPONSE_P50 -> "Median time from when a request was due to the last byte.";
            case RESPONSE_P99 -> "99th percentile of the time from when a request was due to the last byte.";
        };
    }

    private static String labels(RunResult result, CellResult cell) {
        return "{scenario=\"" + escaped(result.scenario().id()) + "\",arm=\""
                + escaped(cell.arm().label()) + "\",cell=\"" + escaped(Measure.place(cell)) + "\"}";
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }

    /**
     * All series of one name.
     *
     * @param help for people
     * @param samples labels → value
     */
    private record Family(String help, Map<String, String> samples) {
        String text(String name) {
            String head = "# HELP " + name + " " + help + "\n# TYPE " + name + " gauge\n";
            return samples.entrySet().stream()
                    .map(sample -> name + sample.getKey() + " " + sample.getValue() + "\n")
                    .collect(Collectors.joining("", head, ""));
        }
    }
}
