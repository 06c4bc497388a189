package keepalivelab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StepBarTest {
    @Test
    void onlyAllIsTheHighestStepAndOnlyNothingIsBlank() {
        assertThat(StepBar.BLOCKS.of(1)).isEqualTo('█');
        assertThat(StepBar.BLOCKS.of(0.9999)).isEqualTo('▇');
        assertThat(StepBar.BLOCKS.of(0.0001)).isEqualTo('▁');
        assertThat(StepBar.BLOCKS.of(0)).isEqualTo(' ');
        assertThat(StepBar.BLOCKS.of(Double.NaN)).isEqualTo(' ');
        assertThat(StepBar.ASCII.of(2)).isEqualTo('@');
    }

    @Test
    void aLineIsMeasuredByItsLargestValue() {
        assertThat(StepBar.BLOCKS.line(List.of(0, 10, 20, 40))).isEqualTo(" ▂▄█");
        assertThat(StepBar.ASCII.line(List.of(0, 0))).isEqualTo("  ");
        assertThat(StepBar.BLOCKS.line(List.of())).isEmpty();
    }

    @Test
    void aNameIsCutInItsMiddle() {
        assertThat(MiddleCut.of("size=8,clients=32", 17, "..")).isEqualTo("size=8,clients=32");
        assertThat(MiddleCut.of("size=8,clients=32", 11, "..")).isEqualTo("size=..s=32");
        assertThat(MiddleCut.of("size=8,clients=32", 11, "…")).isEqualTo("size=…ts=32");
        assertThat(MiddleCut.of("size", 1, "..")).isEqualTo("s");
    }
}
