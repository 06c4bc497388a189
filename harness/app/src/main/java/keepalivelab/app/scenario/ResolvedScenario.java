package keepalivelab.app.scenario;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import keepalivelab.api.Arm;
import keepalivelab.api.InputException;

/** A scenario with every parameter set: what one run shall do. Immutable; the same inputs give the same cells. */
public final class ResolvedScenario {
    private final Scenario scenario;
    private final Map<String, Object> params;
    private final CellExpansion expansion;

    ResolvedScenario(Scenario scenario, Map<String, Object> params, CellExpansion expansion) {
        this.scenario = scenario;
        this.params = Ordered.copyOf(params);
        this.expansion = expansion;
    }

    /** Where it comes from. */
    public Scenario scenario() {
        return scenario;
    }

    /** Parameter → value of this run, typed. */
    public Map<String, Object> params() {
        return params;
    }

    /** Parameter → the scenario's own value, of those that have another one in this run. */
    public Map<String, Object> changedParams() {
        Map<String, Object> changed = new LinkedHashMap<>(scenario.params());
        changed.entrySet().removeIf(own -> own.getValue().equals(params.get(own.getKey())));
        return changed;
    }

    /**
     * The cells of one arm, in the order of the matrix: the first axis changes slowest. An axis that drives a knob which the
     * arm sets itself has one value, the arm's.
     *
     * @throws InputException if a value is wrong in one of the cells
     */
    public List<CellPlan> cells(Arm arm) {
        return expansion.cells(arm.knobs());
    }

    /** The scenario's own cells, for no arm in particular. */
    public List<CellPlan> cells() {
        return expansion.cells(Map.of());
    }

    /**
     * What expressions see of a cell before it ran: {@code params}, {@code axes} and {@code settings}. The map may be added
     * to.
     */
    public Map<String, Object> variables(CellPlan cell) {
        Map<String, Object> settings = new LinkedHashMap<>();
        cell.knobs().values().forEach((knob, value) -> settings.put(knob.key(), value));
        Map<String, Object> variables = new LinkedHashMap<>();
        variables.put("params", params);
        variables.put("axes", cell.axes());
        variables.put("settings", settings);
        return variables;
    }

    /** This scenario as YAML text, with parameters and defaults filled in and every cell written out. */
    public String show() {
        return ScenarioText.of(this);
    }
}
