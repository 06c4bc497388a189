package keepalivelab.report.page;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/**
 * The distributions of times that a cell's histogram log holds.
 *
 * @param histograms tag, e.g. {@code service.reusedUpstream} → histogram, as it was recorded
 * @param perMicrosecond recorded units in a microsecond
 */
record Distributions(Map<String, Histogram> histograms, double perMicrosecond) {
    private static final String NANOSECONDS = "[values are in nanoseconds]";
    private static final double NANOS = 1e3;
    private static final int HEAD = 400;

    /** Those of a cell; empty where the log is missing or is none. */
    static Optional<Distributions> of(CellFiles files) {
        return files.bytes("latency").flatMap(Distributions::read);
    }

    private static Optional<Distributions> read(byte[] log) {
        String head = new String(log, 0, Math.min(HEAD, log.length), StandardCharsets.UTF_8);
        Map<String, Histogram> found = new LinkedHashMap<>();
        try (HistogramLogReader reader = new HistogramLogReader(new ByteArrayInputStream(log))) {
            EncodableHistogram next;
            while ((next = reader.nextIntervalHistogram()) != null) {
                if (next instanceof Histogram histogram && histogram.getTag() != null) {
                    found.merge(histogram.getTag(), histogram, Distributions::sum);
                }
            }
        } catch (RuntimeException notALog) {
            // The library throws several kinds for a damaged file; without it there is nothing to draw.
            return Optional.empty();
        }
        return found.isEmpty()
                ? Optional.empty()
                : Optional.of(new Distributions(found, head.contains(NANOSECONDS) ? NANOS : 1));
    }

    private static Histogram sum(Histogram first, Histogram second) {
        Histogram sum = first.copy();
        sum.setAutoResize(true);
        sum.add(second);
        return sum;
    }

    /** A distribution with at least one time; empty for none. */
    Optional<Distribution> of(String tag, long overRange) {
        return Optional.ofNullable(histograms.get(tag))
                .filter(histogram -> histogram.getTotalCount() > 0)
                .map(histogram -> new Distribution(histogram, perMicrosecond, overRange));
    }
}
