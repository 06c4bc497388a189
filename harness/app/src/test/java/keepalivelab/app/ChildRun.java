package keepalivelab.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A command in a process of its own, with the class path of the tests: what depends on the environment cannot be tested in
 * this JVM.
 *
 * @param status that it exited with
 * @param out stdout
 * @param err stderr
 */
record ChildRun(int status, String out, String err) {
    /** Runs {@code run-scenario} with these variables on top of the environment. */
    static ChildRun runScenario(Path folder, Map<String, String> variables, String... words) {
        List<String> command = new ArrayList<>(java());
        command.addAll(List.of(words));
        return command(folder, variables, command);
    }

    /** Writes a script that is {@code run-scenario} on the classes of the tests. */
    static Path launcher(Path script) throws IOException {
        StringBuilder line = new StringBuilder("#!/bin/sh\nexec");
        java().forEach(word -> line.append(" '").append(word).append('\''));
        Files.writeString(script, line.append(" \"$@\"\n"));
        assertThat(script.toFile().setExecutable(true)).isTrue();
        return script;
    }

    private static List<String> java() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dkeepalivelab.home=" + Home.path(),
                "-cp",
                System.getProperty("java.class.path"),
                "keepalivelab.app.Main");
    }

    /** Runs any command. */
    static ChildRun command(Path folder, Map<String, String> variables, List<String> command) {
        try {
            Path out = Files.createTempFile(folder, "out", ".txt");
            Path err = Files.createTempFile(folder, "err", ".txt");
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            builder.environment().remove("GITHUB_STEP_SUMMARY");
            builder.environment().putAll(variables);
            Process process = builder.start();
            process.getOutputStream().close();
            assertThat(process.waitFor(120, TimeUnit.SECONDS)).as("it ends").isTrue();
            return new ChildRun(
                    process.exitValue(),
                    Files.readString(out, StandardCharsets.UTF_8),
                    Files.readString(err, StandardCharsets.UTF_8));
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
