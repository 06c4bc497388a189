package keepalivelab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnvironmentTest {
    @TempDir
    Path folder;

    @Test
    void theModelIsTheFirstThatTheSystemNames() throws Exception {
        Path cpuInfo = Files.writeString(
                folder.resolve("cpuinfo"), "processor\t: 0\nmodel name\t: A CPU: fast\nmodel name\t: another\n");
        assertThat(Environment.cpuModel(cpuInfo)).isEqualTo("A CPU: fast");
    }

    @Test
    void whatTheSystemDoesNotSayIsUnknown() throws Exception {
        assertThat(Environment.cpuModel(folder.resolve("missing"))).isEqualTo("unknown");
        assertThat(Environment.cpuModel(Files.writeString(folder.resolve("arm"), "BogoMIPS : 50\n")))
                .isEqualTo("unknown");
    }

    @Test
    void thisMachineHasAKernelAJdkAndCores() {
        Environment here = Environment.here();
        assertThat(here.kernel()).contains(System.getProperty("os.version"));
        assertThat(here.jdk()).contains(System.getProperty("java.version"));
        assertThat(here.cores()).isPositive();
    }
}
