package keepalivelab.report;

import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Colours for the words that say what a cell or a run came to. The word itself says it too: colour is never alone. */
public final class VerdictPaint {
    private static final String END = "\u001b[0m";
    private static final String GREEN = "\u001b[32m";
    private static final String RED = "\u001b[1;31m";
    private static final String YELLOW = "\u001b[33m";
    private static final String FAINT = "\u001b[2m";

    private static final Map<String, String> COLOURS = Map.of(
            "held", GREEN,
            "pass", GREEN,
            "failed", RED,
            "regressed", RED,
            "void", RED,
            "inconclusive", YELLOW,
            "skipped", FAINT,
            "unsupported", FAINT);

    private static final Set<String> COLUMNS = Set.of("verdict", "gate");

    private VerdictPaint() {}

    /** Whether the values of a column are such words. */
    static boolean fits(TableColumn column) {
        return COLUMNS.contains(column.id());
    }

    /** The word with its colour before it and the end of all colour behind it; any other word as it is. */
    public static String painted(String word) {
        String colour = COLOURS.get(word.toLowerCase(Locale.ROOT));
        return colour == null ? word : colour + word + END;
    }
}
