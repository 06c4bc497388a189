package keepalivelab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import keepalivelab.report.stats.PairedTest;
import keepalivelab.report.stats.Samples;

/**
 * What a whole comparison would show on this machine, told from a few rounds of an arm against itself: rounds are drawn from
 * these, and windows within them, until there are as many as a comparison has.
 *
 * @param p50 change of the median, as a share, that would be found nine times out of ten; empty where too few windows are left
 * @param p99 the same of the 99th percentile
 * @param latePairs pairs of windows in which the generator was late
 * @param pairs all pairs of windows
 */
public record NoiseEstimate(OptionalDouble p50, OptionalDouble p99, int latePairs, int pairs) {
    private static final int ROUNDS = 16;
    private static final int WINDOWS = 6;
    private static final int GATES = 2;
    private static final double ALPHA = 0.01;
    private static final long SEED = 0x2d35_8dcc_aa6c_78a5L;

    /** The estimate of rounds of one cell. */
    public static NoiseEstimate of(List<Round> rounds) {
        CellRounds all = new CellRounds(new GatedCell("noise", Map.of(), true), rounds);
        return new NoiseEstimate(
                detectable(rounds, TimedWindow::p50Us, GateRules.STANDARD.p50()),
                detectable(rounds, TimedWindow::p99Us, GateRules.STANDARD.p99()),
                all.droppedPairs(),
                all.pairs());
    }

    private static OptionalDouble detectable(
            List<Round> rounds, ToDoubleFunction<TimedWindow> quantile, PairedTest.Limits limits) {
        List<double[]> ratios = new ArrayList<>();
        for (Round round : rounds) {
            double[] of = CellRounds.windowLogRatios(round, quantile);
            if (of.length > 0) {
                ratios.add(of);
            }
        }
        if (ratios.isEmpty()) {
            return OptionalDouble.empty();
        }
        OptionalDouble effect = new PairedTest(drawn(ratios), limits).minimalDetectable(ALPHA / GATES);
        return effect.isPresent() ? OptionalDouble.of(Math.expm1(effect.getAsDouble())) : effect;
    }

    private static double[] drawn(List<double[]> ratios) {
        SplittableRandom random = new SplittableRandom(SEED);
        double[] change = new double[ROUNDS];
        for (int r = 0; r < ROUNDS; r++) {
            double[] of = ratios.get(random.nextInt(ratios.size()));
            change[r] = Samples.median(
                    random.ints(WINDOWS, 0, of.length).mapToDouble(i -> of[i]).toArray());
        }
        return change;
    }
}
