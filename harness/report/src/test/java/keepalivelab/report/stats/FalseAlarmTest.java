package keepalivelab.report.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Stream;
import keepalivelab.report.stats.PairedTest.Limits;
import keepalivelab.report.stats.PairedTest.Outcome;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * How often the gate cries wolf, simulated window by window under four kinds of noise. A shared machine's noise hits both
 * arms; what is left between them is what these models make.
 */
class FalseAlarmTest {
    private static final int EXPERIMENTS = 5_000;
    private static final int ROUNDS = 16;
    private static final int WINDOWS = 6;
    private static final double ALPHA = 0.01;
    private static final Limits P50 = new Limits(Math.log(1.03), Math.log(1.10));

    /** The log ratio of the two arms, per round and window. */
    private interface Noise extends Function<SplittableRandom, double[][]> {}

    static Stream<Arguments> models() {
        return Stream.of(
                Arguments.of("lognormal windows", (Noise) FalseAlarmTest::lognormal),
                Arguments.of("bursts", (Noise) FalseAlarmTest::bursts),
                Arguments.of("drift", (Noise) FalseAlarmTest::drift),
                Arguments.of("offsets of processes", (Noise) FalseAlarmTest::offsets));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("models")
    void equalArmsAreCalledRegressedInAtMostTwoOfAThousand(String name, Noise noise) {
        assertThat(regressed(noise, 0)).as(name).isLessThanOrEqualTo(0.002);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("models")
    void aChangeOfExactlyTheMarginIsCalledRegressedAsOftenAsAlphaSays(String name, Noise noise) {
        assertThat(regressed(noise, P50.margin())).as(name).isLessThanOrEqualTo(0.015);
    }

    private static double regressed(Noise noise, double effect) {
        SplittableRandom random = new SplittableRandom(13);
        int regressed = 0;
        for (int experiment = 0; experiment < EXPERIMENTS; experiment++) {
            double[][] windows = noise.apply(random);
            double[] change = new double[ROUNDS];
            for (int r = 0; r < ROUNDS; r++) {
                change[r] = Samples.median(windows[r]) + effect;
            }
            regressed += new PairedTest(change, P50).outcome(ALPHA) == Outcome.REGRESSED ? 1 : 0;
        }
        return (double) regressed / EXPERIMENTS;
    }

    private static double[][] lognormal(SplittableRandom random) {
        double[][] windows = new double[ROUNDS][WINDOWS];
        for (double[] round : windows) {
            for (int w = 0; w < WINDOWS; w++) {
                round[w] = 0.08 * gaussian(random);
            }
        }
        return windows;
    }

    /** Every tenth window of an arm is five times as slow. */
    private static double[][] bursts(SplittableRandom random) {
        double[][] windows = lognormal(random);
        for (double[] round : windows) {
            for (int w = 0; w < WINDOWS; w++) {
                round[w] += random.nextInt(10) == 0 ? Math.log(5) : 0;
                round[w] -= random.nextInt(10) == 0 ? Math.log(5) : 0;
            }
        }
        return windows;
    }

    /** Neighbouring windows resemble each other, within a round. */
    private static double[][] drift(SplittableRandom random) {
        double[][] windows = new double[ROUNDS][WINDOWS];
        for (double[] round : windows) {
            double level = 0.08 * gaussian(random);
            for (int w = 0; w < WINDOWS; w++) {
                level = 0.7 * level + 0.08 * Math.sqrt(1 - 0.49) * gaussian(random);
                round[w] = level;
            }
        }
        return windows;
    }

    /** Each pair of processes has a difference of its own that no further window averages away. */
    private static double[][] offsets(SplittableRandom random) {
        double[][] windows = lognormal(random);
        for (double[] round : windows) {
            double offset = 0.042 * gaussian(random);
            for (int w = 0; w < WINDOWS; w++) {
                round[w] += offset;
            }
        }
        return windows;
    }

    private static double gaussian(SplittableRandom random) {
        return Math.sqrt(-2 * Math.log(1 - random.nextDouble())) * Math.cos(2 * Math.PI * random.nextDouble());
    }
}
