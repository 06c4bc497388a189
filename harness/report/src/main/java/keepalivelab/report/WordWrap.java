package keepalivelab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Breaks one line of text into several of at most a width: between the items of a list where it is one, between words; a
 * word that is wider than a line at its
 * punctuation ({@code pool.|max-|idle}, {@code nginx|@1.31.3}); else anywhere. Width counts code points.
 */
final class WordWrap {
    private static final Pattern ITEMS = Pattern.compile("(?<=,) +");
    private static final Pattern SPACES = Pattern.compile(" +");
    private static final Pattern JOINT = Pattern.compile("(?<=[.:_/=,-])(?=\\p{L})|(?<=.)(?=@)");

    private final int width;
    private final List<String> lines = new ArrayList<>();
    private final StringBuilder line = new StringBuilder();

    private WordWrap(int width) {
        this.width = width;
    }

    /**
     * The text in lines.
     *
     * @param width at least 1
     * @return at least one line
     */
    static List<String> lines(String text, int width) {
        WordWrap wrap = new WordWrap(width);
        ITEMS.splitAsStream(text.trim()).forEach(wrap::addItem);
        wrap.endLine();
        return wrap.lines;
    }

    /** As {@link #lines}, for sentences: their commas separate no items. */
    static List<String> sentences(String text, int width) {
        WordWrap wrap = new WordWrap(width);
        SPACES.splitAsStream(text.trim()).forEach(wrap::addWord);
        wrap.endLine();
        return wrap.lines;
    }

    /** Number of code points. */
    static int width(CharSequence text) {
        return Character.codePointCount(text, 0, text.length());
    }

    /** Width of the longest part that can be kept together at any width of at least that. */
    static int longestPart(String text) {
        return SPACES.splitAsStream(text)
                .flatMap(WordWrap::parts)
                .mapToInt(WordWrap::width)
                .max()
                .orElse(0);
    }

    private static Stream<String> parts(String word) {
        return JOINT.splitAsStream(word);
    }

    private void addItem(String item) {
        if (width(item) <= width) {
            makeRoom(item);
            line.append(item);
        } else {
            SPACES.splitAsStream(item).forEach(this::addWord);
        }
    }

    private void makeRoom(String next) {
        if (line.length() > 0 && width(line) + 1 + width(next) <= width) {
            line.append(' ');
        } else if (line.length() > 0) {
            endLine();
        }
    }

    private void addWord(String word) {
        makeRoom(word);
        if (width(line) + width(word) <= width) {
            line.append(word);
        } else {
            parts(word).forEach(this::addPart);
        }
    }

    private void addPart(String part) {
        if (line.length() > 0 && width(line) + width(part) > width) {
            endLine();
        }
        line.append(part);
        while (width(line) > width) {
            int cut = line.offsetByCodePoints(0, width);
            lines.add(line.substring(0, cut));
            line.delete(0, cut);
        }
    }

    private void endLine() {
        lines.add(line.toString());
        line.setLength(0);
    }
}
