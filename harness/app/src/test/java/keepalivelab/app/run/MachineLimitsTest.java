package keepalivelab.app.run;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import keepalivelab.api.EnvironmentException;
import org.junit.jupiter.api.Test;

class MachineLimitsTest {
    @Test
    void tooFewDescriptorsAreToldWithTheNumberThatIsNeeded() {
        assumeTrue(MachineLimits.openFiles().isPresent(), "this system sets no limit, or does not tell it");
        int clients = Math.toIntExact(MachineLimits.openFiles().getAsLong() / 2);
        assertThatExceptionOfType(EnvironmentException.class)
                .isThrownBy(() -> MachineLimits.require(clients))
                .withMessageContaining("too few file descriptors: " + clients + " clients need " + (200 + 4L * clients))
                .withMessageContaining("ulimit -n");
    }

    @Test
    void aFewClientsFitEverywhere() {
        assertThatCode(() -> MachineLimits.require(1)).doesNotThrowAnyException();
    }
}
