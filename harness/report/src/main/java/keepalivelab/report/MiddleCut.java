package keepalivelab.report;

/** Cuts a text to a width in its middle, because both ends of a name tell more than what lies between. */
public final class MiddleCut {
    /** Stands for what was cut where only ASCII can be shown. */
    public static final String ASCII_MARK = "..";

    /** Stands for what was cut. */
    public static final String MARK = "…";

    private MiddleCut() {}

    /**
     * The text in at most that many columns.
     *
     * @param width of the result in code points; where not even the mark fits, as much of the text's beginning as does
     * @param mark stands for what was cut
     */
    public static String of(String text, int width, String mark) {
        int length = WordWrap.width(text);
        if (length <= width) {
            return text;
        }
        int kept = width - WordWrap.width(mark);
        if (kept <= 0) {
            return text.substring(0, text.offsetByCodePoints(0, Math.max(0, width)));
        }
        int head = (kept + 1) / 2;
        String end = text.substring(text.offsetByCodePoints(0, length - (kept - head)));
        return text.substring(0, text.offsetByCodePoints(0, head)) + mark + end;
    }
}
