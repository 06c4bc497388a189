package keepalivelab.app.terminal;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import keepalivelab.report.MiddleCut;
import keepalivelab.report.PlainLine;
import keepalivelab.report.TableValue;

/**
 * The live view of one cell: what was counted so far, with the last samples as small charts. Its numbers are provisional,
 * which it says: they are read one after the other while everything goes on, and before the drain. Not thread-safe.
 */
public final class LiveView implements LiveScene {
    static final String TITLE = "live, provisional: counts as they are now, not the result";

    private static final int HEIGHT = 8;
    private static final int SAMPLES = 40;
    private static final int SHARE_STEPS = 20;

    private final Terminal terminal;
    private final int columns;
    private final long planned;
    private final Deque<Double> rates = new ArrayDeque<>();
    private final Deque<Long> opens = new ArrayDeque<>();
    private LiveCounts last = LiveCounts.NONE;
    private long endedBefore;
    private Duration loadTime = Duration.ZERO;
    private long mostOpen;

    /**
     * @param columns of the terminal; no line of the view is as wide
     * @param planned requests of the cell; 0 where a time ends it
     */
    public LiveView(Terminal terminal, int columns, long planned) {
        this.terminal = terminal;
        this.columns = columns;
        this.planned = planned;
    }

    @Override
    public int height() {
        return HEIGHT;
    }

    @Override
    public void sample(int arm, LiveCounts counts, Duration elapsed) {
        if (elapsed.compareTo(loadTime) < 0) {
            // Another load has begun: its counts begin anew, too.
            endedBefore = 0;
            loadTime = Duration.ZERO;
        }
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

    @Override
    public List<String> lines(String place, String name, String left) {
        List<String> lines = new ArrayList<>(List.of(TITLE));
        lines.add(named("cell", place, name, left));
        lines.add(entry("requests", requests()));
        lines.add(entry("rate", rate()));
        lines.add(entry("reuse", reuse()));
        lines.add(entry("open", open()));
        lines.add(entry("accepts", last.accepts() + " so far, " + last.inFlight() + " requests in flight"));
        lines.add(entry("outcomes", outcomes()));
        return lines.stream().map(this::fitted).toList();
    }

    /** The same in four lines, for one of several arms. */
    List<String> brief() {
        return List.of(
                fitted(entry("rate", rate())),
                fitted(entry("reuse", reuse() + ", " + last.accepts() + " accepts")),
                fitted(entry("open", open())),
                fitted(entry("outcomes", outcomes())));
    }

    private String requests() {
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

    /** A name that has to share its line with so much else is cut in its middle. */
    String named(String what, String place, String name, String left) {
        String end = left.isEmpty() ? "" : ", " + left;
        int room = columns - 1 - entry(what, "").length() - place.length() - 1 - end.length();
        return entry(what, place + " " + MiddleCut.of(PlainLine.of(name), Math.max(1, room), terminal.cutMark()) + end);
    }

    /** Only the end of a chart may be lost by this, and outcomes beyond a line, which the table will have. */
    String fitted(String line) {
        String bare = line.stripTrailing();
        return bare.length() < columns
                ? bare
                : bare.substring(0, Math.max(0, columns - 1 - terminal.cutMark().length())) + terminal.cutMark();
    }
}
