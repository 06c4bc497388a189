package keepalivelab.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A table for terminals and logs: at most 100 columns wide, numbers at their right end, readable without colour. What is too
 * wide is wrapped and moved together; what is still too wide goes on below, under the columns that say which row it is.
 */
public final class TextTable {
    /** The widest line. */
    public static final int WIDTH = 100;

    private static final String WIDE_GAP = "  ";
    private static final String TIGHT_GAP = " ";

    private final List<TextColumn> columns;
    private final List<TextColumn> verdicts;
    private final String gap;

    private TextTable(TableModel table, Set<TableFit.Extra> extras) {
        columns = IntStream.range(0, table.columns().size())
                .mapToObj(i -> TextColumn.of(
                        table.columns().get(i),
                        table.rows().stream().map(row -> row.get(i)).toList()))
                .toList();
        verdicts = IntStream.range(0, columns.size())
                .filter(i -> extras.contains(TableFit.Extra.COLOURS)
                        && VerdictPaint.fits(table.columns().get(i)))
                .mapToObj(columns::get)
                .toList();
        gap = excess(columns, WIDE_GAP) > 0 && excess(columns, TIGHT_GAP) <= 0 ? TIGHT_GAP : WIDE_GAP;
    }

    /** Title, table and notes, each line ended by a line feed. */
    public static String render(TableModel table) {
        return render(table, Set.of());
    }

    /** As {@link #render(TableModel)}, with what the place can show beyond plain text; of that, colours. */
    public static String render(TableModel table, Set<TableFit.Extra> extras) {
        List<String> lines = new ArrayList<>(WordWrap.sentences(PlainLine.of(table.title()), WIDTH));
        TextTable text = new TextTable(table, extras);
        for (List<TextColumn> block : text.blocks()) {
            lines.add("");
            text.addBlock(lines, block, table.rows().size());
        }
        if (!table.notes().isEmpty()) {
            lines.add("");
        }
        for (String note : table.notes()) {
            addNote(lines, note);
        }
        return lines.stream().map(l -> l.stripTrailing() + "\n").collect(Collectors.joining());
    }

    private static void addNote(List<String> lines, String note) {
        List<String> wrapped = WordWrap.sentences(PlainLine.of(note), WIDTH - 2);
        for (int i = 0; i < wrapped.size(); i++) {
            lines.add((i == 0 ? "- " : "  ") + wrapped.get(i));
        }
    }

    /** Columns side by side as far as they fit at their narrowest; each block repeats the key columns. */
    private List<List<TextColumn>> blocks() {
        List<TextColumn> keys = columns.stream().filter(TextColumn::key).toList();
        List<List<TextColumn>> blocks = new ArrayList<>();
        List<TextColumn> block = new ArrayList<>();
        int figures = 0;
        for (TextColumn column : columns) {
            if (figures > 0 && excess(block, gap) + gap.length() + column.narrowest() > 0) {
                blocks.add(block);
                block = new ArrayList<>(keys);
                figures = 0;
            }
            boolean repeated = column.key() && block.contains(column);
            if (!repeated) {
                block.add(column);
                figures += column.key() ? 0 : 1;
            }
        }
        blocks.add(block);
        return blocks;
    }

    /** By how much a block at its narrowest is wider than a line; below 0 where there is room. */
    private static int excess(List<TextColumn> block, String gap) {
        int gaps = gap.length() * (block.size() - 1);
        return block.stream().mapToInt(TextColumn::narrowest).sum() + gaps - WIDTH;
    }

    private void addBlock(List<String> lines, List<TextColumn> block, int rows) {
        int[] widths = widths(block);
        addRow(lines, block, widths, TextColumn.HEADER);
        lines.add(IntStream.of(widths).mapToObj("-"::repeat).collect(Collectors.joining(gap)));
        for (int row = 0; row < rows; row++) {
            addRow(lines, block, widths, row);
        }
    }

    /** Natural widths, the widest that can give taking from itself until all fit. */
    private int[] widths(List<TextColumn> block) {
        int[] widths = block.stream().mapToInt(TextColumn::natural).toArray();
        int excess = IntStream.of(widths).sum() + gap.length() * (widths.length - 1) - WIDTH;
        for (int widest = widestThatGives(block, widths);
                excess > 0 && widest >= 0;
                widest = widestThatGives(block, widths)) {
            widths[widest]--;
            excess--;
        }
        return widths;
    }

    /** -1 where every column is at its narrowest. */
    private static int widestThatGives(List<TextColumn> block, int[] widths) {
        int widest = -1;
        for (int i = 0; i < widths.length; i++) {
            boolean gives = widths[i] > block.get(i).narrowest();
            if (gives && (widest < 0 || widths[i] > widths[widest])) {
                widest = i;
            }
        }
        return widest;
    }

    private void addRow(List<String> lines, List<TextColumn> block, int[] widths, int row) {
        List<List<String>> cells = new ArrayList<>();
        for (int i = 0; i < widths.length; i++) {
            cells.add(block.get(i).lines(row, widths[i]));
        }
        int height = cells.stream().mapToInt(List::size).max().orElse(0);
        for (int line = 0; line < height; line++) {
            List<String> parts = new ArrayList<>(Collections.nCopies(widths.length, ""));
            for (int i = 0; i < widths.length; i++) {
                String part = line < cells.get(i).size() ? cells.get(i).get(line) : "";
                String padded = block.get(i).padded(part, widths[i]);
                boolean coloured = row != TextColumn.HEADER && verdicts.contains(block.get(i));
                parts.set(i, coloured ? padded.replace(part, VerdictPaint.painted(part)) : padded);
            }
            lines.add(String.join(gap, parts));
        }
    }
}
