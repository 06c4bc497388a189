package keepalivelab.app.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import keepalivelab.api.InputException;
import keepalivelab.api.Knob;
import keepalivelab.app.scenario.CellPlan;
import keepalivelab.app.scenario.CellWork;
import keepalivelab.app.scenario.ResolvedScenario;
import keepalivelab.load.LoadPlan;
import keepalivelab.report.GatedCell;

/**
 * A cell as both arms of a comparison run it.
 *
 * @param id of the scenario's own cell
 * @param axes of the scenario's own cell
 * @param base with the base's knobs
 * @param candidate with the candidate's
 */
public record PairedCell(String id, Map<String, Object> axes, CellPlan base, CellPlan candidate) {
    /** A comparison of more would take too long to be one. */
    private static final int MOST = 2;

    /**
     * The cells that a scenario's {@code gate:} names; all of them where it names none and there are not too many. A cell
     * whose axis an arm sets itself is the arm's cell that has the other axes in common.
     *
     * @throws InputException where there is nothing to compare, or too much
     */
    static List<PairedCell> of(ResolvedScenario scenario, ArmBinding base, ArmBinding candidate) {
        List<CellPlan> chosen =
                scenario.cells().stream().filter(cell -> chosen(scenario, cell)).toList();
        String name = "scenario " + scenario.scenario().id();
        if (chosen.isEmpty() || chosen.size() > MOST) {
            throw new InputException(name + ": a comparison judges one or two cells, and the scenario's 'gate:' names "
                    + (scenario.scenario().claims().gate().isEmpty() ? "none of its " : "")
                    + chosen.size());
        }
        List<PairedCell> cells = new ArrayList<>();
        for (CellPlan cell : chosen) {
            requireClosedLoop(name, cell);
            cells.add(
                    new PairedCell(cell.id(), cell.axes(), own(scenario, base, cell), own(scenario, candidate, cell)));
        }
        return List.copyOf(cells);
    }

    private static boolean chosen(ResolvedScenario scenario, CellPlan cell) {
        List<Map<String, Object>> gate = scenario.scenario().claims().gate();
        return gate.isEmpty()
                || gate.stream().anyMatch(wanted -> cell.axes().entrySet().containsAll(wanted.entrySet()));
    }

    private static void requireClosedLoop(String name, CellPlan cell) {
        boolean closed = cell.work() instanceof CellWork.Traffic traffic
                && traffic.load() instanceof LoadPlan.ClosedLoop loop
                && loop.gap().equals(LoadPlan.Gap.NONE);
        if (!closed) {
            throw new InputException(name + ": a comparison needs a closed loop without gaps, and cell " + cell.id()
                    + " is none; 'run-scenario gate' judges its counts");
        }
    }

    private static CellPlan own(ResolvedScenario scenario, ArmBinding arm, CellPlan cell) {
        return scenario.cells(arm.arm()).stream()
                .filter(plan -> matches(plan, cell))
                .findFirst()
                .orElseThrow(() -> new InputException(
                        "arm '" + arm.label() + "' has no cell like " + cell.id() + " of the scenario"));
    }

    private static boolean matches(CellPlan plan, CellPlan cell) {
        Map<String, Object> common = new LinkedHashMap<>(cell.axes());
        common.keySet().removeAll(plan.overridden().keySet());
        return plan.axes().entrySet().containsAll(common.entrySet());
    }

    LoadPlan.ClosedLoop loop() {
        return (LoadPlan.ClosedLoop) base.load();
    }

    CellPlan of(int side) {
        return side == 0 ? base : candidate;
    }

    GatedCell gated() {
        return new GatedCell(id, axes, exact());
    }

    /**
     * Whether the number of connections follows from the base's knobs: one client, or all at once from a barrier with a pool
     * that holds every one of them. What the request cap retires is counted apart.
     */
    private boolean exact() {
        if (loop().clients() == 1) {
            return true;
        }
        Optional<String> maxIdle = base.knobs().text(Knob.POOL_MAX_IDLE);
        boolean holds = maxIdle.filter(v -> v.matches("\\d+"))
                .filter(v -> Long.parseLong(v) >= loop().clients())
                .isPresent();
        return holds && loop().start() == LoadPlan.Start.BARRIER;
    }
}
