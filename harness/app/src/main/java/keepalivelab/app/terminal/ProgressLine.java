package keepalivelab.app.terminal;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import keepalivelab.report.MiddleCut;
import keepalivelab.report.PlainLine;

/** How far a command is, as one line that is narrower than the terminal: {@code [3/9] embedded size=8: 1240 of 3000, 41,230/s}. */
public final class ProgressLine {
    /** No name is cut below this as long as facts can give instead. */
    private static final int LEAST_NAME = 12;

    private ProgressLine() {}

    /**
     * The line. Where it is too wide the name is cut in its middle; where that is not enough the line ends earlier.
     *
     * @param place which of how many, e.g. {@code [3/9]}
     * @param name of the cell
     * @param facts e.g. {@code 1240 of 3000}; none for a cell that has only begun
     */
    public static String of(Terminal terminal, int columns, String place, String name, List<String> facts) {
        String end = facts.isEmpty() ? "" : ": " + String.join(", ", facts);
        // A line that fills the last column makes some terminals go on to the next.
        int width = columns - 1;
        int forName = Math.max(LEAST_NAME, width - place.length() - 1 - end.length());
        String line = place + " " + MiddleCut.of(PlainLine.of(name), forName, terminal.cutMark()) + end;
        return line.length() <= width ? line : line.substring(0, Math.max(0, width));
    }

    /** {@code 1240 of 3000}; the first alone where nobody knows how many there will be. */
    public static String done(long count, long of) {
        return of > 0 ? count + " of " + of : Long.toString(count);
    }

    /** {@code 41,230/s}. */
    public static String rate(double perSecond) {
        return String.format(Locale.ROOT, "%,d/s", Math.round(perSecond));
    }

    /** {@code about 12 s left in all}. */
    public static String left(Duration time) {
        return "about " + TimeLeft.text(time) + " left in all";
    }
}
