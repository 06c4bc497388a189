package keepalivelab.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A table in one block that is no wider than its terminal: values are never wrapped, only headers are. What does not fit is
 * left out in this order, until the rest fits, and a line beneath says so:
 *
 * <ol>
 *   <li>columns that say the same in every row: the line beneath says it once. Accepts, reuse, duplicates and verdicts stay
 *       as long as they can;
 *   <li>columns of values that are wider than a third of the line, the widest first;
 *   <li>the others by {@link LeavingOrder}, as long as more than one is left that is no key;
 *   <li>at last what is still too wide is cut in the middle, which a mark shows.
 * </ol>
 */
public final class FittedTable {
    /** Lines of prose are not made longer than this on any terminal. */
    private static final int WIDEST_PROSE = TextTable.WIDTH;

    private static final String WIDE_GAP = "  ";
    private static final String TIGHT_GAP = " ";
    /** A longer value is not said beneath. */
    private static final int LONGEST_SAID = 40;

    private static final int NARROWEST_CUT = 6;

    private final TableModel table;
    private final TableFit fit;
    private final List<Column> shown = new ArrayList<>();
    private final List<Column> same = new ArrayList<>();
    private final List<Column> left = new ArrayList<>();

    /** A column of the table with its texts. */
    private record Column(TableColumn source, TextColumn text, List<TableValue> values) {
        int width() {
            return text.unwrapped();
        }

        /** The width that it is not cut below. */
        int least() {
            return Math.min(width(), Math.max(NARROWEST_CUT, text.narrowestHeader()));
        }

        boolean key() {
            return source.shape().key();
        }

        Column cut(int to, String mark) {
            List<String> texts =
                    text.texts().stream().map(t -> MiddleCut.of(t, to, mark)).toList();
            return new Column(source, text.with(texts), values);
        }

        boolean saysTheSame() {
            return text.texts().size() > 1
                    && text.texts().stream().distinct().count() == 1
                    && WordWrap.width(text.texts().get(0)) <= LONGEST_SAID;
        }
    }

    private FittedTable(TableModel table, TableFit fit) {
        this.table = table;
        this.fit = fit;
        for (int i = 0; i < table.columns().size(); i++) {
            int at = i;
            List<TableValue> values =
                    table.rows().stream().map(row -> row.get(at)).toList();
            TableColumn source = readable(table.columns().get(i));
            shown.add(new Column(source, TextColumn.of(source, values), values));
        }
    }

    /** An axis has the name that it is set by; any other header is for people only. */
    private static TableColumn readable(TableColumn column) {
        return column.shape().key() ? column : column.withHeader(column.header().replace('_', ' '));
    }

    /** Title, table and notes, each line ended by a line feed. */
    public static String render(TableModel table, TableFit fit) {
        FittedTable fitted = new FittedTable(table, fit);
        fitted.leaveOut();
        fitted.cut();
        fitted.addBars();
        return fitted.lines().stream().map(l -> l.stripTrailing() + "\n").collect(Collectors.joining());
    }

    private void leaveOut() {
        while (excess(shown, TIGHT_GAP) > 0) {
            Optional<Column> next = said().or(this::next);
            if (next.isEmpty()) {
                return;
            }
            List<Column> leaving = partners(next.get());
            shown.removeAll(leaving);
            (leaving.stream().allMatch(Column::saysTheSame) ? same : left).addAll(leaving);
        }
    }

    /** The next to be said beneath, though there is something more important to leave out. */
    private Optional<Column> said() {
        return least(shown.stream()
                .filter(c -> !LeavingOrder.mustBeSeen(c.source()))
                .filter(c -> partners(c).size() < shown.size())
                .filter(c -> partners(c).stream().allMatch(Column::saysTheSame))
                .toList());
    }

    /** What leaves at once with a column, itself included. */
    private List<Column> partners(Column column) {
        String group = LeavingOrder.group(column.source());
        return column.key()
                ? List.of(column)
                : shown.stream()
                        .filter(c -> !c.key() && LeavingOrder.group(c.source()).equals(group))
                        .toList();
    }

    /** The next to leave; empty where no more than one is left that is no key. */
    private Optional<Column> next() {
        List<Column> figures = shown.stream().filter(c -> !c.key()).toList();
        long groups = figures.stream()
                .map(c -> LeavingOrder.group(c.source()))
                .distinct()
                .count();
        if (groups < 2) {
            return cuttable() ? Optional.empty() : lastKey();
        }
        Optional<Column> widest =
                figures.stream().filter(c -> 3 * c.width() > fit.width()).max(Comparator.comparingInt(Column::width));
        return widest.isPresent() ? widest : least(figures);
    }

    private boolean cuttable() {
        int least = shown.stream().mapToInt(Column::least).sum();
        return least + TIGHT_GAP.length() * (shown.size() - 1) <= fit.width();
    }

    private Optional<Column> lastKey() {
        List<Column> keys = shown.stream().filter(Column::key).toList();
        return keys.size() < 2 ? Optional.empty() : Optional.of(keys.get(keys.size() - 1));
    }

    /** Keys are more important than all else; of equals the rightmost is the least. */
    private static Optional<Column> least(List<Column> columns) {
        Comparator<Column> importance = Comparator.comparing(Column::key)
                .thenComparing(c -> c.key() ? 0 : LeavingOrder.place(c.source()))
                .thenComparing(columns::indexOf, Comparator.reverseOrder());
        return columns.stream().min(importance);
    }

    private void cut() {
        int[] widths = shown.stream().mapToInt(Column::width).toArray();
        int[] least = shown.stream().mapToInt(Column::least).toArray();
        shrink(widths, least, TIGHT_GAP);
        String mark = fit.extras().contains(TableFit.Extra.UNICODE) ? MiddleCut.MARK : MiddleCut.ASCII_MARK;
        for (int i = 0; i < widths.length; i++) {
            shown.set(i, shown.get(i).cut(widths[i], mark));
        }
    }

    /** Takes from the widest that can give until all fit. */
    private void shrink(int[] widths, int[] least, String gap) {
        int excess = IntStream.of(widths).sum() + gap.length() * (widths.length - 1) - fit.width();
        for (int widest = widestThatGives(widths, least);
                excess > 0 && widest >= 0;
                widest = widestThatGives(widths, least)) {
            widths[widest]--;
            excess--;
        }
    }

    /** -1 where none can. */
    private static int widestThatGives(int[] widths, int[] least) {
        int widest = -1;
        for (int i = 0; i < widths.length; i++) {
            if (widths[i] > least[i] && (widest < 0 || widths[i] > widths[widest])) {
                widest = i;
            }
        }
        return widest;
    }

    /** A small bar beside each ratio, where there is room for all of them. */
    private void addBars() {
        if (!fit.extras().contains(TableFit.Extra.UNICODE)) {
            return;
        }
        List<Column> withBars = shown.stream().map(FittedTable::withBar).toList();
        if (excess(withBars, gap(shown)) <= 0) {
            shown.clear();
            shown.addAll(withBars);
        }
    }

    private static Column withBar(Column column) {
        if (column.source().shape() != TableColumn.Shape.RATIO) {
            return column;
        }
        List<String> texts = new ArrayList<>();
        for (int row = 0; row < column.values().size(); row++) {
            String raw = column.values().get(row).raw();
            char bar = raw.isEmpty() ? ' ' : StepBar.BLOCKS.of(Double.parseDouble(raw));
            texts.add(column.text().texts().get(row) + " " + bar);
        }
        return new Column(column.source(), column.text().with(texts), column.values());
    }

    private int excess(List<Column> columns, String gap) {
        return columns.stream().mapToInt(Column::width).sum() + gap.length() * (columns.size() - 1) - fit.width();
    }

    private String gap(List<Column> columns) {
        return excess(columns, WIDE_GAP) > 0 ? TIGHT_GAP : WIDE_GAP;
    }

    private List<String> lines() {
        List<String> lines = new ArrayList<>(WordWrap.sentences(PlainLine.of(table.title()), proseWidth()));
        lines.add("");
        String gap = gap(shown);
        int[] widths = widths(gap);
        addHeader(lines, widths, gap);
        lines.add(IntStream.of(widths).mapToObj("-"::repeat).collect(Collectors.joining(gap)));
        for (int row = 0; row < table.rows().size(); row++) {
            lines.add(row(row, widths, gap));
        }
        List<String> notes = new ArrayList<>(beneath());
        notes.addAll(table.notes());
        if (!notes.isEmpty()) {
            lines.add("");
        }
        notes.forEach(note -> lines.addAll(item(note, fit.width())));
        return lines;
    }

    private int proseWidth() {
        return Math.min(fit.width(), WIDEST_PROSE);
    }

    /** As wide as headers in one line want it, where there is room; the widest header gives first. */
    private int[] widths(String gap) {
        int[] widths = shown.stream()
                .mapToInt(c -> Math.max(c.width(), c.text().natural()))
                .toArray();
        int[] least = shown.stream().mapToInt(Column::width).toArray();
        shrink(widths, least, gap);
        return widths;
    }

    private void addHeader(List<String> lines, int[] widths, String gap) {
        List<List<String>> headers = IntStream.range(0, widths.length)
                .mapToObj(i -> shown.get(i).text().lines(TextColumn.HEADER, widths[i]))
                .toList();
        int height = headers.stream().mapToInt(List::size).max().orElse(0);
        for (int line = 0; line < height; line++) {
            List<String> parts = new ArrayList<>(Collections.nCopies(widths.length, ""));
            for (int i = 0; i < widths.length; i++) {
                // At the bottom, next to the values.
                int at = line - (height - headers.get(i).size());
                parts.set(
                        i,
                        shown.get(i).text().padded(at < 0 ? "" : headers.get(i).get(at), widths[i]));
            }
            lines.add(String.join(gap, parts));
        }
    }

    private String row(int row, int[] widths, String gap) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < widths.length; i++) {
            TextColumn text = shown.get(i).text();
            String value = text.texts().get(row);
            String padded = text.padded(value, widths[i]);
            boolean coloured = fit.extras().contains(TableFit.Extra.COLOURS)
                    && VerdictPaint.fits(shown.get(i).source());
            parts.add(coloured ? padded.replace(value, VerdictPaint.painted(value)) : padded);
        }
        return String.join(gap, parts);
    }

    /** What the table does not show, and where it is. */
    private List<String> beneath() {
        List<String> notes = new ArrayList<>();
        if (!same.isEmpty()) {
            notes.add("in every row: "
                    + same.stream()
                            .map(c -> c.text().header() + " " + c.text().texts().get(0))
                            .collect(Collectors.joining("; ")));
        }
        if (!left.isEmpty()) {
            String names = left.stream().map(c -> c.text().header()).collect(Collectors.joining(", "));
            notes.add("left out, for want of room in " + fit.width() + " columns: " + names
                    + (fit.elsewhere().isEmpty() ? "" : "; " + fit.elsewhere()));
        }
        return notes;
    }

    /**
     * A remark as an item of a list, in lines.
     *
     * @param width of the terminal
     */
    public static List<String> item(String remark, int width) {
        List<String> wrapped = WordWrap.sentences(PlainLine.of(remark), Math.min(width, WIDEST_PROSE) - 2);
        return IntStream.range(0, wrapped.size())
                .mapToObj(i -> (i == 0 ? "- " : "  ") + wrapped.get(i))
                .toList();
    }
}
