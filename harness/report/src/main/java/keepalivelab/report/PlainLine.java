package keepalivelab.report;

/** Text of unknown origin as one line that moves no cursor and breaks no row. */
public final class PlainLine {
    private PlainLine() {}

    /** Line breaks and tabs become spaces; other control and invisible formatting characters become {@code ?}. */
    public static String of(String text) {
        StringBuilder line = new StringBuilder(text.length());
        text.codePoints().map(PlainLine::plain).forEach(line::appendCodePoint);
        return line.toString();
    }

    private static int plain(int c) {
        if (c == '\n' || c == '\r' || c == '\t' || c == 0x85 || c == 0x2028 || c == 0x2029) {
            return ' ';
        }
        boolean invisible = switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.SURROGATE -> true;
            default -> false;
        };
        return invisible ? '?' : c;
    }
}
