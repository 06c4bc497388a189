package keepalivelab.proxies.provision;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import keepalivelab.api.EnvironmentException;
import keepalivelab.proxies.process.LogTail;

/**
 * A program that fetches or builds. Unlike a proxy it may take minutes, and what it says is kept in a file.
 *
 * @param command program and arguments
 * @param directory working directory
 * @param environment variables on top of our own
 * @param log what it says is appended there
 */
record Tool(List<String> command, Path directory, Map<String, String> environment, Path log) {
    private static final Pattern COMPLAINT = Pattern.compile("(?i)\\b(error|fatal|E)\\b.*:|not found|No such");
    private static final String PROMPT = "$ ";
    private static final int TAIL_LINES = 40;
    private static final int COMPLAINT_CHARACTERS = 300;

    /**
     * Runs it without input and ends it, with all it started, after {@code limit} or an interrupt.
     *
     * @return whether it ended with status 0 in time
     * @throws EnvironmentException if it cannot be started
     */
    boolean succeedsWithin(Duration limit) {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        try {
            note();
            Process process = builder.start();
            return endsWithin(process, limit) && process.exitValue() == 0;
        } catch (IOException e) {
            throw new EnvironmentException("cannot run " + command.get(0) + ": " + e.getMessage());
        }
    }

    private static boolean endsWithin(Process process, Duration limit) {
        try {
            return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            List<ProcessHandle> started = process.descendants().toList();
            if (process.isAlive()) {
                process.destroyForcibly();
                started.forEach(ProcessHandle::destroyForcibly);
            }
        }
    }

    /** The last line of the log that looks like the reason, or else the last line. */
    String complaint() {
        List<String> lines = LogTail.of(log, TAIL_LINES).stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith(PROMPT))
                .toList();
        String reason = lines.isEmpty() ? "it said nothing" : lines.get(lines.size() - 1);
        for (String line : lines) {
            reason = COMPLAINT.matcher(line).find() ? line : reason;
        }
        return reason.length() <= COMPLAINT_CHARACTERS ? reason : reason.substring(0, COMPLAINT_CHARACTERS) + "...";
    }

    private void note() throws IOException {
        Files.writeString(
                log, PROMPT + String.join(" ", command) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
