package keepalivelab.app.run;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import keepalivelab.api.Arm;
import keepalivelab.api.Rendering;
import keepalivelab.app.scenario.AfterStep;
import keepalivelab.app.scenario.CellWork;
import keepalivelab.app.scenario.Expectations;
import keepalivelab.load.LoadPlan;

/** What a run would do, as text: resolved scenario, native configurations, ports, estimated time. */
public final class DryRun {
    /** Starting and stopping a proxy and its backend, waiting for quiet included. */
    private static final Duration PER_CELL = Duration.ofMillis(600);
    /** Warm-up of the embedded proxy's fresh JVM. */
    private static final Duration WARM_UP = Duration.ofSeconds(1);
    /** A rate that a proxy on two cores reaches; for the estimate only. */
    private static final double REQUESTS_PER_SECOND = 15_000;

    private DryRun() {}

    /**
     * The text.
     *
     * @throws keepalivelab.api.InputException as the run would, before it starts
     */
    public static String text(RunOrder order) {
        Mapping.check(order);
        Expectations.compile(order.scenario().scenario());
        StringBuilder text = new StringBuilder();
        text.append(order.scenario().show()).append('\n');
        text.append("seed: ").append(order.seed()).append('\n');
        text.append("backend port: ")
                .append(order.backendPort().isPresent() ? order.backendPort().getAsInt() : "any free one")
                .append("; proxy ports: any free ones (shown as 1 below)\n");
        List<RunOrder.Turn> turns = order.turns();
        Set<String> shown = new HashSet<>();
        turns.forEach(turn -> configuration(text, turn, shown));
        Duration estimate = turns.stream().map(DryRun::estimate).reduce(WARM_UP, Duration::plus);
        text.append(turns.size())
                .append(" turns, about ")
                .append(RunOutput.time(estimate))
                .append("; nothing was started\n");
        return text.toString();
    }

    private static void configuration(StringBuilder text, RunOrder.Turn turn, Set<String> shown) {
        text.append("\n# ")
                .append(turn.arm().label())
                .append(' ')
                .append(turn.cell().id())
                .append('\n');
        if (!turn.arm().missing().isEmpty()) {
            text.append("missing: ").append(turn.arm().missing()).append('\n');
            return;
        }
        Mapping.problem(turn)
                .ifPresentOrElse(
                        problem -> text.append("unsupported: ").append(problem).append('\n'),
                        () -> whatRuns(text, turn, shown));
    }

    private static void whatRuns(StringBuilder text, RunOrder.Turn turn, Set<String> shown) {
        if (turn.cell().work() instanceof CellWork.PoolTrials) {
            Arm arm = turn.arm().arm();
            text.append("pool ").append(PoolArms.laboratory(arm).semantics(arm)).append('\n');
        } else {
            nativeFiles(text, turn, shown);
        }
    }

    private static void nativeFiles(StringBuilder text, RunOrder.Turn turn, Set<String> shown) {
        Rendering rendering = Mapping.rendering(turn);
        rendering.files().forEach((name, content) -> {
            if (shown.add(turn.arm().label() + name + content)) {
                text.append("## ").append(name).append('\n').append(content);
                text.append(content.endsWith("\n") ? "" : "\n");
            } else {
                text.append("## ").append(name).append(": as above\n");
            }
        });
        rendering.notes().forEach(note -> text.append("note: ").append(note).append('\n'));
    }

    private static Duration estimate(RunOrder.Turn turn) {
        if (!(turn.cell().work() instanceof CellWork.Traffic traffic)) {
            return PER_CELL;
        }
        Duration after = traffic.after().stream().map(AfterStep::longest).reduce(Duration.ZERO, Duration::plus);
        Duration warmUp = turn.arm().arm().driver().equals("embedded") ? WARM_UP : Duration.ZERO;
        return PER_CELL.plus(warmUp).plus(sending(traffic.load())).plus(after);
    }

    private static Duration sending(LoadPlan load) {
        if (load instanceof LoadPlan.ClosedLoop closed) {
            long gapNanos = closed.gap().least().plus(closed.gap().most()).toNanos() / 2;
            double rounds = (double) closed.requests() / closed.clients();
            return Duration.ofNanos((long) (rounds * gapNanos + closed.requests() / REQUESTS_PER_SECOND * 1e9));
        }
        if (load instanceof LoadPlan.Classes classes) {
            return classes.time()
                    .map(time -> time.multipliedBy(classes.rounds()))
                    .orElseGet(() -> Duration.ofNanos((long) (classes.planned() / REQUESTS_PER_SECOND * 1e9)));
        }
        if (load instanceof LoadPlan.OpenLoop open) {
            return Duration.ofNanos((long) (open.requests() / open.perSecond() * 1e9));
        }
        return ((LoadPlan.Script) load)
                .played().stream()
                        .filter(LoadPlan.Step.Pause.class::isInstance)
                        .map(step -> ((LoadPlan.Step.Pause) step).gap().most())
                        .reduce(Duration.ZERO, Duration::plus);
    }
}
