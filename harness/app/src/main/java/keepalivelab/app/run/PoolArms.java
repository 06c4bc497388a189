package keepalivelab.app.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import keepalivelab.api.Arm;
import keepalivelab.api.InputException;
import keepalivelab.api.Knob;
import keepalivelab.api.PoolFigures;
import keepalivelab.api.PoolLaboratory;
import keepalivelab.api.PoolTask;
import keepalivelab.api.ProxyDriver;
import keepalivelab.app.scenario.CellPlan;
import keepalivelab.app.scenario.CellWork;
import keepalivelab.app.scenario.ResolvedScenario;

/** Which arms can do pool experiments: those whose driver a {@link PoolLaboratory} serves. */
public final class PoolArms {
    private PoolArms() {}

    /**
     * What a task counts.
     *
     * @throws InputException if no laboratory can do it, in the words of the first
     */
    public static PoolFigures.Names names(PoolTask task) {
        List<InputException> refusals = new ArrayList<>();
        for (PoolLaboratory laboratory : PoolLaboratory.all()) {
            try {
                return laboratory.names(task);
            } catch (InputException e) {
                refusals.add(e);
            }
        }
        throw refusals.stream().findFirst().orElseThrow(() -> new InputException("no pool experiments are installed"));
    }

    /**
     * Refuses a run whose cells are all pool experiments and whose arms can do none of them, or have knobs, which only a
     * proxy has; and a run that needs a proxy where every arm is a pool alone.
     *
     * @throws InputException naming what can
     */
    public static void check(ResolvedScenario scenario, List<Arm> arms) {
        List<CellWork.PoolTrials> trials = trials(scenario.cells());
        if (trials.isEmpty()) {
            requireProxy(scenario, arms);
            return;
        }
        arms.forEach(PoolArms::checkArm);
        boolean some = arms.stream()
                .anyMatch(arm ->
                        trials.stream().anyMatch(t -> problem(arm, t.task()).isEmpty()));
        if (!some && trials.size() == scenario.cells().size()) {
            throw new InputException("scenario " + scenario.scenario().id() + " is a pool experiment: it runs on "
                    + forms() + ", not on "
                    + String.join(
                            " or ", arms.stream().map(Arm::driver).distinct().toList())
                    + "; the pools are the variants that 'run-scenario proxies show embedded' lists");
        }
    }

    private static void requireProxy(ResolvedScenario scenario, List<Arm> arms) {
        if (!arms.isEmpty()
                && arms.stream().noneMatch(arm -> ProxyDriver.of(arm.driver()).forwards())) {
            throw new InputException("scenario " + scenario.scenario().id() + " needs a proxy, and "
                    + String.join(
                            " or ", arms.stream().map(Arm::driver).distinct().toList())
                    + " is a pool without one: it runs pool experiments only, e.g. pool-order");
        }
    }

    /** Why an arm cannot do a task; empty if it can. */
    static Optional<String> problem(Arm arm, PoolTask task) {
        Optional<PoolLaboratory> laboratory = PoolLaboratory.of(arm.driver());
        if (laboratory.isEmpty()) {
            return Optional.of(
                    arm.driver() + " has no pool that runs without it; a pool experiment runs on " + forms());
        }
        try {
            laboratory.get().names(task);
            return Optional.empty();
        } catch (InputException e) {
            return Optional.of(e.getMessage());
        }
    }

    /** The laboratory of an arm without {@link #problem}. */
    static PoolLaboratory laboratory(Arm arm) {
        return PoolLaboratory.of(arm.driver()).orElseThrow();
    }

    private static void checkArm(Arm arm) {
        ProxyDriver.of(arm.driver());
        PoolLaboratory.of(arm.driver()).ifPresent(laboratory -> laboratory.semantics(arm));
        if (!arm.knobs().isEmpty()) {
            List<String> knobs =
                    arm.knobs().keySet().stream().sorted().map(Knob::key).toList();
            throw new InputException("a pool experiment has no proxy to set " + String.join(", ", knobs)
                    + " of; its own parameters are set with --set");
        }
    }

    private static String forms() {
        return String.join(
                " or ",
                PoolLaboratory.all().stream().map(PoolLaboratory::armForm).toList());
    }

    private static List<CellWork.PoolTrials> trials(List<CellPlan> cells) {
        return cells.stream()
                .map(CellPlan::work)
                .filter(CellWork.PoolTrials.class::isInstance)
                .map(CellWork.PoolTrials.class::cast)
                .toList();
    }
}
