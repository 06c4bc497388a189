package keepalivelab.report.export;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import keepalivelab.report.CellResult;
import keepalivelab.report.StoredRun;

/**
 * Go's benchmark format, in which benchstat compares: one line per cell and run. Whether a larger value is better stands in
 * {@code Unit} lines. Counts are not declared exact, because those of a pool that churns are not.
 */
final class BenchmarkText {
    private static final double NANOS = 1000;

    private BenchmarkText() {}

    static String text(List<StoredRun> runs) {
        StringBuilder text = new StringBuilder();
        for (Measure.Kind kind : Measure.Kind.values()) {
            text.append("Unit ").append(unit(kind)).append(" better=");
            text.append(kind.better() == Measure.Better.SMALLER ? "lower" : "higher")
                    .append('\n');
        }
        for (StoredRun run : runs) {
            lines(run).forEach(line -> text.append(line).append('\n'));
        }
        return text.toString();
    }

    private static List<String> lines(StoredRun run) {
        Map<CellResult, List<Measure>> cells = new LinkedHashMap<>();
        for (Measure measure : Measure.of(run.result())) {
            cells.computeIfAbsent(measure.cell(), cell -> new ArrayList<>()).add(measure);
        }
        List<String> lines = new ArrayList<>();
        cells.forEach((cell, measures) -> lines.add(name(run, cell) + " " + requests(cell) + " "
                + measures.stream()
                        .map(m -> Numbers.plain(m.kind().time() ? m.value() * NANOS : m.value()) + " " + unit(m.kind()))
                        .collect(Collectors.joining(" "))));
        return lines;
    }

    /** {@code BenchmarkKeepaliveSize/size=8/clients=32/arm=embedded_lifo}. */
    private static String name(StoredRun run, CellResult cell) {
        StringBuilder name = new StringBuilder("Benchmark");
        for (String word : run.result().scenario().id().split("-", -1)) {
            name.append(word.substring(0, Math.min(1, word.length())).toUpperCase(Locale.ROOT))
                    .append(word, Math.min(1, word.length()), word.length());
        }
        cell.axes()
                .forEach((axis, value) ->
                        name.append('/').append(word(axis)).append('=').append(word(value.toString())));
        return name + "/arm=" + word(cell.arm().label());
    }

    private static String word(String text) {
        return text.replaceAll("[^A-Za-z0-9._@+-]+", "_");
    }

    private static long requests(CellResult cell) {
        return cell.client() == null ? 1 : Math.max(1, cell.client().sent());
    }

    private static String unit(Measure.Kind kind) {
        return kind.time() ? kind.key().replace('_', '-') + "-ns" : kind.key().replace('_', '-');
    }
}
