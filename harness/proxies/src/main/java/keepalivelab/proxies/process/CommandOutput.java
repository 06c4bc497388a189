package keepalivelab.proxies.process;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import keepalivelab.api.EnvironmentException;

/**
 * What a short command printed, standard output and standard error together.
 *
 * @param exitStatus 0 for success; 137 where it was killed because it took too long
 * @param lines everything it printed
 */
public record CommandOutput(int exitStatus, List<String> lines) {
    public CommandOutput {
        lines = List.copyOf(lines);
    }

    /**
     * Runs a command without input and kills it after {@code limit}.
     *
     * @throws EnvironmentException if it cannot be started
     */
    public static CommandOutput of(List<String> command, Duration limit) {
        return of(command, Map.of(), Path.of(""), limit);
    }

    /**
     * Runs a command without input and kills it after {@code limit}.
     *
     * @param environment variables on top of the harness's own
     * @param directory its working directory
     * @throws EnvironmentException if it cannot be started
     */
    public static CommandOutput of(
            List<String> command, Map<String, String> environment, Path directory, Duration limit) {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.directory(directory.toAbsolutePath().toFile()).environment().putAll(environment);
        builder.redirectErrorStream(true).redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
        try {
            Process process = builder.start();
            process.onExit()
                    .orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS)
                    .exceptionally(late -> process.destroyForcibly());
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new CommandOutput(process.waitFor(), output.lines().toList());
        } catch (IOException e) {
            throw new EnvironmentException("cannot run " + command.get(0) + ": " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EnvironmentException("cannot wait for " + command.get(0) + ": interrupted");
        }
    }

    /** Whether it ended with status 0. */
    public boolean succeeded() {
        return exitStatus == 0;
    }
}
