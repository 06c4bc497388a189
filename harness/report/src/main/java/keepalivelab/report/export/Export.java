package keepalivelab.report.export;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import keepalivelab.api.InputException;
import keepalivelab.api.NearestWord;
import keepalivelab.report.StoredRun;

/** A format that stored runs can be written in. Immutable. */
public final class Export {
    /** Rows of a history. */
    public static final Export HISTORY =
            new Export("history", "history.csv", "ratios to the first arm, one row per run", HistoryCsv::text);

    private static final List<Export> ALL = List.of(
            new Export("csv", "runs.csv", "tidy table, one row per cell, over any number of runs", RunsCsv::text),
            new Export("junit", "junit.xml", "a test case per expectation, baseline and gate", each(JunitXml::text)),
            new Export("markdown", "summary.md", "what a CI shows on the job's page", each(JobSummary::text)),
            new Export(
                    "github-benchmark-smaller",
                    "github-benchmark-smaller.json",
                    "github-action-benchmark, tool customSmallerIsBetter",
                    runs -> GithubBenchmark.text(runs, Measure.Better.SMALLER)),
            new Export(
                    "github-benchmark-bigger",
                    "github-benchmark-bigger.json",
                    "github-action-benchmark, tool customBiggerIsBetter",
                    runs -> GithubBenchmark.text(runs, Measure.Better.BIGGER)),
            new Export("bmf", "bmf.json", "Bencher Metric Format", BencherMetrics::text),
            new Export("benchstat", "bench.txt", "Go's benchmark format, for benchstat", BenchmarkText::text),
            new Export("prometheus", "metrics.prom", "for node_exporter's textfile collector", PrometheusText::text),
            HISTORY,
            new Export(
                    "hgrm", "percentile distributions in us, a file per cell and kind of time", PercentileFiles::of));

    private final String key;
    private final String meaning;
    private final Function<List<StoredRun>, Map<String, String>> documents;

    private Export(String key, String fileName, String meaning, Function<List<StoredRun>, String> text) {
        this(key, meaning, runs -> Map.of(fileName, text.apply(runs)));
    }

    private Export(String key, String meaning, Function<List<StoredRun>, Map<String, String>> documents) {
        this.key = key;
        this.meaning = meaning;
        this.documents = documents;
    }

    /** Every format. */
    public static List<Export> all() {
        return ALL;
    }

    /**
     * The format of that word.
     *
     * @throws InputException naming the nearest
     */
    public static Export of(String key) {
        return ALL.stream()
                .filter(format -> format.key.equals(key))
                .findFirst()
                .orElseThrow(() -> new InputException("unknown format '" + key + "'"
                        + NearestWord.hint(key, ALL.stream().map(Export::key).toList())));
    }

    /** The word on the command line. */
    public String key() {
        return key;
    }

    /** One line for people. */
    public String meaning() {
        return meaning;
    }

    /**
     * The files of that format, by name.
     *
     * @param runs at least one
     * @throws InputException where these runs have nothing to say in this format
     */
    public Map<String, String> documents(List<StoredRun> runs) {
        return documents.apply(runs);
    }

    @Override
    public String toString() {
        return key;
    }

    /** A format in which every run is a document of its own: only one at a time. */
    private static Function<List<StoredRun>, String> each(Function<StoredRun, String> one) {
        return runs -> {
            if (runs.size() > 1) {
                String all = runs.stream().map(StoredRun::name).collect(Collectors.joining(", "));
                throw new InputException("this format holds one run; name one of " + all);
            }
            return one.apply(runs.get(0));
        };
    }
}
