package keepalivelab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NoiseEstimateTest {
    @Test
    void littleSpreadMakesSmallChangesDetectable() {
        NoiseEstimate estimate = NoiseEstimate.of(Compared.timed(3, 1));
        assertThat(estimate.p50().orElseThrow()).isBetween(0.03, 0.08);
        assertThat(estimate.p99().orElseThrow()).isBetween(0.10, 0.15);
        assertThat(estimate.pairs()).isEqualTo(18);
        assertThat(estimate.latePairs()).isZero();
    }

    @Test
    void withoutAnyWindowNothingIsPromised() {
        List<Round> late = Compared.timed(3, 1).stream()
                .map(r -> Compared.round(
                        r.index(), r.arms().get(0), Compared.arm("new", 8, List.of(Compared.window(200, 9000)))))
                .toList();
        NoiseEstimate estimate = NoiseEstimate.of(late);
        assertThat(estimate.p50()).isEmpty();
        assertThat(estimate.latePairs()).isEqualTo(estimate.pairs()).isEqualTo(3);
    }
}
