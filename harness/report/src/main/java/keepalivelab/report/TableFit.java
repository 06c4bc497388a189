package keepalivelab.report;

import java.util.Set;

/**
 * Where a table has to fit in.
 *
 * @param width columns of a line, at least {@value #NARROWEST}
 * @param elsewhere where all columns are, to be said beneath a table that leaves some out, e.g. {@code all of them: table.md}
 * @param extras what the place can show beyond plain text
 */
public record TableFit(int width, String elsewhere, Set<Extra> extras) {
    /** The narrowest line that a table is made for. */
    public static final int NARROWEST = 40;

    /** What a place can show beyond plain text. */
    public enum Extra {
        /** Characters beyond ASCII: a block of eight heights beside each ratio, an ellipsis of one column. */
        UNICODE,
        /** Colours on verdicts. */
        COLOURS
    }

    public TableFit {
        if (width < NARROWEST) {
            throw new IllegalArgumentException("width " + width + " is below " + NARROWEST);
        }
        extras = Set.copyOf(extras);
    }
}
