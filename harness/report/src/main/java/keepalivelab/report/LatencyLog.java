package keepalivelab.report;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Whole distributions in HdrHistogram's log format, one line each, so that any of its tools can read them.
 *
 * @param unit of the recorded values; stated in a comment, and the "max" column is in milliseconds
 * @param entries in the order they are written
 */
public record LatencyLog(LatencyUnit unit, List<Entry> entries) {
    public LatencyLog {
        Objects.requireNonNull(unit, "unit");
        entries = List.copyOf(entries);
    }

    /** The log as the file's content. */
    public byte[] bytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        HistogramLogWriter writer = new HistogramLogWriter(new PrintStream(bytes, false, StandardCharsets.UTF_8));
        writer.outputComment("[values are in " + unit.name().toLowerCase(Locale.ROOT) + "]");
        writer.outputLogFormatVersion();
        entries.stream()
                .map(Entry::startedAt)
                .min(Instant::compareTo)
                .ifPresent(first -> writer.outputStartTime(first.toEpochMilli()));
        writer.outputLegend();
        entries.forEach(entry -> entry.writeTo(writer, unit));
        writer.close();
        return bytes.toByteArray();
    }

    /**
     * One distribution.
     *
     * @param tag the class of requests it is of, e.g. {@code service.reusedUpstream}; no space, comma or line break
     * @param startedAt when the first of them could be recorded
     * @param finishedAt when the last could
     * @param histogram not written to meanwhile
     */
    public record Entry(String tag, Instant startedAt, Instant finishedAt, Histogram histogram) {
        public Entry {
            if (!tag.matches("[^,\\s]+")) {
                throw new IllegalArgumentException("tag '" + tag + "' is empty or has a space, comma or line break");
            }
            if (finishedAt.isBefore(startedAt)) {
                throw new IllegalArgumentException("finished " + finishedAt + " before it started " + startedAt);
            }
        }

        private void writeTo(HistogramLogWriter writer, LatencyUnit unit) {
            // A copy, because the tag travels in the histogram, which is the caller's.
            Histogram tagged = histogram.copy();
            tagged.setTag(tag);
            writer.outputIntervalHistogram(seconds(startedAt), seconds(finishedAt), tagged, unit.perMillisecond());
        }

        private static double seconds(Instant at) {
            Duration sinceEpoch = Duration.between(Instant.EPOCH, at);
            return sinceEpoch.getSeconds() + sinceEpoch.getNano() / 1e9;
        }
    }
}
