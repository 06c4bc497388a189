package keepalivelab.app.terminal;

import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Lines at the end of a terminal that are written over in place. While they are there the cursor is hidden; {@link #clear}
 * and {@link #close} leave the terminal as if they had never been. Thread-safe.
 */
public final class Screen implements AutoCloseable {
    private static final String ESCAPE = "\u001b[";
    private static final String HIDE_CURSOR = ESCAPE + "?25l";
    private static final String SHOW_CURSOR = ESCAPE + "?25h";
    private static final String END_OF_LINE = ESCAPE + "K";
    private static final String END_OF_SCREEN = ESCAPE + "J";

    private final PrintWriter terminal;
    private int lines;
    private boolean closed;

    public Screen(PrintWriter terminal) {
        this.terminal = terminal;
    }

    /**
     * Shows these lines in place of those before; nothing once it is closed.
     *
     * @param content at least one line, none as wide as the terminal
     */
    public synchronized void show(List<String> content) {
        if (closed) {
            return;
        }
        // In one piece, so that no half of it is ever seen.
        terminal.print(content.stream()
                .map(line -> line + END_OF_LINE)
                .collect(Collectors.joining("\n", toTheTop() + HIDE_CURSOR, END_OF_SCREEN)));
        terminal.flush();
        lines = content.size();
    }

    /** Takes the lines away and shows the cursor again. */
    public synchronized void clear() {
        if (lines > 0) {
            terminal.print(toTheTop() + END_OF_SCREEN + SHOW_CURSOR);
            terminal.flush();
            lines = 0;
        }
    }

    /** Clears it; nothing is shown any more. */
    @Override
    public synchronized void close() {
        clear();
        closed = true;
    }

    private String toTheTop() {
        return lines > 1 ? "\r" + ESCAPE + (lines - 1) + "A" : "\r";
    }
}
