package keepalivelab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class CounterCheckTest {
    @Test
    void bothCountsStandSideBySide() {
        assertThat(new CounterCheck("connect - econ", 8, "accepts", 8, 0, null, true).text())
                .isEqualTo("connect - econ 8 = accepts 8");
        assertThat(new CounterCheck("conns", 7, "accepts", 8, -1, "why", true).text())
                .isEqualTo("conns 7 = accepts 8 - 1");
        assertThat(new CounterCheck("conns", 8, "accepts", 8, 1, "why", false).text())
                .isEqualTo("conns 8 is not accepts 8 + 1");
    }

    @Test
    void whetherTheyAgreeIsNoOpinion() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new CounterCheck("connect", 9, "accepts", 8, 0, null, true))
                .withMessageContaining("9 beside 8 + 0");
    }
}
