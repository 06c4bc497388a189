package keepalivelab.report.chart;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayDeque;
import java.util.Deque;
import keepalivelab.report.PlainLine;

/**
 * Writes elements of HTML and SVG. Text and values of attributes are always escaped, so that content of unknown origin stays
 * text; there is no way to pass markup in. Not thread-safe.
 */
public final class Markup {
    private final StringBuilder out = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();

    /**
     * Begins an element.
     *
     * @param attributes name, value, name, value, ...; names are ours
     */
    public Markup open(String tag, String... attributes) {
        startTag(tag, attributes).append('>');
        open.push(tag);
        return this;
    }

    /** Ends the element begun last. */
    public Markup close() {
        out.append("</").append(open.pop()).append('>');
        return this;
    }

    /** An element with nothing but text in it. */
    public Markup element(String tag, String text, String... attributes) {
        return open(tag, attributes).text(text).close();
    }

    /** An element of SVG without content. */
    public Markup shape(String tag, String... attributes) {
        startTag(tag, attributes).append("/>");
        return this;
    }

    /** An element of HTML that has no end tag. */
    public Markup single(String tag, String... attributes) {
        startTag(tag, attributes).append('>');
        return this;
    }

    /** Text on one line; what moves a cursor or cannot be seen is replaced. */
    public Markup text(String text) {
        escape(PlainLine.of(text));
        return this;
    }

    /** Text of many lines, as a file has it; tabs become four spaces. */
    public Markup lines(String text) {
        text.lines().forEach(line -> {
            escape(PlainLine.of(line.replace("\t", "    ")));
            out.append('\n');
        });
        return this;
    }

    /** A line break in the source, for people who read it. */
    public Markup newline() {
        out.append('\n');
        return this;
    }

    /** Markup that was made the same way. */
    public Markup add(Markup other) {
        if (!other.open.isEmpty()) {
            throw new IllegalArgumentException("not closed: " + other.open);
        }
        out.append(other.out);
        return this;
    }

    /** A style sheet of ours. */
    public Markup style(String css) {
        if (css.contains("</")) {
            throw new IllegalArgumentException("a style sheet cannot end an element");
        }
        out.append("<style>\n").append(css).append("</style>\n");
        return this;
    }

    /** All of it; every element must be closed. */
    public String html() {
        if (!open.isEmpty()) {
            throw new IllegalStateException("not closed: " + open);
        }
        return out.toString();
    }

    /** A coordinate to a tenth of a unit, which no screen shows better. */
    static String number(double value) {
        BigDecimal tenth = BigDecimal.valueOf(value).setScale(1, RoundingMode.HALF_UP);
        return tenth.signum() == 0 ? "0" : tenth.stripTrailingZeros().toPlainString();
    }

    private StringBuilder startTag(String tag, String... attributes) {
        out.append('<').append(tag);
        for (int i = 0; i < attributes.length; i += 2) {
            out.append(' ').append(attributes[i]).append("=\"");
            escape(PlainLine.of(attributes[i + 1]));
            out.append('"');
        }
        return out;
    }

    private void escape(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.append(c);
            }
        }
    }
}
