package keepalivelab.report.chart;

import java.util.ArrayList;
import java.util.List;

/** Long labels in little room. */
final class LabelWrap {
    /** What a character takes of 12 units, by its kind, in the widest of the usual fonts. */
    static final double USUAL = 7.7;

    private static final double WIDE = 11.7;
    private static final double NARROW = 4.2;
    private static final String BREAK_AFTER = " -_=,/";

    private LabelWrap() {}

    /** The label in at most so many lines of at most so many characters; what does not fit is cut and marked. */
    static List<String> lines(String label, int characters, int most) {
        List<String> lines = new ArrayList<>();
        String rest = label.strip();
        while (rest.length() > characters && lines.size() < most - 1) {
            int end = breakWithin(rest, characters);
            lines.add(rest.substring(0, end).strip());
            rest = rest.substring(end).strip();
        }
        lines.add(cut(rest, characters));
        return lines;
    }

    /** About how many units of a panel a text is wide, rather too many: fonts differ from machine to machine. */
    static double width(String text) {
        return text.chars().mapToDouble(LabelWrap::width).sum();
    }

    private static double width(int character) {
        if (character == '%' || character == 'm' || character == 'M' || character == 'W' || character == 'w') {
            return WIDE;
        }
        return ".,:;|il' ".indexOf(character) >= 0 ? NARROW : USUAL;
    }

    /** The text, its end replaced where it is longer. */
    static String cut(String text, int characters) {
        return text.length() <= characters ? text : text.substring(0, Math.max(1, characters - 1)) + "…";
    }

    private static int breakWithin(String text, int characters) {
        for (int end = characters; end > 1; end--) {
            if (BREAK_AFTER.indexOf(text.charAt(end - 1)) >= 0) {
                return end;
            }
        }
        return characters;
    }
}
