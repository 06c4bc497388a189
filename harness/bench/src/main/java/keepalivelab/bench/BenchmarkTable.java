package keepalivelab.bench;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.util.Statistics;

/**
 * Results of benchmarks as Markdown: those of pools with a row for each benchmark and a column for each pool, all others
 * with a row each.
 */
final class BenchmarkTable {
    private static final String POOL = "pool";

    private BenchmarkTable() {}

    /** Mean over all iterations of all forks, and between which least and most of them it lies. */
    static String of(Collection<RunResult> results) {
        List<RunResult> pools = new ArrayList<>();
        List<RunResult> others = new ArrayList<>();
        for (RunResult run : results) {
            (run.getParams().getParamsKeys().contains(POOL) ? pools : others).add(run);
        }
        List<String> tables = new ArrayList<>();
        if (!others.isEmpty()) {
            tables.add(single(others));
        }
        if (!pools.isEmpty()) {
            tables.add(byPool(pools));
        }
        return String.join("\n", tables);
    }

    private static String single(List<RunResult> results) {
        Map<String, String> rows = new TreeMap<>();
        results.forEach(run -> rows.put(
                rowName(run),
                cell(run.getPrimaryResult().getStatistics()) + " | "
                        + run.getPrimaryResult().getScoreUnit()));
        StringBuilder table = new StringBuilder("One thread: mean (least to most of all iterations)\n\n");
        line(table, "benchmark", List.of("score", "unit"));
        table.append("|---|---|---|\n");
        rows.forEach((name, row) -> line(table, name, List.of(row)));
        return table.toString();
    }

    private static String byPool(List<RunResult> results) {
        Map<String, Map<String, String>> rows = new TreeMap<>();
        TreeSet<String> pools = new TreeSet<>();
        String unit = "";
        for (RunResult run : results) {
            String pool = run.getParams().getParam(POOL);
            pools.add(pool);
            unit = run.getPrimaryResult().getScoreUnit();
            rows.computeIfAbsent(rowName(run), name -> new TreeMap<>())
                    .put(pool, cell(run.getPrimaryResult().getStatistics()));
        }
        StringBuilder table = new StringBuilder(
                "Calls of all threads together, " + unit + ": mean (least to most of all iterations)\n\n");
        line(table, "benchmark", pools);
        table.append("|---".repeat(pools.size() + 1)).append("|\n");
        rows.forEach((name, cells) -> line(
                table,
                name,
                pools.stream().map(pool -> cells.getOrDefault(pool, "")).toList()));
        return table.toString();
    }

    private static String rowName(RunResult run) {
        String[] path = run.getParams().getBenchmark().split("\\.", -1);
        return path[path.length - 2] + " " + path[path.length - 1];
    }

    private static String cell(Statistics score) {
        return String.format(Locale.ROOT, "%.2f (%.2f to %.2f)", score.getMean(), score.getMin(), score.getMax());
    }

    private static void line(StringBuilder table, String first, Collection<String> others) {
        table.append("| ").append(first);
        others.forEach(cell -> table.append(" | ").append(cell));
        table.append(" |\n");
    }
}
