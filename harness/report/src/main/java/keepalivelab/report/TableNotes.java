package keepalivelab.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** What stands below a table: why cells are not held, remarks, and where published figures come from. */
final class TableNotes {
    private static final int CELLS_NAMED = 3;
    private static final String SHORT = "*short: measured for less than 1 s, so the times rest on few requests";

    private TableNotes() {}

    /** The notes of a result under these columns; the same remark of several cells stands once. */
    static List<String> of(RunResult result, List<TableColumn> columns) {
        Map<String, List<CellResult>> cellsOfNote = new LinkedHashMap<>();
        for (CellResult cell : result.cells()) {
            cell.reasons().forEach(r -> add(cellsOfNote, cell.verdict().key() + ": " + r, cell));
            cell.notes().forEach(n -> add(cellsOfNote, n, cell));
            String mechanism = Mechanism.of(cell);
            if (mechanism.contains(": ")) {
                add(cellsOfNote, "mechanism " + mechanism, cell);
            }
        }
        List<String> notes = new ArrayList<>();
        cellsOfNote.forEach(
                (note, cells) -> notes.add(note + where(cells, result.cells().size())));
        addShort(notes, result, columns);
        addPublished(notes, result, columns);
        return notes;
    }

    private static void add(Map<String, List<CellResult>> cellsOfNote, String note, CellResult cell) {
        cellsOfNote.computeIfAbsent(note, n -> new ArrayList<>()).add(cell);
    }

    private static String where(List<CellResult> cells, int ofAll) {
        if (cells.size() == ofAll) {
            return "";
        }
        List<String> names =
                cells.stream().limit(CELLS_NAMED).map(CellText::name).toList();
        int more = cells.size() - names.size();
        return " [" + String.join("; ", names) + (more > 0 ? "; and " + more + " more" : "") + "]";
    }

    private static void addShort(List<String> notes, RunResult result, List<TableColumn> columns) {
        boolean shows = columns.stream().anyMatch(c -> c.shape() == TableColumn.Shape.TIME);
        if (shows && result.cells().stream().anyMatch(CellResult::brief)) {
            notes.add(SHORT);
        }
    }

    private static void addPublished(List<String> notes, RunResult result, List<TableColumn> columns) {
        boolean shows = columns.stream().anyMatch(c -> c.id().startsWith("published_"));
        TreeSet<String> sources = new TreeSet<>();
        for (CellResult cell : result.cells()) {
            if (cell.published() != null) {
                sources.add(cell.published().source());
            }
        }
        if (shows && !sources.isEmpty()) {
            notes.add("published: " + String.join("; ", sources)
                    + "; figures of another machine: times are never compared, counts by their mechanism");
        }
    }
}
