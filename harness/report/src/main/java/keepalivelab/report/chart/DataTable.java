package keepalivelab.report.chart;

import java.util.List;

/**
 * The figures of a chart in words, for those who do not see it.
 *
 * @param header of each column
 * @param rows each as long as the header
 */
public record DataTable(List<String> header, List<List<String>> rows) {
    public DataTable {
        header = List.copyOf(header);
        rows = rows.stream().map(List::copyOf).toList();
        for (List<String> row : rows) {
            if (row.size() != header.size()) {
                throw new IllegalArgumentException(
                        "a row of " + row.size() + " values under " + header.size() + " columns");
            }
        }
    }
}
