package keepalivelab.proxies.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.List;
import keepalivelab.api.EnvironmentException;
import org.junit.jupiter.api.Test;

class CommandOutputTest {
    private static CommandOutput sh(String script, Duration limit) {
        return CommandOutput.of(List.of("sh", "-c", script), limit);
    }

    @Test
    void bothOutputsAndTheStatusAreThere() {
        CommandOutput output = sh("echo one; echo two >&2; read line || exit 3", Duration.ofSeconds(20));
        assertThat(output).isEqualTo(new CommandOutput(3, List.of("one", "two")));
        assertThat(output.succeeded()).isFalse();
        assertThat(sh("true", Duration.ofSeconds(20)).succeeded()).isTrue();
    }

    @Test
    void aCommandThatHangsIsKilled() {
        assertThat(sh("echo begun; exec sleep 1000", Duration.ofMillis(300)).exitStatus())
                .isEqualTo(137);
    }

    @Test
    void aCommandThatCannotBeStartedIsNamed() {
        assertThatExceptionOfType(EnvironmentException.class)
                .isThrownBy(() -> CommandOutput.of(List.of("/no/such"), Duration.ofSeconds(1)))
                .withMessageContaining("/no/such");
    }
}
