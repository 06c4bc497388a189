package keepalivelab.proxies.embedded;

import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.Histogram;

/**
 * What the byte forwarder times by itself. Published as {@code <name>_p50_us}, {@code <name>_p99_us} and
 * {@code <name>_count}; a name without values is left out. Thread-safe.
 */
final class L4Times {
    private static final long LEAST_NANOS = 1_000;
    private static final long MOST_NANOS = 60_000_000_000L;
    private static final int DIGITS = 3;
    private static final double NANOS_PER_MICRO = 1_000;
    private static final double P50 = 50;
    private static final double P99 = 99;

    private final Histogram connect = histogram();
    private final Histogram prewarmed = histogram();
    private final Histogram dialled = histogram();

    private static Histogram histogram() {
        return new AtomicHistogram(LEAST_NANOS, MOST_NANOS, DIGITS);
    }

    /** A dial, ahead or for a client, from its begin until the loop learnt that it is connected. */
    void connected(long nanos) {
        record(connect, nanos);
    }

    /** From taking a client's connection until the first of its bytes was given to the kernel for the backend. */
    void firstByte(UpstreamOrigin origin, long nanos) {
        record(origin == UpstreamOrigin.PREWARMED ? prewarmed : dialled, nanos);
    }

    private static void record(Histogram histogram, long nanos) {
        histogram.recordValue(Math.max(0, Math.min(MOST_NANOS, nanos)));
    }

    Map<String, Long> figures() {
        Map<String, Long> figures = new LinkedHashMap<>();
        Histogram all = prewarmed.copy();
        all.add(dialled);
        put(figures, "connect", connect);
        put(figures, "first_byte", all);
        put(figures, "first_byte_prewarmed", prewarmed);
        put(figures, "first_byte_dialled", dialled);
        return figures;
    }

    private static void put(Map<String, Long> figures, String name, Histogram histogram) {
        if (histogram.getTotalCount() > 0) {
            figures.put(name + "_count", histogram.getTotalCount());
            figures.put(name + "_p50_us", micros(histogram, P50));
            figures.put(name + "_p99_us", micros(histogram, P99));
        }
    }

    private static long micros(Histogram histogram, double percentile) {
        return Math.round(histogram.getValueAtPercentile(percentile) / NANOS_PER_MICRO);
    }
}
