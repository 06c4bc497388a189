package keepalivelab.report.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ShiftTest {
    @Test
    void theEstimateIsTheMedianOfAllMeansOfTwo() {
        // 1, 1.5, 2, 2.5, 3, 4
        assertThat(Shift.estimate(new double[] {4, 1, 2})).isEqualTo(2.25);
        assertThat(Shift.estimate(new double[] {5})).isEqualTo(5);
        assertThatThrownBy(() -> Shift.estimate(new double[0])).hasMessageContaining("at least one value");
    }

    @Test
    void boundsAreWalshAveragesCountedFromTheEnds() {
        double[] values = {1, 2, 4, 8, 16};
        // n = 5: the smallest chance is 1/32, the next 2/32, the third 3/32.
        assertThat(Shift.lowerBound(values, 1 / 32.0)).isEqualTo(1);
        assertThat(Shift.lowerBound(values, 2 / 32.0)).isEqualTo(1.5);
        assertThat(Shift.lowerBound(values, 3 / 32.0)).isEqualTo(2);
        assertThat(Shift.upperBound(values, 1 / 32.0)).isEqualTo(16);
        assertThat(Shift.upperBound(values, 2 / 32.0)).isEqualTo(12);
    }

    @Test
    void tooFewValuesBoundNothing() {
        assertThat(Shift.lowerBound(new double[] {1, 2, 3}, 0.05)).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(Shift.upperBound(new double[] {1, 2, 3}, 0.05)).isEqualTo(Double.POSITIVE_INFINITY);
    }

    @Test
    void equalValuesAreTheirOwnBounds() {
        double[] equal = new double[8];
        Arrays.fill(equal, 3.5);
        assertThat(Shift.lowerBound(equal, 0.01)).isEqualTo(3.5);
        assertThat(Shift.upperBound(equal, 0.01)).isEqualTo(3.5);
    }

    @Test
    void aCentreIsBelowTheLowerBoundExactlyWhereTheTestRejectsIt() {
        SplittableRandom random = new SplittableRandom(3);
        for (int trial = 0; trial < 300; trial++) {
            double[] values = random.doubles(7 + trial % 20, -1, 2).toArray();
            double centre = random.nextDouble(-1, 2);
            assertThat(Shift.lowerBound(values, 0.01) > centre)
                    .as(Arrays.toString(values) + " against " + centre)
                    .isEqualTo(SignedRank.pAbove(values, centre) <= 0.01);
        }
    }

    @Test
    void theIntervalCoversTheCentreAsOftenAsItSays() {
        SplittableRandom random = new SplittableRandom(4);
        int below = 0;
        int trials = 4000;
        for (int trial = 0; trial < trials; trial++) {
            double[] values = random.doubles(12, -1, 1).toArray();
            below += Shift.lowerBound(values, 0.05) > 0 ? 1 : 0;
        }
        // 12 values reach 4.6 % at most; three standard errors around it.
        assertThat(below / (double) trials).isBetween(0.036, 0.056);
    }
}
