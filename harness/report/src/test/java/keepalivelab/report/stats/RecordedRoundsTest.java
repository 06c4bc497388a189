package keepalivelab.report.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import keepalivelab.report.stats.PairedTest.Limits;
import keepalivelab.report.stats.PairedTest.Outcome;
import keepalivelab.report.stats.RecordedRounds.Percentile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the paired design makes of rounds that were measured, not made up. */
class RecordedRoundsTest {
    private static final int DRAWS = 2_000;
    private static final double ALPHA = 0.01;
    private static final Limits P50 = new Limits(Math.log(1.03), Math.log(1.10));
    private static final Limits P99 = new Limits(Math.log(1.10), Math.log(1.35));

    private final RecordedRounds busy = RecordedRounds.read("aa-rounds-busy.csv");
    private final RecordedRounds quiet = RecordedRounds.read("aa-rounds-quiet.csv");

    @ParameterizedTest
    @CsvSource({"duet, P50, 0.036", "duet, P99, 0.142", "seq, P50, 0.116", "seq, P99, 0.33"})
    void theSpreadOfRoundsOnABusyMachineIsTheRecordedOne(String design, Percentile percentile, double round) {
        assertThat(Samples.deviation(busy.changes(design, RecordedRounds.SAME, percentile)))
                .isCloseTo(round, within(0.03 * round));
    }

    /** What a rule that looks at one pair of windows makes of equal arms. */
    @ParameterizedTest
    @CsvSource({"duet, P50, 7", "duet, P99, 30", "seq, P50, 25", "seq, P99, 40"})
    void aSinglePairOfWindowsCriesWolf(String design, Percentile percentile, double percent) {
        double[] windows = busy.windows(design, RecordedRounds.SAME, percentile).values().stream()
                .flatMapToDouble(DoubleStream::of)
                .toArray();
        double alarms = DoubleStream.of(windows).filter(w -> w > Math.log(1.1)).count();
        assertThat(100 * alarms / windows.length).isGreaterThan(percent);
    }

    @ParameterizedTest
    @CsvSource({"duet, P50, 0.020", "duet, P99, 0.069", "seq, P50, 0.038", "seq, P99, 0.42"})
    void aQuietMachineSpreadsLess(String design, Percentile percentile, double round) {
        assertThat(Samples.deviation(quiet.changes(design, RecordedRounds.SAME, percentile)))
                .isCloseTo(round, within(0.04 * round));
    }

    @Test
    void equalArmsAreNeverCalledRegressed() {
        for (Percentile percentile : Percentile.values()) {
            for (String design : new String[] {"duet", "seq"}) {
                assertThat(outcome(busy, design, RecordedRounds.SAME, percentile))
                        .isNotEqualTo(Outcome.REGRESSED);
                assertThat(outcome(quiet, design, RecordedRounds.SAME, percentile))
                        .isNotEqualTo(Outcome.REGRESSED);
            }
        }
    }

    @Test
    void thePlantedTwentyMicrosecondsAreFoundByTheDuet() {
        double[] change = busy.changes("duet", RecordedRounds.SLOWER, Percentile.P50);
        PairedTest test = new PairedTest(change, P50);
        assertThat(test.outcome(ALPHA)).isEqualTo(Outcome.REGRESSED);
        assertThat(Math.exp(test.estimate())).isCloseTo(1.106, within(0.01));
    }

    /**
     * Rounds drawn anew from the recorded ones, an effect added. The figures are those of another program, that drew less
     * favourably: whole rounds, as here, are found at least as often.
     */
    @ParameterizedTest
    @CsvSource({
        "8, P50, 1.10, 63",
        "12, P50, 1.10, 85",
        "16, P50, 1.08, 81",
        "16, P50, 1.10, 96",
        "16, P50, 1.15, 100",
        "16, P99, 1.25, 44",
        "16, P99, 1.35, 83",
        "16, P99, 1.50, 99",
        "24, P99, 1.25, 68",
    })
    void theDuetFindsWhatItIsSaidToFind(int rounds, Percentile percentile, double effect, double percent) {
        assertThat(100 * regressed(percentile, rounds, Math.log(effect)))
                .isGreaterThanOrEqualTo(Math.min(99, percent - 1));
    }

    @ParameterizedTest
    @CsvSource({"8, P50", "16, P50", "24, P50", "8, P99", "16, P99", "24, P99"})
    void redrawnEqualArmsAreAlmostNeverCalledRegressed(int rounds, Percentile percentile) {
        assertThat(regressed(percentile, rounds, 0)).isLessThanOrEqualTo(0.001);
    }

    private double regressed(Percentile percentile, int rounds, double effect) {
        double[] recorded = busy.changes("duet", RecordedRounds.SAME, percentile);
        SplittableRandom random = new SplittableRandom(14);
        int regressed = 0;
        for (int d = 0; d < DRAWS; d++) {
            double[] draw = random.ints(rounds, 0, recorded.length)
                    .mapToDouble(i -> recorded[i] + effect)
                    .toArray();
            regressed += new PairedTest(draw, limits(percentile)).outcome(ALPHA) == Outcome.REGRESSED ? 1 : 0;
        }
        return (double) regressed / DRAWS;
    }

    private static Outcome outcome(RecordedRounds rounds, String design, int candidate, Percentile percentile) {
        return new PairedTest(rounds.changes(design, candidate, percentile), limits(percentile)).outcome(ALPHA);
    }

    private static Limits limits(Percentile percentile) {
        return percentile == Percentile.P50 ? P50 : P99;
    }
}
