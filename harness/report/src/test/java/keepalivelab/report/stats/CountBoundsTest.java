package keepalivelab.report.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.BinomialTest;
import org.junit.jupiter.api.Test;

class CountBoundsTest {
    @Test
    void sevenAgainstNoneIsTheFirstThatOnePercentRejects() {
        assertThat(RareEvents.pMore(0, 7)).isCloseTo(1 / 128.0, within(1e-12));
        assertThat(RareEvents.pMore(0, 6)).isGreaterThan(0.01);
        assertThat(RareEvents.pMore(0, 5)).isCloseTo(0.03125, within(1e-12));
        assertThat(RareEvents.pMore(0, 0)).isEqualTo(1);
    }

    @Test
    void noEventIn299RulesOutOnePercent() {
        assertThat(Binomial.upperBound(0, 299, 0.05)).isLessThan(0.01);
        assertThat(Binomial.upperBound(0, 298, 0.05)).isGreaterThan(0.01);
        assertThat(Binomial.upperBound(1, 473, 0.05)).isLessThanOrEqualTo(0.01);
        assertThat(Binomial.upperBound(2, 628, 0.05)).isLessThanOrEqualTo(0.01);
    }

    @Test
    void thirtyOfThirtyIsAtLeastNineOfTen() {
        assertThat(Binomial.lowerBound(30, 30, 0.05)).isCloseTo(0.905, within(5e-4));
        assertThat(Binomial.lowerBound(45, 46, 0.05)).isCloseTo(0.901, within(5e-4));
        assertThat(Binomial.lowerBound(0, 5, 0.05)).isZero();
        assertThat(Binomial.upperBound(5, 5, 0.05)).isEqualTo(1);
    }

    @Test
    void tailsAgreeWithTheLibrary() {
        BinomialTest library = BinomialTest.withDefaults().with(AlternativeHypothesis.GREATER_THAN);
        for (int trials = 1; trials < 400; trials += 37) {
            for (int events = 0; events <= trials; events += 1 + trials / 7) {
                assertThat(Binomial.atLeast(events, trials, 0.3))
                        .as(events + " of " + trials)
                        .isCloseTo(library.test(trials, events, 0.3).getPValue(), within(1e-10));
            }
        }
    }

    @Test
    void poissonBoundsAreGarwoods() {
        // The rule of three, and tables: none → 2.996, one → 4.744, ten → 16.962 (95 %, one-sided).
        assertThat(RareEvents.upperBound(0, 0.05)).isCloseTo(2.996, within(1e-3));
        assertThat(RareEvents.upperBound(1, 0.05)).isCloseTo(4.744, within(1e-3));
        assertThat(RareEvents.upperBound(10, 0.05)).isCloseTo(16.962, within(1e-3));
        assertThat(RareEvents.lowerBound(10, 0.05)).isCloseTo(5.425, within(1e-3));
        assertThat(RareEvents.lowerBound(0, 0.05)).isZero();
    }

    @Test
    void logFactorialsOfLargeNumbersJoinTheSummedOnes() {
        assertThat(LogFactorial.of(256) - LogFactorial.of(255)).isCloseTo(Math.log(256), within(1e-11));
        assertThat(LogFactorial.of(100_000)).isCloseTo(1_051_299.221_899_122, within(1e-6));
    }

    @Test
    void impossibleCountsAreRefused() {
        assertThatThrownBy(() -> Binomial.atLeast(3, 2, 0.5)).hasMessage("3 events in 2 trials");
    }
}
