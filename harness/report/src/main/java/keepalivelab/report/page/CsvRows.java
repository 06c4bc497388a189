package keepalivelab.report.page;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A table of ours that a file holds: plain numbers and words without quotes, separated by commas.
 *
 * @param columns name → position
 * @param rows lines whose length is that of the header; others are left out
 */
record CsvRows(Map<String, Integer> columns, List<String[]> rows) {
    static CsvRows of(String text) {
        List<String> lines = text.lines().toList();
        if (lines.isEmpty()) {
            return new CsvRows(Map.of(), List.of());
        }
        String[] header = lines.get(0).split(",", -1);
        Map<String, Integer> columns = IntStream.range(0, header.length)
                .boxed()
                .collect(Collectors.toMap(i -> header[i], i -> i, (first, second) -> first));
        List<String[]> rows = lines.stream()
                .skip(1)
                .map(line -> line.split(",", -1))
                .filter(row -> row.length == header.length)
                .toList();
        return new CsvRows(columns, rows);
    }

    boolean has(List<String> names) {
        return columns.keySet().containsAll(names);
    }

    /** A value; empty where there is none or the column does not exist. */
    Optional<String> text(String[] row, String column) {
        Integer at = columns.get(column);
        return at == null || row[at].isEmpty() ? Optional.empty() : Optional.of(row[at]);
    }

    /** A number; empty also for what is none. */
    Optional<Double> number(String[] row, String column) {
        try {
            return text(row, column).map(Double::valueOf).filter(Double::isFinite);
        } catch (NumberFormatException notOne) {
            return Optional.empty();
        }
    }
}
