package keepalivelab.app;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A harness in a JVM of its own that ends in the middle of a run: nothing stays but the cells that were finished. */
@EnabledOnOs(OS.LINUX)
class KilledHarnessTest {
    /** Cells of a second or two, more of them than this test waits for. */
    private static final String SLOW = """
            id: slow
            title: A run that takes a while
            question: What is left of it?
            matrix:
              round: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
            proxy:
              workers: {value: 2, optional: true}
            backend: {behaviour: keep}
            load: {kind: closed, requests: 40, clients: 1, gap: 50ms}
            expect:
              - {require: client.outcomes.ok == 40, says: every request is answered}
            """;

    @TempDir
    private Path folder;

    private @Nullable Process harness;
    private List<Long> started = List.of();

    private Process harness() {
        return Objects.requireNonNull(harness, "not started");
    }

    @AfterEach
    void end() throws Exception {
        // None where the test was skipped for a missing proxy.
        if (harness != null) {
            harness.destroyForcibly().waitFor();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"embedded", "nginx"})
    void nothingRunsOnAfterAKillAndFinishedCellsAreReadable(String proxy) throws Exception {
        startUntilTheMiddle(proxy);
        harness().destroyForcibly();
        assertThat(harness().waitFor()).isEqualTo(128 + 9);
        thenNothingIsLeftButFinishedCells();
    }

    @ParameterizedTest
    @CsvSource({"INT, 130, embedded", "TERM, 143, embedded", "TERM, 143, nginx"})
    void aSignalEndsTheRunInOrder(String signal, int status, String proxy) throws Exception {
        startUntilTheMiddle(proxy);
        new ProcessBuilder("kill", "-" + signal, Long.toString(harness().pid()))
                .inheritIO()
                .start()
                .waitFor();
        assertThat(harness().waitFor(30, SECONDS)).as("ends within 30 s").isTrue();
        assertThat(harness().exitValue()).isEqualTo(status);
        // Ended in order: what it started was gone before it went.
        assertThat(started).noneMatch(KilledHarnessTest::runs);
        assertThat(read("harness.err"))
                .containsPattern("run-scenario: interrupted: \\d+ of 12 cells are finished; results: ");
        assertThat(read("harness.out")).isEmpty();
        thenNothingIsLeftButFinishedCells();
    }

    private void startUntilTheMiddle(String proxy) throws IOException {
        Proxies.require(proxy);
        Path file = Files.writeString(folder.resolve("slow.yaml"), SLOW);
        harness = new ProcessBuilder(command(
                        file.toString(),
                        "--proxy",
                        proxy,
                        "--seed",
                        "5",
                        "--out",
                        folder.resolve("runs").toString()))
                .redirectOutput(folder.resolve("harness.out").toFile())
                .redirectError(folder.resolve("harness.err").toFile())
                .start();
        await("a cell is finished and the next one's proxy runs")
                .atMost(60, SECONDS)
                .until(() -> {
                    // One look for both: between two looks a cell may end, and its processes with it.
                    List<ProcessHandle> now = harness().descendants().toList();
                    started = now.stream().map(ProcessHandle::pid).toList();
                    // The guard is there before the proxy that it starts.
                    return cells() >= 1 && now.size() >= 2 && now.stream().anyMatch(KilledHarnessTest::isAProxy);
                });
    }

    /** Signals that this JVM may have been started to ignore would be ignored by its children, too. */
    private static List<String> command(String... words) {
        List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT,TERM"));
        command.addAll(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m"));
        command.addAll(List.of("-Dkeepalivelab.home=" + Home.path(), "-cp", System.getProperty("java.class.path")));
        command.add(Main.class.getName());
        command.addAll(List.of(words));
        return command;
    }

    private static boolean isAProxy(ProcessHandle process) {
        // Not process.info(): it tells nothing of a command line longer than a page.
        String command = command(process.pid());
        return command.contains("EmbeddedMain") || command.contains("nginx: worker");
    }

    private static String command(long pid) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"), StandardCharsets.ISO_8859_1);
        } catch (IOException gone) {
            return "";
        }
    }

    private void thenNothingIsLeftButFinishedCells() {
        assertThat(started).as("guard and proxy, nginx's workers too").hasSizeGreaterThanOrEqualTo(2);
        await("everything it started is gone")
                .atMost(20, SECONDS)
                .until(() -> started.stream().noneMatch(KilledHarnessTest::runs));
        JsonNode result = result();
        assertThat(result.get("partial").asBoolean()).isTrue();
        assertThat(result.has("finishedAt")).isFalse();
        assertThat(result.get("cells")).hasSizeBetween(1, 11).allSatisfy(cell -> {
            assertThat(cell.get("verdict").asString()).isEqualTo("held");
            assertThat(cell.get("client").get("sent").asLong()).isEqualTo(40);
            cell.get("files")
                    .properties()
                    .forEach(file -> assertThat(run().resolve(file.getValue().asString()))
                            .as(file.getKey())
                            .isNotEmptyFile());
        });
    }

    private long cells() {
        return Typed.runsIn(folder.resolve("runs")).isEmpty() || !Files.exists(run().resolve("result.json"))
                ? 0
                : result().get("cells").size();
    }

    private Path run() {
        return Typed.runsIn(folder.resolve("runs")).get(0);
    }

    private JsonNode result() {
        return JsonMapper.shared().readTree(run().resolve("result.json"));
    }

    private String read(String name) throws IOException {
        return Files.readString(folder.resolve(name), StandardCharsets.UTF_8);
    }

    /** A zombie that nobody reaps runs nothing. */
    private static boolean runs(long pid) {
        try (Stream<String> status = Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
            return status.noneMatch(line -> line.matches("State:\\s+[ZX].*"));
        } catch (IOException | java.io.UncheckedIOException gone) {
            return false;
        }
    }
}
