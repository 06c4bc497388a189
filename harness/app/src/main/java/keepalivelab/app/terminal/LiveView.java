package keepalivelab.app.terminal;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import keepalivelab.report.MiddleCut;
import keepalivelab.report.PlainLine;
import keepalivelab.report.TableValue;

/**
 * The live view of one cell: what was counted so far, with the last samples as small charts. Its numbers are provisional,
 * which it says: they are read one after the other while everything goes on, and before the drain. Not thread-safe.
 */
public final class LiveView {
    /** Lines of the view. */
    public static final int LINES = 8;

    private static final int SAMPLES = 40;
    private static final int SHARE_STEPS = 20;

    private final Terminal terminal;
    private final int columns;
    private final Deque<Double> rates = new ArrayDeque<>();
    private final Deque<Long> opens = new ArrayDeque<>();
    private LiveCounts last = LiveCounts.NONE;
    private long endedBefore;
    private Duration loadTime = Duration.ZERO;
    private long mostOpen;

    /**
     * @param columns of the terminal; no line of the view is as wide
     */
    public LiveView(Terminal terminal, int columns) {
        this.terminal = terminal;
        this.columns = columns;
    }

    /**
     * Takes a sample.
     *
     * @param counts as they are now
     * @param elapsed since the load began
     */
    public void sample(LiveCounts counts, Duration elapsed) {
        last = counts;
        double seconds = (elapsed.toNanos() - loadTime.toNanos()) / 1e9;
        if (seconds > 0) {
            add(rates, (last.ended() - endedBefore) / seconds);
            endedBefore = last.ended();
            loadTime = elapsed;
        }
        add(opens, last.open());
        mostOpen = Math.max(mostOpen, last.open());
    }

    private static <T> void add(Deque<T> samples, T sample) {
        samples.addLast(sample);
        if (samples.size() > SAMPLES) {
            samples.removeFirst();
        }
    }

    /**
     * What is shown.
     *
     * @param place which cell of how many, e.g. {@code [3/9]}
     * @param name of the cell
     * @param planned requests of the cell; 0 where a time ends it
     * @param left of the whole run; empty where nobody knows
     */
    public List<String> lines(String place, String name, long planned, Optional<Duration> left) {
        List<String> lines = new ArrayList<>();
        String time = ProgressLine.left(left).map(text -> ", " + text).orElse("");
        lines.add("live, provisional: counts as they are now, not the result");
        lines.add(entry("cell", place + " " + shortened(name, place.length() + 1 + time.length()) + time));
        lines.add(entry("requests", requests(planned)));
        lines.add(entry("rate", rate()));
        lines.add(entry("reuse", reuse()));
        lines.add(entry("open", open()));
        lines.add(entry("accepts", last.accepts() + " so far, " + last.inFlight() + " requests in flight"));
        lines.add(entry("outcomes", outcomes()));
        return lines.stream().map(this::fitted).toList();
    }

    private String requests(long planned) {
        String done = last.ended() + (planned > 0 ? " of " + planned : "") + " ended";
        if (planned == 0) {
            return done;
        }
        double share = Math.min(1, (double) last.ended() / planned);
        int full = (int) (share * SHARE_STEPS);
        String bar = "[" + "#".repeat(full) + ".".repeat(SHARE_STEPS - full) + "]";
        return done + " " + bar + " " + (int) (share * 100) + "%";
    }

    private String rate() {
        double seconds = loadTime.toNanos() / 1e9;
        if (rates.isEmpty()) {
            return "-";
        }
        return ProgressLine.rate(rates.getLast()) + " now, " + ProgressLine.rate(last.ended() / seconds) + " so far  "
                + terminal.bars().line(rates);
    }

    private String reuse() {
        if (last.exchanges() == 0) {
            return "-";
        }
        double ratio = Math.min(1, (double) last.reusedExchanges() / last.exchanges());
        return TableValue.ratio(ratio).text() + " of " + last.exchanges() + " exchanges on a used connection "
                + terminal.bars().of(ratio);
    }

    private String open() {
        return last.open() + " upstream connections, most seen " + mostOpen + "  "
                + terminal.bars().line(opens);
    }

    private String outcomes() {
        String ended = last.outcomes().entrySet().stream()
                .filter(e -> e.getValue() != 0)
                .map(e -> e.getKey().key() + " " + e.getValue())
                .collect(Collectors.joining(", "));
        return ended.isEmpty() ? "none yet" : ended;
    }

    private static String entry(String what, String text) {
        return String.format(Locale.ROOT, "  %-9s %s", what, text);
    }

    /** A name that has to share its line with so much else. */
    private String shortened(String name, int others) {
        int room = columns - 1 - entry("", "").length() - others;
        return MiddleCut.of(PlainLine.of(name), Math.max(1, room), terminal.cutMark());
    }

    /** Only the end of a chart may be lost by this, and outcomes beyond a line, which the table will have. */
    private String fitted(String line) {
        String bare = line.stripTrailing();
        return bare.length() < columns
                ? bare
                : bare.substring(0, Math.max(0, columns - 1 - terminal.cutMark().length())) + terminal.cutMark();
    }
}
