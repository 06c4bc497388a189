package keepalivelab.proxies.provision;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
     * @return why it failed, in its own words where it has any; empty where it ended with status 0 in time
     * @throws EnvironmentException if it cannot be started
     */
    Optional<String> failureWithin(Duration limit) {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        try {
            note();
            Process process = builder.start();
            return !endsWithin(process, limit)
                    ? Optional.of("not done after " + limit.toSeconds() + " s")
                    : process.exitValue() == 0 ? Optional.empty() : Optional.of(complaint());
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

    /** The last line it said that looks like the reason, or else its last line. */
    private String complaint() {
        String reason = "it said nothing";
        boolean reasonable = false;
        for (String line : said()) {
            boolean complains = COMPLAINT.matcher(line).find();
            reason = complains || !reasonable ? line : reason;
            reasonable |= complains;
        }
        return reason.length() <= COMPLAINT_CHARACTERS ? reason : reason.substring(0, COMPLAINT_CHARACTERS) + "...";
    }

    /** The last lines that it said, and not another tool before it. */
    private List<String> said() {
        List<String> lines = LogTail.of(log, TAIL_LINES).stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();
        int first = 0;
        for (int i = 0; i < lines.size(); i++) {
            first = lines.get(i).startsWith(PROMPT) ? i + 1 : first;
        }
        return lines.subList(first, lines.size());
    }

    private void note() throws IOException {
        Files.writeString(
                log, PROMPT + String.join(" ", command) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
