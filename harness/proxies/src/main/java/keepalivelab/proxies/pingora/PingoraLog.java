package keepalivelab.proxies.pingora;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import keepalivelab.api.RunningProxy.LogFindings;
import keepalivelab.proxies.process.LogTail;

/**
 * Warnings and errors of pingora, which our program writes to its standard error.
 *
 * @param file where they are
 * @param attempts how often pingora tries a request at most, the first time included
 */
record PingoraLog(Path file, long attempts) {
    private static final int TAIL_LINES = 20;
    /** A failure after which it wants to try again, and the last one. What follows may quote a request. */
    private static final Pattern RETRIED = Pattern.compile(
            "^WARN pingora_proxy\\S* Fail to proxy: Upstream ConnectionClosed .*?, tries: (\\d+), retry: true, .*");

    private static final Pattern LAST =
            Pattern.compile("^ERROR pingora_proxy\\S* Fail to proxy: Upstream ConnectionClosed .*");
    private static final Pattern PANIC = Pattern.compile("^thread '.*' .*panicked at .*");
    private static final Pattern PORT_TAKEN = Pattern.compile("^WARN pingora_core\\S* \\S+ is in use, will try again$");

    /** What it says so far. */
    LogFindings findings() {
        return new LogFindings(OptionalLong.of(earlyCloses()), lines(PANIC), LogTail.of(file, TAIL_LINES));
    }

    /** A failure of the last attempt that is allowed has a line of each kind. */
    private long earlyCloses() {
        return lines(LAST).size()
                + lines(RETRIED).stream().filter(line -> tries(line) < attempts).count();
    }

    private static long tries(String line) {
        Matcher matcher = RETRIED.matcher(line);
        return matcher.matches() ? Long.parseLong(matcher.group(1)) : 0;
    }

    /** Whether pingora found its port taken. It tries for another 30 s, and lives on without a port afterwards. */
    boolean saysPortTaken() {
        return !lines(PORT_TAKEN).isEmpty();
    }

    /** It quotes what clients send, so its bytes may be anything: one char each. */
    private List<String> lines(Pattern pattern) {
        Predicate<String> matches = line -> pattern.matcher(line).matches();
        try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
            return lines.filter(matches).toList();
        } catch (IOException none) {
            return List.of();
        }
    }
}
