package keepalivelab.load;

import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.HdrHistogram.Histogram;

/**
 * Histograms of complete responses, in nanoseconds, 3 significant digits, 1 ns to 60 s, by span and by upstream reuse.
 * Longer values are recorded as 60 s and counted as over range. Immutable.
 */
public final class Times {
    /** Longest value that is told apart. */
    public static final long MOST_NANOS = 60_000_000_000L;

    /** From 1 ns on, or values below 1 ms would be rounded to steps of 512 ns; a histogram takes 216 KiB so. */
    static final long LEAST_NANOS = 1;

    static final int DIGITS = 3;

    /** What was measured. */
    public enum Span {
        /** From the first byte written to the last byte of the response. */
        SERVICE("service"),
        /** From the planned instant to the last byte of the response; open loop only. */
        RESPONSE("response"),
        /** From the planned instant to the first byte written; open loop only, failed requests included. */
        LAG("lag");

        private final String key;

        Span(String key) {
            this.key = key;
        }

        /** Its name in result files. */
        public String key() {
            return key;
        }
    }

    /** Which requests, by what the response says about its upstream connection. */
    public enum Split {
        /** Every one, those whose response names no upstream connection included. */
        ALL("all"),
        /** First exchange on its upstream connection. */
        NEW_UPSTREAM("newUpstream"),
        /** Not the first exchange on its upstream connection. */
        REUSED_UPSTREAM("reusedUpstream");

        private final String key;

        Split(String key) {
            this.key = key;
        }

        /** Its name in result files. */
        public String key() {
            return key;
        }
    }

    private record Cell(Histogram histogram, long overRange) {
        Cell plus(Cell other) {
            Histogram sum = histogram.copy();
            sum.add(other.histogram);
            return new Cell(sum, overRange + other.overRange);
        }
    }

    private final Map<Span, Map<Split, Cell>> cells = new EnumMap<>(Span.class);

    private Times() {}

    /** No times at all. */
    static Times none() {
        return new Times();
    }

    /** An empty histogram of the one shape that all have. */
    static Histogram emptyHistogram() {
        return new Histogram(LEAST_NANOS, MOST_NANOS, DIGITS);
    }

    /** These and one more series, merged with what is there. */
    Times with(Span span, Split split, Histogram histogram, long overRange) {
        Times sum = new Times();
        cells.forEach((s, row) -> sum.cells.put(s, new EnumMap<>(row)));
        sum.row(span).merge(split, new Cell(histogram.copy(), overRange), Cell::plus);
        return sum;
    }

    /** Both merged, histogram by histogram. */
    public Times plus(Times other) {
        Times sum = this;
        for (Map.Entry<Span, Map<Split, Cell>> row : other.cells.entrySet()) {
            for (Map.Entry<Split, Cell> cell : row.getValue().entrySet()) {
                sum = sum.with(
                        row.getKey(),
                        cell.getKey(),
                        cell.getValue().histogram(),
                        cell.getValue().overRange());
            }
        }
        return sum;
    }

    /** The spans that this kind of load has. */
    public Set<Span> spans() {
        return cells.isEmpty()
                ? EnumSet.noneOf(Span.class)
                : Collections.unmodifiableSet(EnumSet.copyOf(cells.keySet()));
    }

    /** A copy of the histogram, in nanoseconds; an empty one for a span that this load does not have. */
    public Histogram histogram(Span span, Split split) {
        Cell cell = cell(span, split);
        return cell.histogram().copy();
    }

    /** How many values were above {@link #MOST_NANOS}. */
    public long overRange(Span span, Split split) {
        return cell(span, split).overRange();
    }

    private Cell cell(Span span, Split split) {
        Cell cell = cells.getOrDefault(span, Map.of()).get(split);
        return cell == null ? new Cell(emptyHistogram(), 0) : cell;
    }

    private Map<Split, Cell> row(Span span) {
        return cells.computeIfAbsent(span, s -> new EnumMap<>(Split.class));
    }
}
