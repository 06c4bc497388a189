package keepalivelab.proxies.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import keepalivelab.api.EnvironmentException;

/**
 * The lines of a proxy's log that mean something.
 *
 * @param file where it is; it need not exist yet
 */
public record LogLines(Path file) {
    /**
     * The lines that match, in order; none where there is no such file. A log quotes what clients send, so its bytes may be
     * anything: one char each.
     */
    public List<String> matching(Predicate<String> predicate) {
        try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
            return lines.filter(predicate).toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** How many lines contain that text. */
    public long containing(String text) {
        return matching(line -> line.contains(text)).size();
    }

    /** The last lines, for messages. */
    public List<String> tail(int lines) {
        return LogTail.of(file, lines);
    }

    /**
     * Removes it: what an earlier try left in the folder would be taken for this one's.
     *
     * @throws EnvironmentException if it cannot be removed
     */
    public void forget() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new EnvironmentException("cannot remove " + file + ": " + e);
        }
    }
}
