package keepalivelab.app.gate;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import keepalivelab.api.DurationText;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;
import keepalivelab.app.scenario.CellPlan;
import keepalivelab.app.scenario.CellWork;
import keepalivelab.load.LoadPlan;
import keepalivelab.report.baseline.CountFacts;
import keepalivelab.report.baseline.Envelope;

/**
 * Which counts of a cell every run repeats, known from what is done in it.
 *
 * @param form how much is fixed
 * @param within count → range that the run's own ledger must explain; empty where all that is known is fixed
 */
record Regularity(Form form, Map<String, Envelope> within) {
    Regularity {
        within = Collections.unmodifiableMap(new LinkedHashMap<>(within));
    }

    /** How much of a cell is the same in every run. */
    enum Form {
        /** One request after the other, and no timer close to a gap: every count. */
        FIXED,
        /** Clients that start together at a pool: what they get is fixed, how many connections that takes has a range. */
        CROWD,
        /** A pool alone: its figures, where no two threads meet in it. */
        POOL,
        /** Nothing but what must hold anywhere. */
        OPEN
    }

    /** A stall of the machine that is shorter changes nothing: gaps keep this distance from every timer. */
    private static final Duration GENEROUS = Duration.ofMillis(100);

    private static final Regularity OPEN = new Regularity(Form.OPEN, Map.of());
    private static final Regularity FIXED = new Regularity(Form.FIXED, Map.of());
    private static final Pattern IDLE_LIMIT = Pattern.compile("idle-[a-z]+\\(([^,)]+)\\)");
    private static final Pattern TIMED = Pattern.compile("(idle|age)-.*");
    private static final Set<String> CROWD_FACTS = Set.of(
            "client.sent",
            "backend.unusedAccepts",
            "backend.exchanges",
            "backend.brokenExchanges",
            "backend.unreadRequests",
            "backend.attempts",
            "backend.executions",
            "backend.duplicates");
    private static final Set<String> TRIES = Set.of(
            "figures.answer",
            "figures.attempts",
            "figures.executions",
            "figures.accepts",
            "figures.equalTries",
            "figures.tries");

    /** The regularity of a cell. */
    static Regularity of(CellPlan cell) {
        if (!(cell.work() instanceof CellWork.Traffic traffic)) {
            return new Regularity(Form.POOL, Map.of());
        }
        if (!plain(cell.knobs()) || !traffic.after().isEmpty()) {
            return OPEN;
        }
        if (traffic.load() instanceof LoadPlan.Script script) {
            return timely(cell, pauses(script)) ? FIXED : OPEN;
        }
        if (traffic.load() instanceof LoadPlan.ClosedLoop closed) {
            return closed.clients() == 1 ? alone(cell, closed) : crowd(cell, closed);
        }
        return OPEN;
    }

    /** Whether a count of a cell, by its name in {@link keepalivelab.report.baseline.CountFacts}, is the same in every run. */
    boolean fixes(String fact, Object value) {
        return switch (form) {
            case FIXED -> fact.startsWith("figures.") ? TRIES.contains(fact) : !fact.equals(CountFacts.CLOSED);
            case CROWD ->
                CROWD_FACTS.contains(fact) || fact.startsWith("client.outcomes.") || fact.startsWith("client.status.");
            case POOL -> value instanceof Long && !fact.endsWith(CellWork.MIN) && !fact.endsWith(CellWork.MAX);
            case OPEN -> false;
        };
    }

    /** One worker that pools in the usual way; with several, whose connection meets whose is a matter of time. */
    private static boolean plain(KnobSettings knobs) {
        boolean http = knobs.text(Knob.ROLE).map("http"::equals).orElse(true);
        boolean ahead = knobs.count(Knob.POOL_MIN_IDLE).orElse(0) > 0;
        boolean ageing = knobs.duration(Knob.POOL_MAX_LIFETIME).isPresent();
        return http && knobs.count(Knob.WORKERS).orElse(1) == 1 && !ahead && !ageing;
    }

    private static Regularity alone(CellPlan cell, LoadPlan.ClosedLoop closed) {
        boolean fixed = timely(cell, Stream.of(closed.gap()));
        return fixed ? FIXED : OPEN;
    }

    /** With the barrier every client opens its connection; a pool that holds all of them opens no more. */
    private static Regularity crowd(CellPlan cell, LoadPlan.ClosedLoop closed) {
        OptionalLong size = cell.knobs().count(Knob.POOL_MAX_IDLE);
        boolean together =
                closed.start() == LoadPlan.Start.BARRIER && closed.gap().equals(LoadPlan.Gap.NONE);
        boolean keeps = cell.behaviours().isEmpty() || cell.behaviours().equals(List.of("keep"));
        boolean waits = cell.knobs().count(Knob.POOL_MAX_TOTAL).isPresent();
        if (size.isEmpty() || !together || !keeps || waits || closed.requests() < closed.clients()) {
            return OPEN;
        }
        Map<String, Envelope> within = new LinkedHashMap<>();
        boolean holdsAll = size.getAsLong() >= closed.clients();
        Envelope.Plus plus = holdsAll ? Envelope.Plus.RETIRED : Envelope.Plus.CLOSED;
        within.put(CountFacts.ACCEPTS, new Envelope(closed.clients(), plus));
        if (holdsAll) {
            within.put(CountFacts.CLOSED, new Envelope(0, Envelope.Plus.RETIRED));
        }
        return new Regularity(Form.CROWD, within);
    }

    private static Stream<LoadPlan.Gap> pauses(LoadPlan.Script script) {
        return script.played().stream()
                .filter(LoadPlan.Step.Pause.class::isInstance)
                .map(step -> ((LoadPlan.Step.Pause) step).gap());
    }

    /** Whether every gap is a fixed one and far from every timer that could end a connection. */
    private static boolean timely(CellPlan cell, Stream<LoadPlan.Gap> gaps) {
        if (cell.behaviours().stream().anyMatch(Regularity::unknownTimer)) {
            return false;
        }
        List<Duration> timers = Stream.concat(
                        cell.behaviours().stream().flatMap(b -> idleLimit(b).stream()),
                        cell.knobs().duration(Knob.POOL_IDLE_TIMEOUT).stream())
                .toList();
        return gaps.distinct().allMatch(gap -> fixed(gap) && timers.stream().allMatch(t -> far(gap.least(), t)));
    }

    private static boolean fixed(LoadPlan.Gap gap) {
        return gap.sweep().isEmpty() && Objects.equals(gap.least(), gap.most());
    }

    private static boolean far(Duration gap, Duration timer) {
        return gap.minus(timer).abs().compareTo(GENEROUS) >= 0;
    }

    /** A limit on age, or one with jitter. */
    private static boolean unknownTimer(String behaviour) {
        return TIMED.matcher(behaviour).matches() && idleLimit(behaviour).isEmpty();
    }

    private static Optional<Duration> idleLimit(String behaviour) {
        Matcher matcher = IDLE_LIMIT.matcher(behaviour);
        return matcher.matches() ? DurationText.parse(matcher.group(1)) : Optional.empty();
    }
}
