package keepalivelab.report;

import java.util.ArrayList;
import java.util.List;

/** Breaks one line of text into several of at most a width, between words where possible. Width counts code points. */
final class WordWrap {
    private WordWrap() {}

    /**
     * The text in lines; a word that is longer than a line is cut.
     *
     * @param width at least 1
     * @return at least one line
     */
    static List<String> lines(String text, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.trim().split(" +", -1)) {
            if (line.length() > 0 && width(line) + 1 + width(word) > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.length() == 0 ? "" : " ").append(word);
            while (width(line) > width) {
                int cut = line.offsetByCodePoints(0, width);
                lines.add(line.substring(0, cut));
                line.delete(0, cut);
            }
        }
        lines.add(line.toString());
        return lines;
    }

    /** Number of code points. */
    static int width(CharSequence text) {
        return Character.codePointCount(text, 0, text.length());
    }

    /** Width of the longest word. */
    static int longestWord(String text) {
        int longest = 0;
        for (String word : text.split(" +", -1)) {
            longest = Math.max(longest, width(word));
        }
        return longest;
    }
}
