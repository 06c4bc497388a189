package keepalivelab.app;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The live view in a real pseudo terminal, which {@code script} makes, byte by byte. */
@EnabledOnOs(OS.LINUX)
class LiveInATerminalTest {
    private static final String HIDE_CURSOR = "\u001b[?25l";
    private static final String SHOW_CURSOR = "\u001b[?25h";
    private static final Path SCRIPT = Path.of("/usr/bin/script");

    private static final String SCENARIO = """
            id: looked-at
            title: A run that is looked at
            question: What does a person see?
            matrix:
              round: [1, 2]
            backend: {behaviour: keep}
            load: {kind: closed, requests: %d, clients: 2, gap: 20ms}
            expect:
              - {require: client.outcomes.ok == %d, says: every request is answered}
            """;

    @TempDir
    private Path folder;

    private @Nullable Process script;

    @AfterEach
    void end() throws Exception {
        if (script != null) {
            script.descendants().forEach(ProcessHandle::destroyForcibly);
            script.destroyForcibly().waitFor();
        }
    }

    @Test
    void itIsGoneWhenTheRunEnds() throws Exception {
        start(100);
        assertThat(process().waitFor(60, SECONDS)).isTrue();
        assertThat(process().exitValue()).isZero();
        assertThat(seen()).contains("live, provisional", "outcomes  ok ", "verdict: \u001b[32mheld\u001b[0m (exit 0)");
        thenTheTerminalIsAsBefore();
    }

    @Test
    void itIsGoneWhenTheRunIsInterrupted() throws Exception {
        start(100_000);
        await("the view is there").atMost(60, SECONDS).until(() -> seen().contains("outcomes  ok "));
        List<ProcessHandle> java = process()
                .descendants()
                .filter(child -> commandLine(child).contains(Main.class.getName()))
                .filter(child -> !commandLine(child).startsWith("sh"))
                .toList();
        assertThat(java).isNotEmpty();
        new ProcessBuilder("kill", "-INT", Long.toString(java.get(0).pid()))
                .inheritIO()
                .start()
                .waitFor();
        assertThat(process().waitFor(30, SECONDS)).isTrue();
        assertThat(process().exitValue()).isEqualTo(130);
        assertThat(seen()).contains("run-scenario: interrupted: 0 of 2 cells are finished");
        thenTheTerminalIsAsBefore();
    }

    private void start(int requests) throws IOException {
        assumeTrue(Files.isExecutable(SCRIPT), "script is not installed");
        Path scenario = Files.writeString(folder.resolve("looked-at.yaml"), SCENARIO.formatted(requests, requests));
        Path launcher = ChildRun.launcher(folder.resolve("launcher"));
        String command = "exec env --default-signal=INT,TERM " + launcher + " " + scenario
                + " --live --no-report --proxy relay --seed 3 --out " + folder.resolve("runs");
        ProcessBuilder builder = new ProcessBuilder(
                        SCRIPT.toString(),
                        "-qefc",
                        command,
                        folder.resolve("typescript").toString())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectErrorStream(true);
        builder.environment().keySet().removeAll(List.of("CI", "NO_COLOR", "GITHUB_STEP_SUMMARY"));
        builder.environment().put("TERM", "xterm");
        builder.environment().put("COLUMNS", "100");
        builder.environment().put("LINES", "40");
        builder.environment().put("SHELL", "/bin/sh");
        script = builder.start();
    }

    private void thenTheTerminalIsAsBefore() throws IOException {
        String all = seen();
        assertThat(all.lastIndexOf(SHOW_CURSOR)).isGreaterThan(all.lastIndexOf(HIDE_CURSOR));
        String after = all.substring(all.lastIndexOf(SHOW_CURSOR));
        assertThat(after).doesNotContain("provisional", "\u001b[J");
    }

    private Process process() {
        return Objects.requireNonNull(script, "not started");
    }

    private String seen() throws IOException {
        Path typescript = folder.resolve("typescript");
        return Files.exists(typescript) ? Files.readString(typescript, StandardCharsets.ISO_8859_1) : "";
    }

    private static String commandLine(ProcessHandle process) {
        try {
            return Files.readString(
                    Path.of("/proc", Long.toString(process.pid()), "cmdline"), StandardCharsets.ISO_8859_1);
        } catch (IOException gone) {
            return "";
        }
    }
}
