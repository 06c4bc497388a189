package keepalivelab.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import keepalivelab.app.Home;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The notebooks, executed by their real kernel. Skipped where Python cannot make a virtual environment; the property
 * {@code keepalivelab.notebooks} makes that a failure ({@code required}) or leaves them out ({@code off}).
 */
class NotebooksTest {
    private static final String WANTED = System.getProperty("keepalivelab.notebooks", "");
    private static final Path FOLDER = Home.path().resolve("notebooks");

    @TempDir
    private Path folder;

    static Stream<Path> notebooks() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(".ipynb")).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("notebooks")
    void itIsCommittedWithoutOutputs(Path notebook) throws IOException {
        String text = Files.readString(notebook);
        assertThat(text).contains("\"outputs\": []", "## Conclusion").doesNotContain("\"output_type\"");
        assertThat(text).doesNotContainPattern("\"execution_count\": \\d");
    }

    @Test
    void eachRunsToItsConclusion() throws Exception {
        Executed executed = execute(Home.path());
        assertThat(executed.status).as(executed.text).isZero();
        for (Path notebook : notebooks().toList()) {
            assertThat(executed.text).containsPattern(notebook.getFileName() + ": \\S.{40,}");
        }
    }

    @Test
    void aBrokenReferenceTurnsItRedAndIsNamed() throws Exception {
        Path reference = Files.createDirectories(folder.resolve("results/reference/keepalive-size"));
        Files.writeString(reference.resolve("result.json"), "{ \"cut\": ");
        Executed executed = execute(folder, "pool-size");
        assertThat(executed.status).isEqualTo(1);
        assertThat(executed.text).contains("pool-size.ipynb", "keepalive-size/result.json");
    }

    @Test
    void aMissingReferenceIsNamed() throws Exception {
        Executed executed = execute(folder, "losing-gap");
        assertThat(executed.status).isEqualTo(1);
        assertThat(executed.text).contains("race-sweep");
    }

    private record Executed(int status, String text) {}

    private Executed execute(Path home, String... names) throws Exception {
        assumeTrue(!WANTED.equals("off"), "notebooks are left out of this run");
        List<String> command = new ArrayList<>(List.of(FOLDER.resolve("run").toString()));
        command.addAll(List.of(names));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment()
                .putAll(Map.of(
                        "KEEPALIVELAB_CLASSPATH", System.getProperty("java.class.path"),
                        "KEEPALIVELAB_HOME", home.toString(),
                        "KEEPALIVELAB_EXECUTED", folder.resolve("executed").toString(),
                        "JAVA_HOME", System.getProperty("java.home")));
        Process process = builder.start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int status = process.waitFor();
        assumeTrue(status != 4 || WANTED.equals("required"), "no Java kernel to be had here: " + text);
        return new Executed(status, text);
    }
}
