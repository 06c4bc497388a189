package keepalivelab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import keepalivelab.report.stats.Samples;

/**
 * The rounds of one cell, as arrays. Immutable.
 *
 * @param cell which one
 * @param rounds in the order they ran
 */
record CellRounds(GatedCell cell, List<Round> rounds) {
    static final int BASE = 0;
    static final int CANDIDATE = 1;

    static CellRounds of(GatedCell cell, List<Round> all) {
        return new CellRounds(
                cell, all.stream().filter(r -> r.cell().equals(cell.id())).toList());
    }

    /** Why the counts of a round cannot be trusted, with round and arm; empty where all can. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        for (Round round : rounds) {
            for (RoundArm arm : round.arms()) {
                arm.problems().forEach(p -> problems.add("round " + round.index() + ", " + arm.label() + ": " + p));
            }
        }
        return problems;
    }

    /** Rounds in which an arm broke a rule. */
    long brokenRounds(int arm) {
        return rounds.stream()
                .filter(r -> !r.arms().get(arm).broken().isEmpty())
                .count();
    }

    /** The first rule that an arm broke, with its round; only where there is one. */
    String firstBroken(int arm) {
        return rounds.stream()
                .filter(r -> !r.arms().get(arm).broken().isEmpty())
                .findFirst()
                .map(r ->
                        "round " + r.index() + ": " + r.arms().get(arm).broken().get(0))
                .orElseThrow();
    }

    /** Requests of an arm that failed, in passes and windows. */
    long notOk(int arm) {
        long failed = 0;
        for (Round round : rounds) {
            RoundArm of = round.arms().get(arm);
            failed += counts(of).map(RoundCounts::notOk).orElse(0L);
            failed += of.windows().stream().mapToLong(TimedWindow::notOk).sum();
        }
        return failed;
    }

    /** Rounds whose passes of both arms were counted. */
    int counted() {
        return (int) rounds.stream().filter(CellRounds::bothCounted).count();
    }

    /** One figure per counted round. */
    double[] counts(int arm, ToDoubleFunction<RoundCounts> figure) {
        return rounds.stream()
                .filter(CellRounds::bothCounted)
                .mapToDouble(r -> figure.applyAsDouble(counts(r.arms().get(arm)).orElseThrow()))
                .toArray();
    }

    /** Pairs of windows, those that were dropped included. */
    int pairs() {
        return rounds.stream().mapToInt(CellRounds::pairs).sum();
    }

    /** Pairs of which one or both windows are not valid. */
    int droppedPairs() {
        return pairs() - rounds.stream().mapToInt(r -> validPairs(r).size()).sum();
    }

    /** Rounds with at least one pair of windows left. */
    int timed() {
        return (int) rounds.stream().filter(r -> !validPairs(r).isEmpty()).count();
    }

    /** Per timed round: the median over its pairs of the logarithm of candidate over base. */
    double[] logRatios(ToDoubleFunction<TimedWindow> quantile) {
        return rounds.stream()
                .map(round -> windowLogRatios(round, quantile))
                .filter(ratios -> ratios.length > 0)
                .mapToDouble(Samples::median)
                .toArray();
    }

    /** Per pair of windows that was kept: the logarithm of candidate over base. */
    static double[] windowLogRatios(Round round, ToDoubleFunction<TimedWindow> quantile) {
        return validPairs(round).stream()
                .mapToDouble(p -> Math.log(quantile.applyAsDouble(p.candidate()) / quantile.applyAsDouble(p.base())))
                .toArray();
    }

    /** The median over rounds of an arm's median over its windows that were kept. */
    double typical(int arm, ToDoubleFunction<TimedWindow> quantile) {
        return Samples.median(rounds.stream()
                .map(CellRounds::validPairs)
                .filter(pairs -> !pairs.isEmpty())
                .mapToDouble(pairs -> Samples.median(pairs.stream()
                        .mapToDouble(p -> quantile.applyAsDouble(arm == BASE ? p.base() : p.candidate()))
                        .toArray()))
                .toArray());
    }

    private record Pair(TimedWindow base, TimedWindow candidate) {}

    private static int pairs(Round round) {
        return Math.min(
                round.arms().get(BASE).windows().size(),
                round.arms().get(CANDIDATE).windows().size());
    }

    private static List<Pair> validPairs(Round round) {
        List<Pair> pairs = new ArrayList<>();
        for (int w = 0; w < pairs(round); w++) {
            TimedWindow base = round.arms().get(BASE).windows().get(w);
            TimedWindow candidate = round.arms().get(CANDIDATE).windows().get(w);
            if (usable(base) && usable(candidate)) {
                pairs.add(new Pair(base, candidate));
            }
        }
        return pairs;
    }

    private static boolean usable(TimedWindow window) {
        return window.valid() && window.count() > 0 && window.p50Us() > 0;
    }

    private static boolean bothCounted(Round round) {
        return round.arms().stream().allMatch(arm -> arm.counts() != null);
    }

    private static Optional<RoundCounts> counts(RoundArm arm) {
        return Optional.ofNullable(arm.counts());
    }
}
