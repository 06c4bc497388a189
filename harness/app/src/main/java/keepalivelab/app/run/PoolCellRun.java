package keepalivelab.app.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import keepalivelab.api.PoolFigures;
import keepalivelab.api.PoolLaboratory;
import keepalivelab.api.ProxyFailedException;
import keepalivelab.api.Ticker;
import keepalivelab.app.scenario.CellWork;
import keepalivelab.report.CellDraft;
import keepalivelab.report.CellResult;
import keepalivelab.report.Verdict;

/** One pool experiment on one arm's pool, as often as the scenario says. Confined to one thread. */
final class PoolCellRun {
    private final RunOrder order;
    private final RunOrder.Turn turn;
    private final CellWork.PoolTrials trials;
    private final CellFrame frame;
    private final CellWatch watch;

    PoolCellRun(RunOrder order, RunOrder.Turn turn, CellWork.PoolTrials trials, Judge judge, CellWatch watch) {
        this.order = order;
        this.turn = turn;
        this.trials = trials;
        this.frame = new CellFrame(order, turn, judge);
        this.watch = watch;
    }

    CellResult execute() {
        Optional<CellResult> notRun = frame.notRun();
        if (notRun.isPresent()) {
            return notRun.get();
        }
        try {
            return measured();
        } catch (ProxyFailedException e) {
            watch.proxyLines(turn.arm().label(), e.lastLines());
            return frame.broken(e.getMessage(), Map.of());
        }
    }

    private CellResult measured() throws ProxyFailedException {
        long startedAtNanos = Ticker.SYSTEM.nanos();
        TrialFigures figures = new TrialFigures(repetitions());
        CellDraft draft = frame.draft(null);
        draft.measured(Duration.ofNanos(Ticker.SYSTEM.nanos() - startedAtNanos));
        draft.note(PoolArms.laboratory(turn.arm().arm()).semantics(turn.arm().arm()));
        figures.describe(draft);
        CellResult soFar = draft.judged(Verdict.HELD, List.of());
        Map<String, Object> variables = CellVariables.after(order.scenario(), turn.cell(), soFar);
        return frame.judged(draft, variables, figures.contradictions());
    }

    private List<PoolFigures> repetitions() throws ProxyFailedException {
        PoolLaboratory laboratory = PoolArms.laboratory(turn.arm().arm());
        SplittableRandom seeds = new SplittableRandom(order.seedOf(turn.cell()));
        List<PoolFigures> repetitions = new ArrayList<>();
        long startedAtNanos = Ticker.SYSTEM.nanos();
        do {
            watch.repetition(
                    repetitions.size(), trials.repeat(), Duration.ofNanos(Ticker.SYSTEM.nanos() - startedAtNanos));
            repetitions.add(laboratory.run(
                    turn.arm().arm(), turn.arm().installation().orElseThrow(), trials.task(), seeds.nextLong()));
        } while (repetitions.size() < trials.repeat() && !watch.interrupted());
        return repetitions;
    }
}
