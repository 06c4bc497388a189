package keepalivelab.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class ScaleTest {
    @Test
    void aLinearScaleEndsAtRoundNumbersThatHoldTheValues() {
        Scale scale = Scale.linear(0, 2691);
        assertThat(labels(scale)).containsExactly("0", "1000", "2000", "3000");
        assertThat(scale.at(1500)).isCloseTo(0.5, within(1e-9));
    }

    @Test
    void aLogarithmicScaleGivesEqualFactorsEqualRoom() {
        Scale scale = Scale.log(37, 125_000, TickText::micros);
        assertThat(labels(scale)).containsExactly("100us", "1ms", "10ms", "100ms");
        assertThat(scale.at(1000) - scale.at(100)).isCloseTo(scale.at(10_000) - scale.at(1000), within(1e-9));
        assertThat(scale.at(37)).isBetween(0.0, 1.0);
        assertThat(scale.at(125_000)).isBetween(0.0, 1.0);
    }

    @Test
    void aTailScaleGivesEachNineEqualRoom() {
        Scale scale = Scale.tail(0.9999);
        assertThat(labels(scale)).containsExactly("50%", "90%", "99%", "99.9%", "99.99%");
        assertThat(scale.at(0)).isZero();
        assertThat(scale.at(0.99)).isCloseTo(0.5, within(1e-9));
        assertThat(scale.at(0.9999)).isCloseTo(1, within(1e-9));
    }

    @Test
    void rowsBeginAtTheTop() {
        Scale rows = Scale.rows(List.of("a", "b"));
        assertThat(rows.at(0)).isCloseTo(0.75, within(1e-9));
        assertThat(rows.at(1)).isCloseTo(0.25, within(1e-9));
        assertThat(Scale.rows(List.of("a label that is too long")).kind()).isEqualTo(Scale.Kind.LABELLED_ROWS);
    }

    @Test
    void oneValueAloneHasAPlace() {
        assertThat(Scale.linear(5, 5).at(5)).isBetween(0.0, 1.0);
        assertThat(Scale.within(5, 5, TickText::plain).at(5)).isBetween(0.0, 1.0);
        assertThat(Scale.log(5, 5, TickText::plain).at(5)).isBetween(0.0, 1.0);
    }

    @Test
    void numbersAreShortAndNotWrong() {
        assertThat(TickText.percent(0.999)).isEqualTo("99.9%");
        assertThat(TickText.percent(0.99999)).isEqualTo("99.999%");
        assertThat(TickText.plain(20_000)).isEqualTo("20k");
        assertThat(TickText.change(0.1)).isEqualTo("+10%");
        assertThat(TickText.micros(5000)).isEqualTo("5ms");
    }

    private static List<String> labels(Scale scale) {
        return scale.ticks().stream().map(Tick::label).toList();
    }
}
