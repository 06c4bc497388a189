package keepalivelab.proxies.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class DottedVersionTest {
    private static DottedVersion version(String text) {
        return DottedVersion.of(text);
    }

    @Test
    void numbersCompareAsNumbers() {
        assertThat(version("1.29.10").atLeast("1.29.7")).isTrue();
        assertThat(version("1.9.15").atLeast("1.18")).isFalse();
        assertThat(version("2").atLeast("1.99.99")).isTrue();
    }

    @Test
    void aMissingNumberIsZero() {
        assertThat(version("1.18").atLeast("1.18.0")).isTrue();
        assertThat(version("1.18").atLeast("1.18.1")).isFalse();
    }

    @Test
    void aShorterVersionStandsForAllThatBeginWithIt() {
        assertThat(version("1.31.3").isA(version("1.31"))).isTrue();
        assertThat(version("1.31.3").isA(version("1.3"))).isFalse();
        assertThat(version("1.31").isA(version("1.31.3"))).isFalse();
    }

    @Test
    void anythingElseIsNoVersion() {
        assertThat(DottedVersion.matches("latest")).isFalse();
        assertThat(DottedVersion.matches("1.2-rc1")).isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> version("1..2")).withMessageContaining("1..2");
    }
}
