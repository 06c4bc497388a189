package keepalivelab.report.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import keepalivelab.report.BackendCounts;
import keepalivelab.report.CellResult;
import keepalivelab.report.chart.Axis;
import keepalivelab.report.chart.Chart;
import keepalivelab.report.chart.DataTable;
import keepalivelab.report.chart.Fill;
import keepalivelab.report.chart.Mark;
import keepalivelab.report.chart.Panel;
import keepalivelab.report.chart.Point;
import keepalivelab.report.chart.Scale;

/**
 * A figure over two axes of the matrix, one panel per source and remaining place; over one axis and the sources where the
 * matrix has one. Each box has its number, so that its shade is not the only carrier.
 */
final class HeatChart {
    private static final double HALF_BOX = 0.46;
    private static final double HALF_LABELLED_BOX = 0.3;
    private static final int MOST_PANELS = 12;
    private static final String SOURCE = "arm";

    private final CellGrid grid;
    private final String title;
    private final String column;
    private final HeatRamp ramp;
    private final Function<CellResult, Optional<Double>> value;

    private HeatChart(
            CellGrid grid, String title, String column, HeatRamp ramp, Function<CellResult, Optional<Double>> value) {
        this.grid = grid;
        this.title = title;
        this.column = column;
        this.ramp = ramp;
        this.value = value;
    }

    /** Connections that the backend took. */
    static Optional<Chart> accepts(CellGrid grid) {
        Function<CellResult, Optional<Double>> value =
                cell -> Optional.ofNullable(cell.backend()).map(backend -> (double) backend.accepts());
        List<Double> all = grid.measured().stream()
                .flatMap(shown -> value.apply(shown.cell()).stream())
                .toList();
        return new HeatChart(grid, "Upstream connections (accepts)", "accepts", HeatRamp.ofCounts(all), value).chart();
    }

    /** Share of the exchanges that were on a used connection. */
    static Optional<Chart> reuse(CellGrid grid) {
        Function<CellResult, Optional<Double>> value =
                cell -> Optional.ofNullable(cell.backend()).map(BackendCounts::reuseRatio);
        return new HeatChart(grid, "Reuse ratio, counted at the backend", "reuse", HeatRamp.ofReuse(), value).chart();
    }

    private Optional<Chart> chart() {
        List<String> axes = grid.axes();
        boolean any = grid.measured().stream()
                .anyMatch(shown -> value.apply(shown.cell()).isPresent());
        if (axes.isEmpty() || !any) {
            return Optional.empty();
        }
        String rows = axes.size() == 1 ? SOURCE : axes.get(0);
        String columns = axes.size() == 1 ? axes.get(0) : axes.get(1);
        Map<String, List<ShownCell>> facets = facets(rows, columns);
        List<Panel> panels = new ArrayList<>();
        facets.forEach((name, cells) -> {
            if (panels.size() < MOST_PANELS) {
                panels.add(panel(name, cells, rows, columns));
            }
        });
        int left = facets.size() - panels.size();
        String says = "Each box is a cell of the run with its number in it; darker is more."
                + (left > 0 ? " " + left + " more panels are in the table only." : "");
        return Optional.of(new Chart(title, says, ramp.legend(), panels, table()));
    }

    /** Cells by what neither rows nor columns say about them. */
    private Map<String, List<ShownCell>> facets(String rows, String columns) {
        Map<String, List<ShownCell>> facets = new LinkedHashMap<>();
        for (String source : rows.equals(SOURCE) ? List.of("") : grid.sources()) {
            for (ShownCell shown : grid.cells()) {
                if (source.isEmpty() || shown.source().equals(source)) {
                    Map<String, Object> rest = new LinkedHashMap<>(shown.cell().axes());
                    rest.remove(rows);
                    rest.remove(columns);
                    rest.keySet().retainAll(grid.axes());
                    String name = (source + " " + ShownCell.place(rest)).strip();
                    facets.computeIfAbsent(name, n -> new ArrayList<>()).add(shown);
                }
            }
        }
        return facets;
    }

    private Panel panel(String name, List<ShownCell> cells, String rows, String columns) {
        List<String> rowLabels = rows.equals(SOURCE) ? grid.sources() : grid.values(rows);
        List<String> columnLabels = grid.values(columns);
        Scale rowScale = Scale.rows(rowLabels);
        double half = rowScale.kind() == Scale.Kind.LABELLED_ROWS ? HALF_LABELLED_BOX : HALF_BOX;
        List<Mark> marks = new ArrayList<>();
        for (ShownCell shown : cells) {
            String row = rows.equals(SOURCE)
                    ? shown.source()
                    : ShownCell.text(shown.cell().axes().getOrDefault(rows, ""));
            String column = ShownCell.text(shown.cell().axes().getOrDefault(columns, ""));
            if (rowLabels.contains(row) && columnLabels.contains(column)) {
                marks.add(box(shown, columnLabels.indexOf(column), rowLabels.indexOf(row), half));
            }
        }
        return Panel.ofRows(name, new Axis(columns, Scale.columns(columnLabels)), new Axis(rows, rowScale), marks);
    }

    private Mark box(ShownCell shown, int x, int y, double half) {
        Optional<Double> found = trusted(shown) ? value.apply(shown.cell()) : Optional.empty();
        String text = found.isPresent()
                ? shown.column(column)
                : shown.cell().verdict().key();
        return new Mark.Box(
                found.map(ramp::fill).orElse(Fill.NOTHING),
                new Point(x - HALF_BOX, y - half),
                new Point(x + HALF_BOX, y + half),
                text,
                shown.name() + ": " + text);
    }

    private boolean trusted(ShownCell shown) {
        return grid.measured().contains(shown);
    }

    private DataTable table() {
        List<String> header = new ArrayList<>(List.of(SOURCE));
        header.addAll(grid.axes());
        header.add(column);
        List<List<String>> rows = new ArrayList<>();
        for (ShownCell shown : grid.cells()) {
            List<String> row = new ArrayList<>(List.of(shown.source()));
            grid.axes()
                    .forEach(axis -> row.add(ShownCell.text(shown.cell().axes().getOrDefault(axis, "-"))));
            row.add(
                    trusted(shown)
                            ? shown.column(column)
                            : shown.cell().verdict().key());
            rows.add(row);
        }
        return new DataTable(header, rows);
    }
}
