package keepalivelab.report;

import java.util.List;

/**
 * One column of a text table with all its texts.
 *
 * @param key whether it says which row it is
 * @param rightAligned whether its values line up at the right and are never wrapped
 * @param header one line
 * @param texts one line per row
 */
record TextColumn(boolean key, boolean rightAligned, String header, List<String> texts) {
    /** The row number of the header. */
    static final int HEADER = -1;

    /** Words are not broken for a narrower column than this. */
    private static final int NARROW = 12;

    static TextColumn of(TableColumn column, List<TableValue> values) {
        return new TextColumn(
                column.shape().key(),
                column.shape().rightAligned(),
                PlainLine.of(column.header()),
                values.stream().map(v -> PlainLine.of(v.text())).toList());
    }

    /** The width at which nothing is wrapped. */
    int natural() {
        return Math.max(WordWrap.width(header), widestText());
    }

    /** The smallest width it can be given. */
    int narrowest() {
        if (rightAligned) {
            return Math.max(Math.min(WordWrap.longestPart(header), NARROW), widestText());
        }
        int word = texts.stream().mapToInt(WordWrap::longestPart).max().orElse(0);
        return Math.min(NARROW, Math.max(WordWrap.longestPart(header), word));
    }

    /** The smallest width at which no value is wrapped; its header may be. */
    int unwrapped() {
        return Math.max(narrowestHeader(), widestText());
    }

    /** The smallest width that its header is given. */
    int narrowestHeader() {
        return Math.min(WordWrap.longestPart(header), NARROW);
    }

    /** With other texts. */
    TextColumn with(List<String> others) {
        return new TextColumn(key, rightAligned, header, others);
    }

    /** The lines of one row, or of the header, at a width. */
    List<String> lines(int row, int width) {
        return WordWrap.lines(row == HEADER ? header : texts.get(row), width);
    }

    String padded(String line, int width) {
        String pad = " ".repeat(Math.max(0, width - WordWrap.width(line)));
        return rightAligned ? pad + line : line + pad;
    }

    private int widestText() {
        return texts.stream().mapToInt(WordWrap::width).max().orElse(0);
    }
}
