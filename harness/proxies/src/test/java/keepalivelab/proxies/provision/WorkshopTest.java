package keepalivelab.proxies.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import keepalivelab.api.EnvironmentException;
import keepalivelab.proxies.process.ProcessGroup;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkshopTest {
    private static final Duration PLENTY = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    private Workshop shop(String sources) {
        Map<String, String> fields = Map.of("folder", "program", "sources", sources);
        Recipe recipe = new Recipe("proxy", "1.2.3", new GoKind(), fields, WorkshopTest.class);
        return new Workshop(recipe, folder, folder, folder, folder.resolve("log"));
    }

    private void run(Duration limit, String script) {
        shop("manifest.txt").run(folder, Map.of("COLOUR", "blue"), limit, List.of("sh", "-c", script));
    }

    @Test
    void sourcesAreWrittenWithTheirVersion() throws Exception {
        Path written = shop("manifest.txt").writeSources(folder);
        assertThat(written.resolve("manifest.txt")).hasContent("name = \"program\"\nversion = \"1.2.3\"\n");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> shop("missing.txt").writeSources(folder))
                .withMessageContaining("program/missing.txt");
    }

    @Test
    void aToolRunsInItsFolderAndEnvironmentAndIsLogged() throws Exception {
        run(PLENTY, "pwd; echo $COLOUR; read line || echo no input");
        assertThat(Files.readAllLines(folder.resolve("log")))
                .endsWith(folder.toRealPath().toString(), "blue", "no input");
    }

    @Test
    void aToolsReasonIsItsOwnAndNotThatOfOneBefore() {
        run(PLENTY, "echo 'error: an old story'");
        assertThatExceptionOfType(EnvironmentException.class)
                .isThrownBy(() -> run(PLENTY, "echo compiling; echo 'fatal: disk full'; echo stopping; exit 1"))
                .withMessageContaining("failed: fatal: disk full (all it said:");
        assertThatExceptionOfType(EnvironmentException.class)
                .isThrownBy(() -> run(PLENTY, "echo first; echo last words; exit 1"))
                .withMessageContaining("failed: last words (");
        assertThatExceptionOfType(EnvironmentException.class)
                .isThrownBy(() -> run(PLENTY, "exit 1"))
                .withMessageContaining("failed: it said nothing (");
    }

    @Test
    void aToolThatTakesTooLongIsEndedWithAllItStarted() throws Exception {
        assertThatExceptionOfType(EnvironmentException.class)
                .isThrownBy(() -> run(Duration.ofMillis(1500), "sh -c 'echo $$ >child; sleep 1000; true' & wait; true"))
                .withMessageContaining("not done after 1 s");
        long child = Long.parseLong(Files.readString(folder.resolve("child")).strip());
        Awaitility.await()
                .atMost(PLENTY)
                .until(() ->
                        !ProcessHandle.of(child).map(ProcessHandle::isAlive).orElse(false)
                                || !new ProcessGroup(child).firstRuns());
    }
}
