package keepalivelab.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

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
            cell.counterChecks().stream()
                    .filter(CounterCheck::agrees)
                    .forEach(check -> add(cellsOfNote, check.note(), cell));
            String mechanism = Mechanism.of(cell);
            if (mechanism.contains(": ")) {
                add(cellsOfNote, "mechanism " + mechanism, cell);
            }
        }
        List<String> notes = new ArrayList<>();
        cellsOfNote.forEach((note, cells) -> notes.add(note + where(cells, result.cells())));
        notes.addAll(ArmDifferences.of(result.cells()));
        addShort(notes, result, columns);
        addPublished(notes, result, columns);
        return notes;
    }

    private static void add(Map<String, List<CellResult>> cellsOfNote, String note, CellResult cell) {
        cellsOfNote.computeIfAbsent(note, n -> new ArrayList<>()).add(cell);
    }

    private static String where(List<CellResult> cells, List<CellResult> all) {
        if (cells.size() == all.size()) {
            return "";
        }
        List<String> places = places(cells, all);
        int more = Math.max(0, places.size() - CELLS_NAMED);
        String named = places.stream().limit(CELLS_NAMED).collect(Collectors.joining("; "));
        return " [" + named + (more > 0 ? "; and " + more + " more" : "") + "]";
    }

    /** An arm where it is all of that arm's cells, else each cell. */
    private static List<String> places(List<CellResult> cells, List<CellResult> all) {
        return cells.stream()
                .map(cell -> {
                    String arm = cell.arm().label();
                    return count(arm, cells) == count(arm, all) ? arm : CellText.name(cell);
                })
                .distinct()
                .toList();
    }

    private static long count(String arm, List<CellResult> cells) {
        return cells.stream().filter(cell -> cell.arm().label().equals(arm)).count();
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
