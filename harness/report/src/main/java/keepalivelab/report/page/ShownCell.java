package keepalivelab.report.page;

import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import keepalivelab.report.CellResult;
import keepalivelab.report.StoredRun;
import keepalivelab.report.TableColumns;

/**
 * A cell with where it comes from.
 *
 * @param run that it belongs to
 * @param cell its result
 * @param source what stands beside others in a chart: the arm's label, with the run's letter where there are several runs
 */
record ShownCell(StoredRun run, CellResult cell, String source) {
    ShownCell {
        Objects.requireNonNull(run, "run");
        Objects.requireNonNull(cell, "cell");
        Objects.requireNonNull(source, "source");
    }

    /** Its place in the matrix, e.g. {@code size=2 clients=8}; empty where the matrix has one cell. */
    String place() {
        return place(cell.axes());
    }

    static String place(Map<String, Object> axes) {
        return axes.entrySet().stream()
                .map(axis -> axis.getKey() + "=" + text(axis.getValue()))
                .collect(Collectors.joining(" "));
    }

    /** Source and place. */
    String name() {
        return place().isEmpty() ? source : source + " " + place();
    }

    /** The value of a column of the tables, as people read it there. */
    String column(String id) {
        return TableColumns.fixed(id).orElseThrow().value().apply(cell).text();
    }

    CellFiles files() {
        return new CellFiles(run.folder(), cell.files());
    }

    /** A value of an axis as tables show it. */
    static String text(Object value) {
        return value instanceof Double number && number == Math.rint(number) && Math.abs(number) < 1e15
                ? Long.toString(number.longValue())
                : value.toString();
    }
}
