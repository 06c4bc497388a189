package keepalivelab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import keepalivelab.report.stats.Holm;
import keepalivelab.report.stats.RareEvents;
import org.jspecify.annotations.Nullable;

/**
 * Makes gates of rounds. In this order for each cell:
 *
 * <ul>
 *   <li>{@code rules}: what the scenario requires of every pass; one violation by the candidate alone is a regression;
 *   <li>{@code notOk}: requests that failed, of both arms; listed only where there are any;
 *   <li>{@code accepts} where the counts follow from the knobs, else {@code acceptsPer100}: a signed-rank test over rounds;
 *   <li>{@code openAtEnd}: connections that are left open after the pass, in the same way;
 *   <li>{@code p50} and {@code p99}: the same over the medians of each round's pairs of windows, Holm over all cells.
 * </ul>
 *
 * <p>A cell whose measurement cannot be trusted has one gate, {@code measurement}, which is void.
 */
public final class ComparisonJudge {
    private final Comparison comparison;
    private final List<Round> rounds;
    private final GateRules rules = GateRules.STANDARD;

    private ComparisonJudge(Comparison comparison, List<Round> rounds) {
        this.comparison = comparison;
        this.rounds = rounds;
    }

    /** The gates of a comparison over the rounds that are there. */
    public static List<Gate> gates(Comparison comparison, List<Round> rounds) {
        return new ComparisonJudge(comparison, rounds).gates();
    }

    /**
     * The fewest rounds with which a comparison can say regressed at all.
     *
     * @param alpha allowed chance of a false alarm
     * @param timeGates gates of times among which alpha is shared; 0 where only counts are judged
     */
    public static int fewestRounds(double alpha, int timeGates) {
        return GateRules.fewestRounds(alpha, timeGates);
    }

    private List<Gate> gates() {
        List<CellRounds> sound = new ArrayList<>();
        List<Gate> gates = new ArrayList<>();
        List<PairedGate> times = new ArrayList<>();
        for (GatedCell cell : comparison.cells()) {
            CellRounds of = CellRounds.of(cell, rounds);
            if (of.problems().isEmpty()) {
                sound.add(of);
                times.addAll(times(of));
            }
        }
        double[] limits = Holm.limits(times.stream().mapToDouble(PairedGate::p).toArray(), comparison.alpha());
        for (GatedCell cell : comparison.cells()) {
            CellRounds of = CellRounds.of(cell, rounds);
            if (!of.problems().isEmpty()) {
                gates.add(voided(cell, "measurement", of.problems().get(0)));
            } else {
                gates.addAll(counts(of));
                gates.addAll(judgedTimes(cell, times, limits));
            }
        }
        sound.stream().filter(this::droppedTooMany).forEach(of -> gates.add(dropped(of)));
        return List.copyOf(gates);
    }

    private List<Gate> counts(CellRounds of) {
        List<Gate> gates = new ArrayList<>();
        gates.add(broken(of));
        if (of.notOk(CellRounds.BASE) + of.notOk(CellRounds.CANDIDATE) > 0) {
            gates.add(notOk(of));
        }
        if (of.counted() > 0) {
            gates.add(accepts(of));
            gates.add(PairedGate.ofOpenAtEnd(of).judged(comparison.alpha()));
        }
        return gates;
    }

    /** The tests of times of a cell; none where windows were not measured or too many were late. */
    private List<PairedGate> times(CellRounds of) {
        if (comparison.windows() == 0 || droppedTooMany(of) || of.timed() == 0) {
            return List.of();
        }
        return List.of(
                PairedGate.ofTimes(of, "p50", TimedWindow::p50Us, rules.p50()),
                PairedGate.ofTimes(of, "p99", TimedWindow::p99Us, rules.p99()));
    }

    private static List<Gate> judgedTimes(GatedCell cell, List<PairedGate> times, double[] limits) {
        List<Gate> gates = new ArrayList<>();
        for (int i = 0; i < times.size(); i++) {
            if (times.get(i).cell().equals(cell.id())) {
                gates.add(times.get(i).judged(limits[i]));
            }
        }
        return gates;
    }

    private Gate accepts(CellRounds of) {
        PairedGate test = of.cell().exact() ? PairedGate.ofExactAccepts(of) : PairedGate.ofAccepts(of, rules.accepts());
        return test.judged(comparison.alpha());
    }

    private Gate broken(CellRounds of) {
        long base = of.brokenRounds(CellRounds.BASE);
        long candidate = of.brokenRounds(CellRounds.CANDIDATE);
        if (candidate == 0) {
            String reason = base == 0
                    ? "every rule held"
                    : "the candidate keeps what the base breaks: " + of.firstBroken(CellRounds.BASE);
            return counted(of, "rules", base, candidate, Verdict.HELD, reason);
        }
        String first = of.firstBroken(CellRounds.CANDIDATE);
        return base == 0
                ? counted(of, "rules", base, candidate, Verdict.FAILED, first)
                : counted(of, "rules", base, candidate, Verdict.INCONCLUSIVE, "the base breaks rules, too: " + first);
    }

    private Gate notOk(CellRounds of) {
        long base = of.notOk(CellRounds.BASE);
        long candidate = of.notOk(CellRounds.CANDIDATE);
        double p = RareEvents.pMore(base, candidate);
        String reason = candidate + " requests of the candidate failed, " + base + " of the base";
        Verdict verdict =
                p <= comparison.alpha() ? Verdict.FAILED : candidate <= base ? Verdict.HELD : Verdict.INCONCLUSIVE;
        return gate(of, "notOk", base, candidate, p, verdict, reason);
    }

    private Gate counted(CellRounds of, String metric, long base, long candidate, Verdict verdict, String reason) {
        return gate(of, metric, base, candidate, null, verdict, reason);
    }

    private Gate gate(
            CellRounds of,
            String metric,
            long base,
            long candidate,
            @Nullable Double p,
            Verdict verdict,
            String reason) {
        return new Gate(
                of.cell().id(),
                metric,
                Gate.Unit.DIFFERENCE,
                (double) base,
                (double) candidate,
                (double) (candidate - base),
                null,
                null,
                p,
                comparison.alpha(),
                0,
                0,
                null,
                of.counted(),
                verdict,
                reason);
    }

    private boolean droppedTooMany(CellRounds of) {
        return of.pairs() > 0 && of.droppedPairs() > rules.mostDropped() * of.pairs();
    }

    private Gate dropped(CellRounds of) {
        return voided(
                of.cell(),
                "times",
                String.format(
                        Locale.ROOT,
                        "the generator was late in %d of %d pairs of windows: the machine is too busy to time anything",
                        of.droppedPairs(),
                        of.pairs()));
    }

    private Gate voided(GatedCell cell, String metric, String reason) {
        return new Gate(
                cell.id(),
                metric,
                Gate.Unit.DIFFERENCE,
                null,
                null,
                null,
                null,
                null,
                null,
                comparison.alpha(),
                0,
                0,
                null,
                0,
                Verdict.VOID,
                reason);
    }
}
