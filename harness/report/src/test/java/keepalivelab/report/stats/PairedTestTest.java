package keepalivelab.report.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.SplittableRandom;
import keepalivelab.report.stats.PairedTest.Limits;
import keepalivelab.report.stats.PairedTest.Outcome;
import org.junit.jupiter.api.Test;

class PairedTestTest {
    private static final double ALPHA = 0.01;
    private static final Limits P50 = new Limits(Math.log(1.03), Math.log(1.10));

    private static double[] noise(SplittableRandom random, int rounds, double deviation) {
        return random.doubles(rounds)
                .map(u -> deviation * Math.sqrt(12) * (u - 0.5))
                .toArray();
    }

    private static double[] plus(double[] values, double shift) {
        return Arrays.stream(values).map(v -> v + shift).toArray();
    }

    private static Outcome outcome(double[] change) {
        return new PairedTest(change, P50).outcome(ALPHA);
    }

    @Test
    void aClearChangeRegressesNoChangePassesAndAWideSpreadSaysNeither() {
        SplittableRandom random = new SplittableRandom(5);
        assertThat(outcome(plus(noise(random, 16, 0.02), 0.15))).isEqualTo(Outcome.REGRESSED);
        assertThat(outcome(noise(random, 16, 0.02))).isEqualTo(Outcome.PASSED);
        assertThat(outcome(noise(random, 16, 0.8))).isEqualTo(Outcome.INCONCLUSIVE);
    }

    @Test
    void aChangeSurelyBetweenMarginAndToleranceIsARegression() {
        double[] change = plus(noise(new SplittableRandom(6), 16, 0.001), Math.log(1.06));
        PairedTest test = new PairedTest(change, P50);
        assertThat(test.pWithin()).isLessThan(PairedTest.PASS_ALPHA);
        assertThat(test.outcome(ALPHA)).isEqualTo(Outcome.REGRESSED);
    }

    @Test
    void swappingTheArmsNeverRegressesBothWays() {
        SplittableRandom random = new SplittableRandom(7);
        for (int trial = 0; trial < 300; trial++) {
            double[] change = plus(noise(random, 16, 0.05), random.nextDouble(-0.2, 0.2));
            double[] swapped = Arrays.stream(change).map(v -> -v).toArray();
            PairedTest mirrored = new PairedTest(swapped, P50);
            assertThat(mirrored.estimate()).isEqualTo(-new PairedTest(change, P50).estimate());
            if (outcome(change) == Outcome.REGRESSED) {
                assertThat(mirrored.outcome(ALPHA)).isEqualTo(Outcome.PASSED);
            }
        }
    }

    @Test
    void moreSlownessNeverTurnsARegressionIntoAnythingElse() {
        SplittableRandom random = new SplittableRandom(8);
        for (int trial = 0; trial < 300; trial++) {
            double[] change = plus(noise(random, 16, 0.05), random.nextDouble(-0.1, 0.2));
            Outcome before = outcome(change);
            Outcome after = outcome(plus(change, random.nextDouble(0, 0.3)));
            if (before == Outcome.REGRESSED) {
                assertThat(after).isEqualTo(Outcome.REGRESSED);
            } else if (before == Outcome.INCONCLUSIVE) {
                assertThat(after).isNotEqualTo(Outcome.PASSED);
            }
        }
    }

    @Test
    void theOrderOfRoundsDoesNotMatter() {
        double[] change = noise(new SplittableRandom(9), 12, 0.1);
        double[] sorted = change.clone();
        Arrays.sort(sorted);
        PairedTest one = new PairedTest(change, P50);
        PairedTest other = new PairedTest(sorted, P50);
        assertThat(other.p()).isEqualTo(one.p());
        assertThat(other.estimate()).isEqualTo(one.estimate());
        assertThat(other.low(ALPHA)).isEqualTo(one.low(ALPHA));
        assertThat(other.high()).isEqualTo(one.high());
    }

    @Test
    void oneWildRoundNeitherMakesNorHidesARegression() {
        SplittableRandom random = new SplittableRandom(10);
        for (int trial = 0; trial < 100; trial++) {
            double[] same = noise(random, 16, 0.02);
            same[trial % 16] = 5;
            assertThat(outcome(same)).isNotEqualTo(Outcome.REGRESSED);
            double[] slower = plus(noise(random, 16, 0.02), 0.15);
            slower[trial % 16] = -5;
            assertThat(outcome(slower)).isEqualTo(Outcome.REGRESSED);
        }
    }

    @Test
    void aRegressionHasItsLowerBoundAboveTheMargin() {
        SplittableRandom random = new SplittableRandom(11);
        for (int trial = 0; trial < 300; trial++) {
            PairedTest test = new PairedTest(plus(noise(random, 16, 0.05), random.nextDouble(0, 0.2)), P50);
            assertThat(test.low(ALPHA) > P50.margin()).isEqualTo(test.outcome(ALPHA) == Outcome.REGRESSED);
            assertThat(test.high() < P50.tolerance()).isEqualTo(test.pWithin() <= PairedTest.PASS_ALPHA);
        }
    }

    @Test
    void whatIsSaidToBeDetectableIsDetectedNineTimesOutOfTen() {
        SplittableRandom random = new SplittableRandom(12);
        double[] spread = noise(random, 16, 0.05);
        double effect = new PairedTest(spread, P50).minimalDetectable(ALPHA).orElseThrow();
        int found = 0;
        int trials = 1000;
        for (int trial = 0; trial < trials; trial++) {
            found += outcome(plus(noise(random, 16, 0.05), effect)) == Outcome.REGRESSED ? 1 : 0;
        }
        // The spread of one sample of sixteen is itself known to a fifth only.
        assertThat(found / (double) trials).isBetween(0.75, 0.99);
    }

    @Test
    void fewerRoundsThanAlphaNeedsDetectNothing() {
        assertThat(new PairedTest(new double[] {1, 2, 3}, P50).minimalDetectable(ALPHA))
                .isEmpty();
        assertThatThrownBy(() -> new PairedTest(new double[0], P50)).hasMessageContaining("at least one round");
        assertThatThrownBy(() -> new Limits(2, 1)).hasMessage("margin 2.0 is above tolerance 1.0");
    }
}
