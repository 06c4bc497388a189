package keepalivelab.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import keepalivelab.api.InputException;
import keepalivelab.api.NearestWord;

/**
 * Which columns a table shows, in order. Besides the ids of {@link TableColumns} and the names of axes there are
 * {@code published_<figure>} and {@code figures.<name>}, three words that stand for several columns: {@code axes},
 * {@code figures} and {@code published}, and {@code series.<name>}, which is no column but a table of its own below.
 *
 * @param ids checked ids
 */
public record TableLayout(List<String> ids) {
    private static final String AXES = "axes";
    private static final String PUBLISHED = "published";
    private static final String FIGURES = "figures";
    private static final List<String> DEFAULT =
            List.of("arm", AXES, "outcomes", "accepts", "reuse", "p50", "p99", PUBLISHED, "mechanism", "verdict");

    public TableLayout {
        ids = List.copyOf(ids);
    }

    /** The columns of a scenario that does not choose. */
    public static TableLayout standard() {
        return new TableLayout(DEFAULT);
    }

    /**
     * The columns that a scenario chooses.
     *
     * @param ids as written; none for {@link #standard()}
     * @param axes names of the scenario's axes
     * @param figures names of its published figures
     * @throws InputException for an id that is none of these, naming the nearest
     */
    public static TableLayout of(List<String> ids, Collection<String> axes, Collection<String> figures) {
        TreeSet<String> valid = new TreeSet<>(Set.of(AXES, PUBLISHED, FIGURES));
        TableColumns.fixed().forEach(c -> valid.add(c.id()));
        valid.addAll(axes);
        figures.forEach(f -> valid.add(PUBLISHED + "_" + f));
        for (String id : ids) {
            if (!valid.contains(id) && !TableColumns.isFigure(id) && !SeriesTable.isSeries(id)) {
                throw new InputException("unknown table column '" + id + "'" + NearestWord.hint(id, valid));
            }
        }
        return ids.isEmpty() ? standard() : new TableLayout(ids);
    }

    /** Every column there is: what {@code table.csv} shows. */
    public static TableLayout everything() {
        List<String> ids = new ArrayList<>(List.of("arm", AXES));
        TableColumns.fixed().stream().skip(1).forEach(c -> ids.add(c.id()));
        ids.addAll(List.of(FIGURES, PUBLISHED));
        return new TableLayout(ids);
    }

    /** The table of a result, one row per cell in the order they ran. */
    public TableModel model(RunResult result) {
        List<TableColumn> columns = columns(result.cells());
        List<List<TableValue>> rows = result.cells().stream()
                .map(cell -> columns.stream().map(c -> c.value().apply(cell)).toList())
                .toList();
        return new TableModel(title(result), columns, rows, TableNotes.of(result, columns));
    }

    /** The tables of the series that this layout shows, in its order; those that no cell has are left out. */
    public List<TableModel> seriesTables(RunResult result) {
        return ids.stream()
                .filter(SeriesTable::isSeries)
                .flatMap(id -> SeriesTable.of(id, result).stream())
                .toList();
    }

    private List<TableColumn> columns(List<CellResult> cells) {
        Set<String> axes = names(cells.stream().map(c -> c.axes().keySet()));
        Set<String> figures = names(cells.stream()
                .flatMap(c -> Optional.ofNullable(c.published()).stream())
                .map(p -> p.figures().keySet()));
        List<TableColumn> columns = new ArrayList<>();
        for (String id : ids) {
            columnsOf(id, axes, figures, cells).forEach(columns::add);
        }
        return withCountOfShort(withShortHeader(columns), cells);
    }

    private static Stream<TableColumn> columnsOf(
            String id, Set<String> axes, Set<String> figures, List<CellResult> cells) {
        if (id.equals(AXES)) {
            return axes.stream().map(axis -> TableColumns.axis(axis, cells));
        }
        if (id.equals(FIGURES)) {
            return TableColumns.figures(cells);
        }
        if (id.equals(PUBLISHED)) {
            return figures.stream().map(TableColumns::published);
        }
        if (SeriesTable.isSeries(id) || (id.equals("mechanism") && figures.isEmpty())) {
            return Stream.empty();
        }
        if (id.startsWith(PUBLISHED + "_")) {
            return Stream.of(TableColumns.published(id.substring(PUBLISHED.length() + 1)));
        }
        if (TableColumns.isFigure(id)) {
            return Stream.of(TableColumns.figure(id));
        }
        return Stream.of(TableColumns.fixed(id).orElseGet(() -> TableColumns.axis(id, cells)));
    }

    /** A single published count needs no name of its own beside ours. */
    private static List<TableColumn> withShortHeader(List<TableColumn> columns) {
        List<TableColumn> published =
                columns.stream().filter(c -> c.id().startsWith(PUBLISHED + "_")).toList();
        if (published.size() != 1 || published.get(0).header().endsWith(")")) {
            return columns;
        }
        return columns.stream()
                .map(c -> c.equals(published.get(0)) ? c.withHeader(PUBLISHED) : c)
                .toList();
    }

    /** Times of a cell below 1 s are shown with their count, which stands before the first of them. */
    private static List<TableColumn> withCountOfShort(List<TableColumn> columns, List<CellResult> cells) {
        List<TableColumn> all = new ArrayList<>(columns);
        TableColumn timed = TableColumns.fixed("timed").orElseThrow();
        Optional<TableColumn> firstTime = columns.stream()
                .filter(c -> c.shape() == TableColumn.Shape.TIME)
                .findFirst();
        if (firstTime.isPresent() && !columns.contains(timed) && cells.stream().anyMatch(CellResult::brief)) {
            all.add(columns.indexOf(firstTime.get()), timed);
        }
        return all;
    }

    private static Set<String> names(Stream<Set<String>> each) {
        Set<String> names = new LinkedHashSet<>();
        each.forEach(names::addAll);
        return names;
    }

    private static String title(RunResult result) {
        String missing = result.partial() ? " (partial: cells are missing)" : "";
        return result.scenario().id() + ": " + result.scenario().title() + missing;
    }
}
