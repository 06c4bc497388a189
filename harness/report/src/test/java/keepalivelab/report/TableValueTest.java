package keepalivelab.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TableValueTest {
    @Test
    void timesHaveThreeDigitsInTheUnitThatSuitsThem() {
        assertThat(TableValue.micros(0.4)).isEqualTo(new TableValue("0.40us", "0.4"));
        assertThat(TableValue.micros(85.34)).isEqualTo(new TableValue("85.3us", "85.34"));
        assertThat(TableValue.micros(999.4).text()).isEqualTo("999us");
        assertThat(TableValue.micros(999.6).text()).isEqualTo("1.00ms");
        assertThat(TableValue.micros(2_310)).isEqualTo(new TableValue("2.31ms", "2310"));
        assertThat(TableValue.micros(999_600).text()).isEqualTo("1.00s");
        assertThat(TableValue.micros(60_000_000)).isEqualTo(new TableValue("60.0s", "60000000"));
    }

    @Test
    void aDifferenceBelowZeroIsWrittenLikeThatAbove() {
        assertThat(TableValue.micros(-85.34)).isEqualTo(new TableValue("-85.3us", "-85.34"));
        assertThat(TableValue.micros(-20_676)).isEqualTo(new TableValue("-20.7ms", "-20676"));
        assertThat(TableValue.micros(-2_310_000).text()).isEqualTo("-2.31s");
    }

    @Test
    void aShareIsRoundedToOneDecimalButNeverToAllOrNothing() {
        assertThat(TableValue.ratio(0.999)).isEqualTo(new TableValue("99.9%", "0.999"));
        assertThat(TableValue.ratio(0.9997).text()).isEqualTo(">99.9%");
        assertThat(TableValue.ratio(1d).text()).isEqualTo("100.0%");
        assertThat(TableValue.ratio(0.0001).text()).isEqualTo("<0.1%");
        assertThat(TableValue.ratio(0d).text()).isEqualTo("0.0%");
        assertThat(TableValue.ratio(null)).isEqualTo(TableValue.NONE);
    }

    @Test
    void scalarsAreWrittenAsTheScenarioWroteThem() {
        assertThat(TableValue.scalar(8L).raw()).isEqualTo("8");
        assertThat(TableValue.scalar(0.5).raw()).isEqualTo("0.5");
        assertThat(TableValue.scalar(1e-7).raw()).isEqualTo("0.00000010");
        assertThat(TableValue.scalar("300ms").raw()).isEqualTo("300ms");
        assertThat(TableValue.scalar(true).raw()).isEqualTo("true");
        assertThat(TableValue.scalar(null)).isEqualTo(TableValue.NONE);
    }
}
