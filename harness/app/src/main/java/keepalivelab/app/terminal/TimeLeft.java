package keepalivelab.app.terminal;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import keepalivelab.api.Ticker;

/**
 * Estimates how long a work of several parts still takes: the present part by what of it is done, each later part by the
 * finished ones of its kind, or by all finished ones where there is none of its kind. Not thread-safe.
 */
public final class TimeLeft {
    /** A smaller share of a part says too little about the whole of it. */
    private static final double LEAST_SHARE = 0.02;

    private final Ticker ticker;
    private final Map<String, Mean> finished = new HashMap<>();
    private final Mean all = new Mean();
    private String present = "";
    private List<String> later = List.of();
    private long beganNanos;

    private static final class Mean {
        private double sum;
        private int count;

        void add(double value) {
            sum += value;
            count++;
        }

        boolean known() {
            return count > 0;
        }

        double value() {
            return sum / count;
        }
    }

    public TimeLeft(Ticker ticker) {
        this.ticker = ticker;
    }

    /**
     * A part begins; the one before, if any, has ended.
     *
     * @param kind parts of one kind take similar time
     * @param kindsOfLater kinds of the parts that come after it
     */
    public void begins(String kind, List<String> kindsOfLater) {
        ends();
        present = kind;
        later = List.copyOf(kindsOfLater);
        beganNanos = ticker.nanos();
    }

    /** The present part has ended. */
    public void ends() {
        if (!present.isEmpty()) {
            double took = ticker.nanos() - beganNanos;
            finished.computeIfAbsent(present, kind -> new Mean()).add(took);
            all.add(took);
            present = "";
        }
    }

    /**
     * The time left of everything; empty as long as nothing is known.
     *
     * @param share of the present part's load that is done, 0 to 1
     * @param loadTime since that load began; the part itself began earlier
     */
    public Optional<Duration> estimate(double share, Duration loadTime) {
        double elapsed = ticker.nanos() - beganNanos;
        double whole;
        if (share >= LEAST_SHARE) {
            whole = elapsed + loadTime.toNanos() * (1 - Math.min(1, share)) / share;
        } else if (all.known()) {
            whole = expected(present, 0);
        } else {
            return Optional.empty();
        }
        double left = Math.max(0, whole - elapsed);
        for (String kind : later) {
            left += expected(kind, whole);
        }
        return Optional.of(Duration.ofNanos((long) left));
    }

    private double expected(String kind, double otherwise) {
        Mean ofKind = finished.get(kind);
        if (ofKind != null) {
            return ofKind.value();
        }
        return all.known() ? all.value() : otherwise;
    }

    /** For people: {@code 12 s}, {@code 3 min 20 s}, {@code 2 h 5 min}. */
    static String text(Duration left) {
        long seconds = Math.round(left.toMillis() / 1e3);
        if (seconds < 60) {
            return seconds + " s";
        }
        long minutes = seconds / 60;
        return minutes < 60 ? minutes + " min " + seconds % 60 + " s" : minutes / 60 + " h " + minutes % 60 + " min";
    }
}
