package keepalivelab.app.run;

import java.io.PrintWriter;
import java.io.Writer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import keepalivelab.api.Outcome;
import keepalivelab.api.Ticker;
import keepalivelab.app.scenario.CellWork;
import keepalivelab.app.terminal.LiveCounts;
import keepalivelab.app.terminal.LiveScene;
import keepalivelab.app.terminal.LiveView;
import keepalivelab.app.terminal.PairedLiveView;
import keepalivelab.app.terminal.ProgressLine;
import keepalivelab.app.terminal.Screen;
import keepalivelab.app.terminal.Terminal;
import keepalivelab.app.terminal.TerminalSize;
import keepalivelab.app.terminal.TimeLeft;
import keepalivelab.load.LoadPlan;

/**
 * Where a run is, on the terminal of a person who watches: one line, or the live view. Off a terminal it does nothing. Not
 * thread-safe, but for {@link #close}.
 */
final class RunProgress implements AutoCloseable {
    private static final Duration REPETITION_PERIOD = Duration.ofMillis(250);
    /** After so many a frame takes a tenth of a millisecond, where the first take several. */
    private static final int DRAWN_FOR_NOBODY = 200;

    private final Terminal terminal;
    private final Screen screen;
    private final TimeLeft timeLeft;
    private final boolean watched;
    private final boolean wantsLive;
    private Optional<LiveScene> live = Optional.empty();
    private Part part = Part.NONE;
    private int columns;
    private Duration repetitionShown = Duration.ZERO;
    private boolean drawn;

    /**
     * One part of a run.
     *
     * @param place which of how many, e.g. {@code [3/9]}
     * @param name for people
     * @param kind parts of one kind take similar time
     * @param planned requests; 0 where their number does not end it
     * @param time that its load takes; zero where no time ends it
     * @param compared labels of the two arms that are measured at once; empty for a single one
     */
    record Part(String place, String name, String kind, long planned, Duration time, List<String> compared) {
        /** Nothing is under way. */
        static final Part NONE = new Part("", "", "", 0, Duration.ZERO, List.of());

        Part {
            compared = List.copyOf(compared);
        }

        /** A round of a comparison, in one of its cells. */
        static Part ofRound(ComparisonOrder order, int index, String cell) {
            String place = "[round " + (index + 1) + "/" + order.rounds() + "]";
            List<String> labels =
                    order.run().arms().stream().map(ArmBinding::label).toList();
            return new Part(place, cell, cell, 0, Duration.ZERO, labels);
        }

        /** A cell on its arm. */
        static Part of(RunOrder.Turn turn, int turns) {
            StringBuilder name = new StringBuilder(turn.arm().label());
            turn.cell()
                    .axes()
                    .forEach((axis, value) ->
                            name.append(' ').append(axis).append('=').append(value));
            String place = "[" + (turn.number() + 1) + "/" + turns + "]";
            String kind = turn.cell().id();
            if (!(turn.cell().work() instanceof CellWork.Traffic traffic)) {
                return new Part(place, name.toString(), kind, 0, Duration.ZERO, List.of());
            }
            LoadPlan load = traffic.load();
            Duration time = load instanceof LoadPlan.Classes classes
                    ? classes.time().map(t -> t.multipliedBy(classes.rounds())).orElse(Duration.ZERO)
                    : Duration.ZERO;
            return new Part(place, name.toString(), kind, load.planned(), time, List.of());
        }

        /** Whether it sends requests that can be looked at while it goes. */
        boolean sends() {
            return planned > 0 || !time.isZero();
        }

        /** The share of its load that is done, 0 to 1; 0 where nobody knows. */
        double share(long sent, Duration elapsed) {
            if (planned > 0) {
                return (double) sent / planned;
            }
            return time.isZero() ? 0 : Math.min(1, (double) elapsed.toNanos() / time.toNanos());
        }
    }

    /**
     * @param terminal where it is shown, if anywhere
     * @param detail what is wanted there
     */
    RunProgress(PrintWriter err, Terminal terminal, RunOutput.Detail detail, Ticker ticker) {
        this.terminal = terminal;
        this.screen = new Screen(err);
        this.timeLeft = new TimeLeft(ticker);
        this.watched = detail != RunOutput.Detail.NONE && terminal.is(Terminal.Trait.REWRITES);
        this.wantsLive = detail == RunOutput.Detail.LIVE;
    }

    boolean watched() {
        return watched;
    }

    /** Another part begins. */
    void begins(Part next, List<String> kindsOfLater) {
        part = next;
        timeLeft.begins(next.kind(), kindsOfLater);
        if (watched) {
            TerminalSize size = terminal.size().get();
            columns = size.columns();
            drawForNobody();
            live = wantsLive ? scene().filter(scene -> size.rows() > scene.height()) : Optional.empty();
            Optional<String> left = left(0, Duration.ZERO);
            // The view keeps its height from cell to cell.
            live.ifPresentOrElse(
                    scene -> screen.show(scene.lines(part.place(), part.name(), left.orElse(""))),
                    () -> show(left.stream().toList()));
        }
    }

    /** Before the first load: what is slow the first times shall not be slow while something is measured. */
    private void drawForNobody() {
        if (!wantsLive || drawn) {
            return;
        }
        drawn = true;
        Screen nowhere = new Screen(new PrintWriter(Writer.nullWriter()));
        LiveCounts counts = new LiveCounts(100, Map.of(Outcome.OK, 90, Outcome.TIMEOUT, 1), 8, 8, 9, 91, 83);
        for (LiveScene scene : scene().stream().toList()) {
            for (int i = 1; i <= DRAWN_FOR_NOBODY; i++) {
                scene.sample(0, counts, Duration.ofMillis(i));
                nowhere.show(scene.lines(part.place(), part.name(), ProgressLine.left(Duration.ofSeconds(i))));
            }
        }
    }

    private Optional<LiveScene> scene() {
        if (!part.compared().isEmpty()) {
            return Optional.of(new PairedLiveView(terminal, columns, part.compared()));
        }
        return part.sends() ? Optional.of(new LiveView(terminal, columns, part.planned())) : Optional.empty();
    }

    /**
     * How far its load is.
     *
     * @param arm place of the arm among those that are compared; 0 for a single one
     */
    void loaded(int arm, LiveCounts counts, Duration elapsed) {
        if (!watched || part.equals(Part.NONE)) {
            return;
        }
        Optional<String> left = left(part.share(counts.sent(), elapsed), elapsed);
        if (live.isPresent()) {
            live.get().sample(arm, counts, elapsed);
            screen.show(live.get().lines(part.place(), part.name(), left.orElse("")));
            return;
        }
        List<String> facts = new ArrayList<>();
        if (part.sends()) {
            double seconds = Math.max(1e-3, elapsed.toNanos() / 1e9);
            facts.add(ProgressLine.done(counts.sent(), part.planned()));
            facts.add(ProgressLine.rate(counts.sent() / seconds));
        }
        left.ifPresent(facts::add);
        show(facts);
    }

    /** How many of its repetitions are done, where it repeats; most of them too short to be shown each. */
    void repeated(int done, int of, Duration elapsed) {
        boolean due = done == 0 || elapsed.minus(repetitionShown).compareTo(REPETITION_PERIOD) >= 0;
        if (watched && due && !part.equals(Part.NONE)) {
            repetitionShown = elapsed;
            List<String> facts = new ArrayList<>(List.of(ProgressLine.done(done, of) + " repetitions"));
            left((double) done / of, elapsed).ifPresent(facts::add);
            show(facts);
        }
    }

    private Optional<String> left(double share, Duration loadTime) {
        return timeLeft.estimate(share, loadTime).map(ProgressLine::left);
    }

    /** The part has ended. */
    void ends() {
        timeLeft.ends();
        part = Part.NONE;
    }

    private void show(List<String> facts) {
        screen.show(List.of(ProgressLine.of(terminal, columns, part.place(), part.name(), facts)));
    }

    /** Makes way for other lines. */
    void clear() {
        screen.clear();
    }

    /** Restores the terminal; from any thread. Nothing is shown any more. */
    @Override
    public void close() {
        screen.close();
    }
}
