package keepalivelab.report.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class HolmTest {
    @Test
    void theSmallestChanceMeetsTheStrictestLimit() {
        assertThat(Holm.limits(new double[] {0.004, 0.5, 0.001, 0.003}, 0.01))
                .containsExactly(new double[] {0.01 / 2, 0.01, 0.01 / 4, 0.01 / 3}, within(1e-15));
    }

    @Test
    void afterTheFirstThatHoldsNothingIsRejectedAnyMore() {
        double[] p = {0.004, 0.0041, 0.009};
        double[] limits = Holm.limits(p, 0.01);
        for (int i = 0; i < p.length; i++) {
            assertThat(p[i]).isGreaterThan(limits[i]);
        }
    }

    @Test
    void oneTestAloneKeepsItsLevel() {
        assertThat(Holm.limits(new double[] {0.5}, 0.01)).containsExactly(0.01);
        assertThat(Holm.limits(new double[0], 0.01)).isEmpty();
    }
}
