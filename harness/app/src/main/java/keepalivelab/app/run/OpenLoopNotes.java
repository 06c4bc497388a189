package keepalivelab.app.run;

import java.util.Locale;
import java.util.Optional;
import keepalivelab.load.LoadPlan;
import keepalivelab.load.Times;
import keepalivelab.load.Times.Span;
import keepalivelab.load.Times.Split;

/** What a reader of an open loop's times must know about how punctual the generator was. */
final class OpenLoopNotes {
    /** A lag beyond this part of the typical response time is no longer small against what is measured. */
    private static final double MOST_LAG_RATIO = 0.1;

    private static final double P50 = 50;
    private static final double P99 = 99;
    private static final double NANOS_PER_MICRO = 1e3;

    private OpenLoopNotes() {}

    /** One remark; empty for other loads, and where the generator was punctual. */
    static Optional<String> of(LoadPlan plan, Times times) {
        if (!(plan instanceof LoadPlan.OpenLoop open)) {
            return Optional.empty();
        }
        if (open.downstream() == LoadPlan.Downstream.NEW) {
            return Optional.of("every request opens its connection: the lag from planned to sent includes that");
        }
        long typicalNanos = times.histogram(Span.RESPONSE, Split.ALL).getValueAtPercentile(P50);
        return doubt(times.histogram(Span.LAG, Split.ALL).getValueAtPercentile(P99), typicalNanos);
    }

    /**
     * @param lateNanos p99 of the lag
     * @param typicalNanos p50 of the response time; 0 where nothing was answered
     */
    static Optional<String> doubt(long lateNanos, long typicalNanos) {
        if (typicalNanos == 0 || lateNanos <= typicalNanos * MOST_LAG_RATIO) {
            return Optional.empty();
        }
        return Optional.of(String.format(
                Locale.ROOT,
                "doubtful times: the lag from planned to sent (p99 %.0f us) is above a tenth of the response time"
                        + " (p50 %.0f us); generator or connections were not free in time",
                lateNanos / NANOS_PER_MICRO,
                typicalNanos / NANOS_PER_MICRO));
    }
}
