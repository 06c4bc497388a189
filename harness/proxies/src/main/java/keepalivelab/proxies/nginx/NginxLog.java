package keepalivelab.proxies.nginx;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import keepalivelab.api.RunningProxy.LogFindings;
import keepalivelab.proxies.process.LogTail;

/**
 * nginx's error log.
 *
 * @param file where it is
 */
record NginxLog(Path file) {
    private static final int TAIL_LINES = 20;
    /** In order; by a reset, noticed when reading; by one that came before the request was written. */
    private static final Pattern EARLY_CLOSE =
            Pattern.compile(".* \\[error\\] .*(upstream prematurely closed connection"
                    + "|(recv|send|writev)\\(\\) failed \\((104|32): [^)]*\\) while"
                    + " (reading response header from|sending request to) upstream).*");
    /** Level after the time; what follows it may quote a request and must not count. */
    private static final Pattern ALERT = Pattern.compile("^[0-9/]+ [0-9:]+ \\[(alert|emerg|crit)\\] .*");

    private static final Pattern COMPLAINT =
            Pattern.compile("^([0-9/]+ [0-9:]+|nginx:) \\[(warn|error|alert|emerg|crit)\\] .*");
    /** In the words of glibc or of musl. */
    private static final Pattern PORT_TAKEN =
            Pattern.compile(".* bind\\(\\) to \\S+ failed \\(\\d+: Address (?:already )?in use\\).*");

    /** What it says so far. */
    LogFindings findings() {
        return new LogFindings(
                OptionalLong.of(count(line -> EARLY_CLOSE.matcher(line).matches())),
                lines(line -> ALERT.matcher(line).matches()),
                LogTail.of(file, TAIL_LINES));
    }

    /** Whether nginx found its port taken. It tries for another 2.5 s before it gives up. */
    boolean saysPortTaken() {
        return count(line -> PORT_TAKEN.matcher(line).matches()) > 0;
    }

    /** The lines of {@code lines} that complain; all of them where none does. */
    static List<String> complaints(List<String> lines) {
        List<String> complaints =
                lines.stream().filter(line -> COMPLAINT.matcher(line).matches()).toList();
        return complaints.isEmpty() ? lines : complaints;
    }

    private long count(Predicate<String> predicate) {
        return lines(predicate).size();
    }

    /** The log quotes what clients send, so its bytes may be anything: one char each. */
    private List<String> lines(Predicate<String> predicate) {
        try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
            return lines.filter(predicate).toList();
        } catch (IOException e) {
            return List.of();
        }
    }
}
