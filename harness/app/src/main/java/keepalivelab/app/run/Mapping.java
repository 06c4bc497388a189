package keepalivelab.app.run;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import keepalivelab.api.InputException;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;
import keepalivelab.api.KnobStatus;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.Rendering;
import keepalivelab.app.scenario.CellWork;

/** Whether a cell's knobs can be mapped to its arm's proxy; asked before anything starts. */
final class Mapping {
    /** Stands for ports that are known only when a cell starts. */
    private static final InetSocketAddress ANY = any();

    private Mapping() {}

    private static InetSocketAddress any() {
        try {
            // By its number: the loopback address that the JDK hands out prints as a name.
            return new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 1);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("four bytes are an address", e);
        }
    }

    /**
     * Refuses knobs that the user gave to an arm that cannot do them.
     *
     * @throws InputException naming arm, knob and value
     */
    static void check(RunOrder order) {
        for (RunOrder.Turn turn : order.turns()) {
            if (turn.cell().work() instanceof CellWork.PoolTrials) {
                continue;
            }
            List<Knob> given = new ArrayList<>(unsupported(turn));
            given.retainAll(turn.arm().arm().knobs().keySet());
            if (!given.isEmpty()) {
                throw new InputException("arm '" + turn.arm().label() + "': "
                        + turn.arm().driver().id()
                        + " cannot do " + keys(given) + "; 'run-scenario proxies show "
                        + turn.arm().driver().id() + "' lists what it can");
            }
            if (!turn.arm().arm().knobs().isEmpty() && preventing(turn).isEmpty()) {
                problem(turn).ifPresent(p -> {
                    throw new InputException("arm '" + turn.arm().label() + "': " + p);
                });
            }
        }
    }

    /** Why the cell cannot run on this arm; empty if it can. */
    static Optional<String> problem(RunOrder.Turn turn) {
        if (turn.arm().installation().isEmpty()) {
            return Optional.empty();
        }
        if (turn.cell().work() instanceof CellWork.PoolTrials trials) {
            return PoolArms.problem(turn.arm().arm(), trials.task());
        }
        List<Knob> missing = preventing(turn);
        if (!missing.isEmpty()) {
            return Optional.of(turn.arm().driver().id() + " cannot do " + keys(missing));
        }
        try {
            rendering(turn);
            return Optional.empty();
        } catch (InputException e) {
            return Optional.of(e.getMessage());
        }
    }

    /** The native configuration with placeholder ports, for showing. */
    static Rendering rendering(RunOrder.Turn turn) {
        ProxyPlan plan = LaunchedProxy.plan(
                turn.arm(), turn.cell().knobs(), ANY, new LaunchedProxy.Upstreams(ANY, ANY), Path.of("/tmp/DIR"));
        return turn.arm().driver().render(plan);
    }

    /** Who answers the requests of a cell. */
    static Reconciliation.AnsweredBy answeredBy(KnobSettings knobs) {
        return knobs.text(Knob.ROLE).filter("answer"::equals).isPresent()
                ? Reconciliation.AnsweredBy.PROXY
                : Reconciliation.AnsweredBy.BACKEND;
    }

    /**
     * An address that somebody else configured takes no knob of the scenario, and its cells say so instead of not running; a
     * knob in the arm's own words was meant.
     */
    private static List<Knob> preventing(RunOrder.Turn turn) {
        Map<Knob, String> own = turn.arm().arm().knobs();
        boolean configuredByOthers = turn.arm().driver().id().equals("external");
        return unsupported(turn).stream()
                .filter(knob -> !configuredByOthers || own.containsKey(knob))
                .toList();
    }

    private static List<Knob> unsupported(RunOrder.Turn turn) {
        if (turn.arm().installation().isEmpty()) {
            return List.of();
        }
        KnobSettings knobs = turn.cell().knobs();
        Map<Knob, KnobStatus> can =
                turn.arm().driver().capabilities(turn.arm().installation().get());
        return knobs.values().keySet().stream()
                .filter(knob -> !knobs.optional().contains(knob) && !knobs.isNative(knob))
                .filter(knob -> can.getOrDefault(knob, KnobStatus.UNSUPPORTED) == KnobStatus.UNSUPPORTED)
                .toList();
    }

    private static String keys(List<Knob> knobs) {
        return String.join(", ", knobs.stream().map(Knob::key).toList());
    }
}
