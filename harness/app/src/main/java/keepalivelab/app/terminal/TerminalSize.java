package keepalivelab.app.terminal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How large a terminal is.
 *
 * @param columns of a line
 * @param rows lines
 */
public record TerminalSize(int columns, int rows) {
    /** Where nobody knows. */
    static final TerminalSize UNKNOWN = new TerminalSize(100, 24);

    private static final Pattern ROWS_AND_COLUMNS = Pattern.compile("(\\d+) (\\d+)\\s*");
    private static final long LIMIT_SECONDS = 1;

    /**
     * The variables {@code COLUMNS} and {@code LINES}, where they are set, else what {@code stty size} says, which starts a
     * process: not to be asked while something is measured.
     *
     * @param device of the terminal; null where there is none
     */
    static TerminalSize of(Map<String, String> variables, @Nullable Path device) {
        int columns = number(variables.get("COLUMNS"));
        int rows = number(variables.get("LINES"));
        TerminalSize asked = columns > 0 && rows > 0
                ? UNKNOWN
                : Optional.ofNullable(device).flatMap(TerminalSize::asked).orElse(UNKNOWN);
        return new TerminalSize(columns > 0 ? columns : asked.columns, rows > 0 ? rows : asked.rows);
    }

    private static int number(@Nullable String text) {
        return text != null && text.matches("\\d{1,5}") ? Integer.parseInt(text) : 0;
    }

    private static Optional<TerminalSize> asked(Path device) {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(device.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!stty.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                stty.destroyForcibly();
                return Optional.empty();
            }
            return parsed(new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
        } catch (IOException noSuchCommand) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** A terminal of no size does not know its own. */
    static Optional<TerminalSize> parsed(String text) {
        Matcher size = ROWS_AND_COLUMNS.matcher(text);
        if (!size.matches()) {
            return Optional.empty();
        }
        int rows = number(size.group(1));
        int columns = number(size.group(2));
        return rows > 0 && columns > 0 ? Optional.of(new TerminalSize(columns, rows)) : Optional.empty();
    }
}
