package keepalivelab.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import keepalivelab.api.EnvironmentException;
import keepalivelab.proxies.process.CommandOutput;
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

    /** These files claim to be empty; a reader that goes by their size gets a part of the number. */
    @Test
    void aKernelSettingIsTheWholeNumber() {
        CommandOutput other = CommandOutput.of(List.of("cat", "/proc/sys/net/core/somaxconn"), Duration.ofSeconds(5));
        assumeTrue(other.succeeded(), "this system has no such setting");
        assertThat(MachineLimits.kernelSetting("net/core/somaxconn"))
                .hasValue(Long.parseLong(other.lines().get(0)));
    }

    @Test
    void whatRunsOutIsRecognisedByItsCause() {
        Throwable ranOut = new UncheckedIOException(new IOException("accept: Too many open files"));
        assertThat(MachineLimits.descriptorsRanOut(new IllegalStateException(ranOut)))
                .isTrue();
        assertThat(MachineLimits.descriptorsRanOut(new UncheckedIOException(new IOException("Connection reset"))))
                .isFalse();
    }

    @Test
    void aFewClientsFitEverywhere() {
        assertThatCode(() -> MachineLimits.require(1)).doesNotThrowAnyException();
    }
}
