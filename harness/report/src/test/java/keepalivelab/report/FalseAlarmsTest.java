package keepalivelab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class FalseAlarmsTest {
    @Test
    void noneOf300RulesOutOnePercent() {
        FalseAlarms none = new FalseAlarms(0, 300);
        assertThat(none.upperBound()).isLessThan(0.01);
        assertThat(none.text())
                .isEqualTo("false alarms: 0 of 300 verdicts (0.00%); the rate is at most 0.99% (95%, exact)");
        assertThat(none.moreThan(0.01)).isFalse();
    }

    @Test
    void moreThanAlphaExplainsIsTold() {
        assertThat(new FalseAlarms(3, 100).moreThan(0.01)).isFalse();
        assertThat(new FalseAlarms(5, 100).moreThan(0.01)).isTrue();
    }

    @Test
    void noVerdictSaysSo() {
        assertThat(new FalseAlarms(0, 0).text()).isEqualTo("no verdict was reached");
        assertThatThrownBy(() -> new FalseAlarms(2, 1)).hasMessage("2 alarms in 1 verdicts");
    }
}
