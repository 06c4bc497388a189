package keepalivelab.proxies.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import keepalivelab.api.EnvironmentException;

/**
 * A log of one line per entry. It may quote what clients send, so its bytes may be anything: one char each.
 *
 * @param file where it is; need not exist
 */
public record PlainLog(Path file) {
    /** The lines that match as a whole; none where there is no such file. */
    public List<String> lines(Pattern pattern) {
        return lines(pattern.asMatchPredicate());
    }

    /** The lines of that kind; none where there is no such file. */
    public List<String> lines(Predicate<String> kind) {
        try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
            return lines.filter(kind).toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** How many lines match as a whole. */
    public long count(Pattern pattern) {
        return lines(pattern).size();
    }

    /** How many lines contain that text. */
    public long containing(String text) {
        return lines(line -> line.contains(text)).size();
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
