package keepalivelab.bench.pools;

import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.util.Statistics;

/** Results of benchmarks as a Markdown table: a row for each benchmark, a column for each pool. */
final class BenchmarkTable {
    private BenchmarkTable() {}

    /** Mean over all iterations of all forks, and between which least and most of them it lies. */
    static String of(Collection<RunResult> results) {
        Map<String, Map<String, String>> rows = new TreeMap<>();
        TreeSet<String> pools = new TreeSet<>();
        String unit = "";
        for (RunResult run : results) {
            String pool = run.getParams().getParam("pool");
            Result<?> score = run.getPrimaryResult();
            pools.add(pool);
            unit = score.getScoreUnit();
            rows.computeIfAbsent(rowName(run), name -> new TreeMap<>()).put(pool, cell(score.getStatistics()));
        }
        StringBuilder table = new StringBuilder(
                "Calls of all threads together, " + unit + ": mean (least to most of all" + " iterations)\n\n");
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
