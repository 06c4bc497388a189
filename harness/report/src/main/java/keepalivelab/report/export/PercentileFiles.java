package keepalivelab.report.export;

import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import keepalivelab.api.InputException;
import keepalivelab.report.CellResult;
import keepalivelab.report.StoredRun;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/** The {@code .hlog} of each cell as {@code .hgrm}, which percentile plotters read: one file for each tag that has values. */
final class PercentileFiles {
    private static final double NANOS_PER_MICRO = 1000;
    private static final int TICKS_PER_HALF_DISTANCE = 5;

    private PercentileFiles() {}

    static Map<String, String> of(List<StoredRun> runs) {
        Map<String, String> files = new TreeMap<>();
        for (StoredRun run : runs) {
            String prefix = runs.size() == 1 ? "" : run.name() + "-";
            for (CellResult cell : run.result().cells()) {
                String log = cell.files().get("latency");
                if (log != null) {
                    addAll(files, prefix, run.folder().resolve(log));
                }
            }
        }
        if (files.isEmpty()) {
            throw new InputException(
                    runs.get(0).folder() + ": no latencies to write; a stored result without its .hlog has none");
        }
        return files;
    }

    private static void addAll(Map<String, String> files, String prefix, Path log) {
        if (!Files.isRegularFile(log)) {
            return;
        }
        String name = prefix + String.valueOf(log.getFileName()).replaceFirst("\\.hlog$", "");
        try (HistogramLogReader reader = new HistogramLogReader(log.toFile())) {
            while (reader.hasNext()) {
                EncodableHistogram next = reader.nextIntervalHistogram();
                if (next instanceof Histogram histogram && histogram.getTotalCount() > 0) {
                    files.put(name + "." + histogram.getTag() + ".hgrm", text(histogram));
                }
            }
        } catch (FileNotFoundException | RuntimeException e) {
            throw new InputException(log + ": no log of histograms: " + e.getMessage());
        }
    }

    private static String text(Histogram histogram) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        histogram.outputPercentileDistribution(
                new PrintStream(bytes, false, StandardCharsets.UTF_8), TICKS_PER_HALF_DISTANCE, NANOS_PER_MICRO);
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
