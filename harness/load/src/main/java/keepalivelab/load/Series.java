package keepalivelab.load;

import keepalivelab.load.Times.Span;
import keepalivelab.load.Times.Split;
import org.HdrHistogram.Histogram;

/** One span's values, told apart by upstream reuse. Confined to one thread. */
final class Series {
    /** What a response says about its upstream connection. */
    enum Upstream {
        UNKNOWN,
        NEW,
        REUSED;

        static Upstream ofExchange(int exchange) {
            if (exchange < 0) {
                return UNKNOWN;
            }
            return exchange == 0 ? NEW : REUSED;
        }
    }

    private static final class Part {
        final Histogram histogram = Times.emptyHistogram();
        long overRange;

        void record(long nanos) {
            if (nanos > Times.MOST_NANOS) {
                // Above its range a histogram throws, and that would end the loop.
                overRange++;
                histogram.recordValue(Times.MOST_NANOS);
            } else {
                histogram.recordValue(Math.max(0, nanos));
            }
        }

        Times into(Times times, Span span, Split split) {
            return times.with(span, split, histogram, overRange);
        }
    }

    private final Span span;
    private final Part unknown = new Part();
    private final Part fresh = new Part();
    private final Part reused = new Part();

    Series(Span span) {
        this.span = span;
    }

    void record(Upstream upstream, long nanos) {
        switch (upstream) {
            case UNKNOWN -> unknown.record(nanos);
            case NEW -> fresh.record(nanos);
            case REUSED -> reused.record(nanos);
        }
    }

    /** Those times with these added; every response is in {@link Split#ALL}. */
    Times into(Times times) {
        Times all = unknown.into(times, span, Split.ALL);
        all = fresh.into(all, span, Split.ALL);
        all = reused.into(all, span, Split.ALL);
        all = fresh.into(all, span, Split.NEW_UPSTREAM);
        return reused.into(all, span, Split.REUSED_UPSTREAM);
    }
}
