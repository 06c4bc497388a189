package keepalivelab.app.run;

import java.util.List;
import keepalivelab.api.InputException;
import keepalivelab.app.scenario.ResolvedScenario;
import keepalivelab.report.Comparison;
import keepalivelab.report.ComparisonJudge;
import keepalivelab.report.MeasuredArm;

/**
 * Everything that is known before a comparison starts.
 *
 * @param run scenario, both arms (the base first), seed and command
 * @param cells what is judged
 * @param rounds of fresh processes
 * @param windows of each round
 * @param design how both arms share the machine
 * @param alpha allowed chance of a false alarm
 * @param plant behaviours that only the candidate's backend has: a regression on purpose, to test the gate; empty for none
 */
public record ComparisonOrder(
        RunOrder run,
        List<PairedCell> cells,
        int rounds,
        WindowPlan windows,
        Design design,
        double alpha,
        List<String> plant) {
    /** How both arms share the machine. */
    public enum Design {
        /** Both are under load at once, so that both see the same noise. */
        DUET("duet"),
        /** One after the other; for a single core. */
        ABBA("abba");

        private final String key;

        Design(String key) {
            this.key = key;
        }

        /** The word in result files. */
        public String key() {
            return key;
        }

        /** What this machine has the cores for. */
        static Design here() {
            return Runtime.getRuntime().availableProcessors() >= 2 ? DUET : ABBA;
        }
    }

    public ComparisonOrder {
        cells = List.copyOf(cells);
        plant = List.copyOf(plant);
    }

    /**
     * What the user asked for.
     *
     * @param rounds of fresh processes
     * @param windows in the form of {@link WindowPlan#parse}; empty for the standard ones
     * @param alpha allowed chance of a false alarm
     */
    public record Wish(int rounds, String windows, double alpha) {
        /** Sixteen rounds, standard windows, one percent. */
        public static final Wish STANDARD = new Wish(16, "", 0.01);
    }

    /**
     * Makes an order of a wish.
     *
     * @param run with exactly two arms
     * @throws InputException where the wish cannot be fulfilled: too few rounds, no cells, an arm that cannot be restarted
     */
    public static ComparisonOrder of(RunOrder run, Wish wish) {
        ArmBinding base = run.arms().get(0);
        ArmBinding candidate = run.arms().get(1);
        run.arms().forEach(ComparisonOrder::requireOwnProcess);
        ResolvedScenario scenario = run.scenario();
        List<PairedCell> cells = PairedCell.of(scenario, base, candidate);
        WindowPlan windows =
                wish.windows().isEmpty() ? WindowPlan.standard(cells.size()) : WindowPlan.parse(wish.windows());
        ComparisonOrder order =
                new ComparisonOrder(run, cells, wish.rounds(), windows, Design.here(), wish.alpha(), List.of());
        order.requireEnoughRounds();
        return order;
    }

    private static void requireOwnProcess(ArmBinding arm) {
        if (arm.driver().id().equals("external")) {
            throw new InputException("arm '" + arm.label() + "': each round of a comparison starts the proxy afresh, "
                    + "which cannot be done with one that already runs");
        }
    }

    private void requireEnoughRounds() {
        if (!(alpha > 0 && alpha < 0.5)) {
            throw new InputException("--alpha " + alpha + " is not between 0 and 0.5");
        }
        int gates = windows.count() == 0 ? 0 : 2 * cells.size();
        int fewest = ComparisonJudge.fewestRounds(alpha, gates);
        if (rounds < fewest) {
            throw new InputException("--rounds " + rounds + ": with alpha " + alpha
                    + (gates > 1 ? " shared by " + gates + " gates of times" : "") + " no result could say regressed; "
                    + "at least " + fewest + " rounds are needed");
        }
    }

    /** This order with a regression on purpose. */
    public ComparisonOrder planted(List<String> behaviours) {
        return new ComparisonOrder(run, cells, rounds, windows, design, alpha, behaviours);
    }

    /**
     * This order in one of its cells only.
     *
     * @throws InputException where it has none of that id
     */
    public ComparisonOrder inCell(String id) {
        List<PairedCell> one =
                cells.stream().filter(cell -> cell.id().equals(id)).toList();
        if (one.isEmpty()) {
            throw new InputException("no cell " + id + " is compared");
        }
        return new ComparisonOrder(run, one, rounds, windows, design, alpha, plant);
    }

    Comparison comparison() {
        return new Comparison(
                measured(run.arms().get(0)),
                measured(run.arms().get(1)),
                cells.stream().map(PairedCell::gated).toList(),
                design.key(),
                rounds,
                windows.count(),
                windows.seconds(),
                windows.warmUpSeconds(),
                alpha);
    }

    private static MeasuredArm measured(ArmBinding arm) {
        return new MeasuredArm(
                arm.label(),
                arm.arm().driver(),
                arm.arm().variant().orElse(null),
                arm.installation().map(i -> i.version()).orElse(""),
                null);
    }

    /** The order of one round: its own seed, so that no two rounds send the same. */
    RunOrder ofRound(int round) {
        return new RunOrder(
                run.scenario(), run.arms(), run.seed() + 7919L * (round + 1), run.backendPort(), run.command());
    }
}
