package keepalivelab.report.chart;

import java.util.List;

/**
 * How one series looks everywhere in a chart: a colour, a dash, a pattern and a glyph that go together, so that it can be
 * told from others in greyscale.
 *
 * @param number 0 to {@value #LAST}
 */
public record Look(int number) {
    /** The highest number. */
    public static final int LAST = 7;

    /** What is only context. */
    public static final Look QUIET = new Look(6);

    /** What went wrong. */
    public static final Look ALARM = new Look(7);

    /** Series that can be told apart in one panel. */
    public static final int SERIES = 6;

    private static final List<Glyph> GLYPHS = List.of(
            Glyph.DOT, Glyph.SQUARE, Glyph.TRIANGLE, Glyph.DIAMOND, Glyph.RING, Glyph.PLUS, Glyph.BAR, Glyph.CROSS);

    public Look {
        if (number < 0 || number > LAST) {
            throw new IllegalArgumentException("look " + number + " is not within 0 to " + LAST);
        }
    }

    /** The look of the n-th series, from 0; after the last they begin again. */
    public static Look of(int n) {
        return new Look(n % SERIES);
    }

    /** The glyph that goes with it. */
    public Glyph glyph() {
        return GLYPHS.get(number);
    }

    /** Its class in the style sheet. */
    String css() {
        return "k" + number;
    }
}
