package keepalivelab.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import keepalivelab.report.Environment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class MachineFactsTest {
    @TempDir
    private Path folder;

    @Test
    void aQuotaIsReadAsCores() throws IOException {
        Path file = folder.resolve("cpu.max");
        Files.writeString(file, "150000 100000\n");
        assertThat(MachineFacts.cpuQuota(folder)).contains("1.50");
        Files.writeString(file, "max 100000\n");
        assertThat(MachineFacts.cpuQuota(folder)).contains("none");
        Files.delete(file);
        assertThat(MachineFacts.cpuQuota(folder)).isEmpty();
    }

    @Test
    void flagsThatNamePlacesOrLogsAreNoneOfTheFingerprint() {
        assertThat(MachineFacts.jvmFlags(Stream.of(
                        "-Xmx1g",
                        "-XX:SharedArchiveFile=/home/a/x.jsa",
                        "-Dkeepalivelab.home=/home/a",
                        "-Xlog:disable",
                        "-XX:+UseSerialGC")))
                .isEqualTo("-XX:+UseSerialGC -Xmx1g");
    }

    @Test
    void theImageOfARunnerIsItsNameAndVersion() {
        assertThat(MachineFacts.runnerImage(Map.of("ImageOS", "ubuntu24", "ImageVersion", "20261101.1")))
                .contains("ubuntu24 20261101.1");
        assertThat(MachineFacts.runnerImage(Map.of())).isEmpty();
    }

    @Test
    void stolenTimeIsAShareOfAllTime() {
        MachineFacts.Ticks before = MachineFacts.Ticks.of("cpu  100 0 100 700 0 0 0 100 50 0\ncpu0 1")
                .orElseThrow();
        MachineFacts.Ticks after =
                MachineFacts.Ticks.of("cpu  200 0 200 1350 0 0 0 250 99 0").orElseThrow();
        assertThat(after.stolenSince(before)).isEqualTo(0.15);
        assertThat(MachineFacts.Ticks.of("")).isEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void everythingOfTheFingerprintButTheImageIsKnownHere() {
        assertThat(MachineFacts.found().keySet())
                .isSubsetOf(Environment.OF_FINGERPRINT)
                .contains("jvmFlags", "container", "openFiles", "portRange");
    }
}
