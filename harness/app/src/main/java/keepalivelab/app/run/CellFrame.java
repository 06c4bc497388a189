package keepalivelab.app.run;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import keepalivelab.api.CapabilitySheet;
import keepalivelab.api.KnobSettings;
import keepalivelab.api.Rendering;
import keepalivelab.app.scenario.CellPlan;
import keepalivelab.app.scenario.Published.Difference;
import keepalivelab.report.CellDraft;
import keepalivelab.report.CellResult;
import keepalivelab.report.MeasuredArm;
import keepalivelab.report.Published;
import keepalivelab.report.Verdict;
import org.jspecify.annotations.Nullable;

/** What the cells of every kind of scenario have around their work: a name, an arm, published figures and a judgement. */
final class CellFrame {
    private final RunOrder order;
    private final RunOrder.Turn turn;
    private final CellPlan cell;
    private final Judge judge;

    CellFrame(RunOrder order, RunOrder.Turn turn, Judge judge) {
        this.order = order;
        this.turn = turn;
        this.cell = turn.cell();
        this.judge = judge;
    }

    /**
     * A cell without findings.
     *
     * @param configSha256 of the arm's native configuration; null where there is none
     */
    CellDraft draft(@Nullable String configSha256) {
        return CellResult.of(order.cellId(turn), arm(configSha256), cell.axes());
    }

    /** The result of a cell that cannot or shall not run; empty if it can. */
    Optional<CellResult> notRun() {
        Map<String, Object> known = CellVariables.before(order.scenario(), cell, arm(null));
        if (turn.arm().installation().isEmpty()) {
            return Optional.of(ended(known, Verdict.SKIPPED, turn.arm().missing()));
        }
        Optional<String> skipped = judge.expectations().skipReason(known);
        if (skipped.isPresent()) {
            return Optional.of(ended(known, Verdict.SKIPPED, skipped.get()));
        }
        return Mapping.problem(turn).map(problem -> ended(known, Verdict.UNSUPPORTED, problem));
    }

    /**
     * The result of a cell whose proxy failed.
     *
     * @param files what is left of it: what → path relative to the run's folder
     */
    CellResult broken(String reason, Map<String, String> files) {
        CellDraft draft = draft(null);
        published(draft, CellVariables.before(order.scenario(), cell, arm(null)));
        files.forEach(draft::file);
        return draft.judged(Verdict.VOID, List.of(reason));
    }

    /** The result of a cell for which the running proxy turned out to lack something. */
    CellResult unsupported(String reason) {
        return ended(CellVariables.before(order.scenario(), cell, arm(null)), Verdict.UNSUPPORTED, reason);
    }

    private CellResult ended(Map<String, Object> known, Verdict verdict, String reason) {
        CellDraft draft = draft(null);
        published(draft, known);
        return draft.judged(verdict, List.of(reason));
    }

    /**
     * The result of a cell that ran.
     *
     * @param variables what its expressions see
     * @param problems why its counts cannot be trusted; empty where they can
     */
    CellResult judged(CellDraft draft, Map<String, Object> variables, List<String> problems) {
        variables.put("before", CellVariables.earlier(judge.before(), turn.arm().label()));
        published(draft, variables);
        judge.expectations().explanation(variables).ifPresent(because -> draft.differs(difference(because)));
        CellJudgement judgement = CellJudgement.of(judge.expectations().judge(variables), problems);
        judgement.results().forEach(draft::expectation);
        return draft.judged(judgement.verdict(), judgement.reasons());
    }

    /** What the arm says it does with a request whose upstream connection ended early. */
    Map<String, Object> retry(KnobSettings settings, Rendering rendering) {
        CapabilitySheet sheet =
                turn.arm().driver().sheet(turn.arm().installation().orElseThrow());
        return RetryFacts.of(sheet, settings, rendering);
    }

    private void published(CellDraft draft, Map<String, Object> variables) {
        judge.expectations()
                .published(cell, variables)
                .ifPresent(p -> draft.published(new Published(p.figures(), p.source() + forOtherParams())));
    }

    /** Figures are published for the scenario's own parameters. */
    private String forOtherParams() {
        Map<String, Object> changed = order.scenario().changedParams();
        return changed.isEmpty()
                ? ""
                : " for " + settings(changed) + " (here "
                        + settings(order.scenario().params(), changed) + ")";
    }

    private static String settings(Map<String, Object> values, Map<String, Object> named) {
        return named.keySet().stream()
                .map(name -> name + "=" + values.get(name))
                .collect(Collectors.joining(", "));
    }

    private static String settings(Map<String, Object> values) {
        return settings(values, values);
    }

    private keepalivelab.report.Difference difference(String because) {
        Optional<Difference> differs =
                order.scenario().scenario().claims().published().differs();
        String evidence = differs.map(d -> d.evidence().text()).orElse("");
        return new keepalivelab.report.Difference(because, evidence, true);
    }

    private MeasuredArm arm(@Nullable String configSha256) {
        return new MeasuredArm(
                turn.arm().label(),
                turn.arm().arm().driver(),
                turn.arm().arm().variant().orElse(null),
                turn.arm().installation().map(i -> i.version()).orElse(""),
                configSha256);
    }
}
