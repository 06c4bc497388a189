package keepalivelab.report.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VersionsTest {
    @ParameterizedTest
    @CsvSource({"1.22.0, true", "1.22.1, true", "1.22.9-dev, true", "1.23.0, false", "1.3.0, false", "2.22.1, false"})
    void aVersionStandsForThoseWithItsFirstTwoNumbers(String version, boolean included) {
        assertThat(Versions.around("1.22.1").include(version)).isEqualTo(included);
    }

    @Test
    void whatHasNoVersionStandsForAny() {
        assertThat(Versions.around("")).isEqualTo(Versions.ANY);
        assertThat(Versions.ANY.include("")).isTrue();
        assertThat(Versions.ANY.include("7.1")).isTrue();
    }

    @Test
    void theNumbersAreComparedAsNumbers() {
        assertThat(new Versions("1.9.0", null).include("1.10.0")).isTrue();
        assertThat(new Versions(null, "1.10.0").include("1.9.9")).isTrue();
    }

    @Test
    void aFileIsNamedAfterDriverVariantAndVersion() {
        assertThat(new Baseline.OfArm("nginx", null, Versions.around("1.22.1")).fileName())
                .isEqualTo("nginx-1.22.json");
        assertThat(new Baseline.OfArm("embedded", "lifo", Versions.ANY).fileName())
                .isEqualTo("embedded-lifo.json");
    }
}
