package keepalivelab.report;

import java.util.List;
import java.util.Objects;

/**
 * A small table inside a cell: figures that have many values.
 *
 * @param name what it is of, e.g. {@code gapBins}
 * @param columns names with their unit, e.g. {@code fromUs}
 * @param rows each as long as {@code columns}; texts, truths and numbers
 */
public record Series(String name, List<String> columns, List<List<Object>> rows) {
    public Series {
        Objects.requireNonNull(name, "name");
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
        for (List<Object> row : rows) {
            if (row.size() != columns.size()) {
                throw new IllegalArgumentException(
                        name + ": a row of " + row.size() + " values under " + columns.size() + " columns");
            }
        }
    }
}
