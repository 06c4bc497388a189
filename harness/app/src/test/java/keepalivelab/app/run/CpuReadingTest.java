package keepalivelab.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class CpuReadingTest {
    @Test
    void idleTimeIsNotBusy() {
        assertThat(CpuReading.busy("cpu  100 20 3 90000 7000 5 6 7 0 0")).hasValue(141 * 10_000_000L);
        assertThat(CpuReading.busy("cpu0 1 2 3")).isEmpty();
    }

    @Test
    void whatIsNotOursIsOthers() {
        CpuReading before = new CpuReading(0, OptionalLong.of(5_000_000_000L), 1_000_000_000L);
        CpuReading after = new CpuReading(2_000_000_000L, OptionalLong.of(9_000_000_000L), 2_500_000_000L);
        assertThat(after.othersSince(before)).hasValue(1.25);
        assertThat(before.othersSince(before)).isEmpty();
        assertThat(after.othersSince(new CpuReading(0, OptionalLong.empty(), 0)))
                .isEmpty();
    }
}
