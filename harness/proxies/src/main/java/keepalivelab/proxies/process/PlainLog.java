package keepalivelab.proxies.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A log of one line per entry. It may quote what clients send, so its bytes may be anything: one char each.
 *
 * @param file where it is; need not exist
 */
public record PlainLog(Path file) {
    /** The lines that match as a whole; none where there is no such file. */
    public List<String> lines(Pattern pattern) {
        try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
            return lines.filter(line -> pattern.matcher(line).matches()).toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** How many lines match as a whole. */
    public long count(Pattern pattern) {
        return lines(pattern).size();
    }
}
