package keepalivelab.app.gate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import keepalivelab.app.run.ArmBinding;
import keepalivelab.app.run.RunGate.Finished;
import keepalivelab.app.scenario.CellPlan;
import keepalivelab.app.scenario.ResolvedScenario;
import keepalivelab.report.baseline.Baseline;
import keepalivelab.report.baseline.BaselineCell;
import keepalivelab.report.baseline.CountFacts;
import keepalivelab.report.baseline.Versions;

/** Makes the baseline of an arm out of a run's cells. */
final class BaselineMaker {
    private BaselineMaker() {}

    /**
     * Makes it.
     *
     * @param finished cells of that arm
     * @return a baseline without a cell where no count of the scenario is the same in every run
     */
    static Baseline make(ResolvedScenario scenario, ArmBinding arm, List<Finished> finished, String reason) {
        List<BaselineCell> cells = new ArrayList<>();
        finished.forEach(one -> cell(one).ifPresent(cells::add));
        String version = arm.installation().orElseThrow().version();
        // The embedded proxy is this tool: it has no versions of its own.
        Versions versions = arm.arm().driver().equals("embedded") ? Versions.ANY : Versions.around(version);
        return new Baseline(
                Baseline.SCHEMA_VERSION,
                scenario.scenario().id(),
                scenario.scenario().measures(),
                scenario.params(),
                new Baseline.OfArm(arm.arm().driver(), BaselineRequest.variant(arm), versions),
                reason,
                cells);
    }

    /** Whether a cell has counts that every run repeats. */
    static boolean counts(Finished finished) {
        return cell(finished).isPresent();
    }

    private static Optional<BaselineCell> cell(Finished finished) {
        CellPlan plan = finished.turn().cell();
        Regularity regularity = Regularity.of(plan);
        boolean varies = regularity.form() == Regularity.Form.POOL
                && !Boolean.TRUE.equals(finished.cell().fixedFigures());
        if (varies || !finished.cell().verdict().measured()) {
            return Optional.empty();
        }
        Map<String, Object> exact = new LinkedHashMap<>();
        CountFacts.of(finished.cell()).forEach((name, value) -> {
            if (regularity.fixes(name, value)) {
                exact.put(name, value);
            }
        });
        return exact.isEmpty()
                ? Optional.empty()
                : Optional.of(new BaselineCell(plan.axes(), exact, regularity.within()));
    }
}
