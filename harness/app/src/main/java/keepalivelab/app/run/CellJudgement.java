package keepalivelab.app.run;

import java.util.ArrayList;
import java.util.List;
import keepalivelab.app.scenario.Judgement;
import keepalivelab.report.ExpectationResult;
import keepalivelab.report.Verdict;

/**
 * A cell's verdict out of its expectations and of what makes it untrustworthy.
 *
 * @param verdict void before failed before held
 * @param reasons one line each; empty where it is held
 * @param results each expectation that concerns the cell, with what became of it
 */
record CellJudgement(Verdict verdict, List<String> reasons, List<ExpectationResult> results) {
    CellJudgement {
        reasons = List.copyOf(reasons);
        results = List.copyOf(results);
    }

    /**
     * @param problems why the counts cannot be trusted; empty where they can
     */
    static CellJudgement of(List<Judgement> judgements, List<String> problems) {
        List<String> broken = new ArrayList<>(problems);
        List<String> failed = new ArrayList<>();
        for (Judgement judgement : judgements) {
            if (judgement.status() == Judgement.Status.BROKEN) {
                broken.add(judgement.detail());
            } else if (judgement.fails()) {
                failed.add(says(judgement));
            }
        }
        List<ExpectationResult> results = judgements.stream()
                .filter(CellJudgement::concerns)
                .map(CellJudgement::result)
                .toList();
        if (!broken.isEmpty()) {
            return new CellJudgement(Verdict.VOID, broken, results);
        }
        return new CellJudgement(failed.isEmpty() ? Verdict.HELD : Verdict.FAILED, failed, results);
    }

    /** A rule of other cells says nothing about this one; one that an arm made meaningless says why. */
    private static boolean concerns(Judgement judgement) {
        return judgement.status() != Judgement.Status.NOT_HERE
                || !judgement.detail().isEmpty();
    }

    private static ExpectationResult result(Judgement judgement) {
        Boolean held = switch (judgement.status()) {
            case HELD -> true;
            case FAILED -> false;
            case NOT_HERE, UNSUPPORTED, RECORDED, BROKEN -> null;
        };
        return new ExpectationResult(
                ExpectationResult.Kind.valueOf(judgement.rule().kind().name()),
                judgement.rule().condition().text(),
                says(judgement),
                held);
    }

    private static String says(Judgement judgement) {
        String says = judgement.rule().says();
        String text = says.isEmpty() ? judgement.rule().condition().text() : says;
        return judgement.detail().isEmpty() ? text : text + " (" + judgement.detail() + ")";
    }
}
