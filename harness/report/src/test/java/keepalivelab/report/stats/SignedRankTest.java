package keepalivelab.report.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.PValueMethod;
import org.apache.commons.statistics.inference.WilcoxonSignedRankTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SignedRankTest {
    @Test
    void allPositiveValuesHaveTheSmallestChanceThereIs() {
        assertThat(SignedRank.pAbove(new double[] {1, 2, 3, 4, 5}, 0)).isEqualTo(1 / 32.0);
        assertThat(SignedRank.pBelow(new double[] {1, 2, 3, 4, 5}, 0)).isEqualTo(1);
    }

    /** Upper tails as tables have them, e.g. Hollander, Wolfe and Chicken, table A.4. */
    @ParameterizedTest
    @CsvSource({"10, 45, 0.0420", "10, 47, 0.0244", "8, 34, 0.0117", "7, 26, 0.0234", "12, 68, 0.0105"})
    void tailsAreThoseOfTheTables(int n, int rankSum, double chance) {
        assertThat(SignedRank.pAbove(withRankSum(n, rankSum), 0)).isCloseTo(chance, within(5e-5));
    }

    /** 1 to n, of which the signs make that sum of positive ranks. */
    private static double[] withRankSum(int n, int rankSum) {
        double[] values = new double[n];
        int left = rankSum;
        for (int rank = n; rank >= 1; rank--) {
            boolean positive = left >= rank;
            values[rank - 1] = positive ? rank : -rank;
            left -= positive ? rank : 0;
        }
        assertThat(left).isZero();
        return values;
    }

    @Test
    void equalDifferencesAreExactWhereALibraryApproximates() {
        double[] equal = new double[16];
        Arrays.fill(equal, 0.01);
        assertThat(SignedRank.pAbove(equal, 0)).isEqualTo(Math.scalb(1.0, -16));
    }

    @Test
    void tiedValuesByHand() {
        // Doubled mid-ranks 3, 3, 6 for 1, 1, 2: of the eight sums 0, 3, 3, 6, 6, 9, 9, 12 three are at least 9.
        assertThat(SignedRank.pAbove(new double[] {-1, 1, 2}, 0)).isEqualTo(3 / 8.0);
    }

    @Test
    void zerosAreRankedAndThenLeftOut() {
        // The zero takes rank 1, so 1 has 2 and -2 has 3: of 0, 2, 3, 5 three are at least 2.
        assertThat(SignedRank.pAbove(new double[] {0, 1, -2}, 0)).isEqualTo(3 / 4.0);
        assertThat(SignedRank.pAbove(new double[] {7, 7}, 7)).isEqualTo(1);
    }

    @Test
    void withoutTiesItAgreesWithTheLibrary() {
        SplittableRandom random = new SplittableRandom(1);
        WilcoxonSignedRankTest library = WilcoxonSignedRankTest.withDefaults()
                .with(AlternativeHypothesis.GREATER_THAN)
                .with(PValueMethod.EXACT);
        for (int trial = 0; trial < 200; trial++) {
            double[] values = random.doubles(2 + trial % 29, -1, 1.4).toArray();
            assertThat(SignedRank.pAbove(values, 0))
                    .as(Arrays.toString(values))
                    .isCloseTo(library.test(values).getPValue(), within(1e-12));
        }
    }

    @Test
    void withTiesItAgreesWithCountingEverySign() {
        SplittableRandom random = new SplittableRandom(2);
        for (int trial = 0; trial < 200; trial++) {
            double[] values =
                    random.ints(2 + trial % 10, -3, 5).asDoubleStream().toArray();
            assertThat(SignedRank.pAbove(values, 0))
                    .as(Arrays.toString(values))
                    .isCloseTo(counted(values), within(1e-12));
        }
    }

    /** The share of all sign assignments whose sum of positive mid-ranks is at least the observed one. */
    private static double counted(double[] values) {
        double observed = 0;
        double[] rank = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            double mine = Math.abs(values[i]);
            double smaller =
                    Arrays.stream(values).filter(v -> Math.abs(v) < mine).count();
            double equal =
                    Arrays.stream(values).filter(v -> Math.abs(v) == mine).count();
            rank[i] = values[i] == 0 ? 0 : smaller + (equal + 1) / 2;
            observed += values[i] > 0 ? rank[i] : 0;
        }
        int atLeast = 0;
        for (int signs = 0; signs < 1 << values.length; signs++) {
            double sum = 0;
            for (int i = 0; i < values.length; i++) {
                sum += (signs >> i & 1) == 1 ? rank[i] : 0;
            }
            atLeast += sum >= observed ? 1 : 0;
        }
        return (double) atLeast / (1 << values.length);
    }

    @Test
    void fewestValuesIsWhereTheSmallestChanceReachesAlpha() {
        assertThat(SignedRank.fewestValues(0.01)).isEqualTo(7);
        assertThat(SignedRank.fewestValues(0.0025)).isEqualTo(9);
        assertThat(SignedRank.fewestValues(0.5)).isEqualTo(1);
        assertThatThrownBy(() -> SignedRank.fewestValues(0)).hasMessage("alpha 0.0 is not between 0 and 1");
    }

    @Test
    void valuesThatAreNoNumbersAreRefused() {
        assertThatThrownBy(() -> SignedRank.pAbove(new double[] {1, Double.NaN}, 0))
                .hasMessageContaining("NaN");
        assertThatThrownBy(() -> SignedRank.pAbove(new double[0], 0)).hasMessageContaining("at least one value");
    }
}
