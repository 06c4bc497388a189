package keepalivelab.report.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The backend's ledger of one cell, as {@code connections.csv} and {@code exchanges.csv} have it.
 *
 * @param connections in the order in which they were taken
 * @param exchanges connection → what it carried; without rows where the file is missing
 */
record Ledger(List<Connection> connections, Map<Long, List<Exchange>> exchanges) {
    private static final List<String> NEEDED = List.of("connection", "accepted_at_us", "exchanges", "closed_by", "how");

    /**
     * One upstream connection; moments in microseconds since the measurement began.
     *
     * @param id number in the ledger
     * @param acceptedAtUs when the backend took it
     * @param closedAtUs when it ended; null for one that stayed open
     * @param exchanges answered on it
     * @param broken requests read and not answered
     * @param closedBy {@code peer} (the proxy), {@code backend} or {@code open}
     * @param how {@code fin}, {@code rst}, {@code dirty} or {@code none}
     * @param cause in the ledger's words
     */
    record Connection(
            long id,
            double acceptedAtUs,
            @Nullable Double closedAtUs,
            long exchanges,
            long broken,
            String closedBy,
            String how,
            String cause) {
        /** How it ended, in the ledger's words. */
        String end() {
            return closedAtUs == null ? "open at the end" : closer() + " " + how + " (" + cause + ")";
        }

        /** Who closed it, for people. */
        String closer() {
            return closedBy.equals("peer") ? "proxy" : closedBy;
        }
    }

    /**
     * One request on a connection.
     *
     * @param executedAtUs when it was read whole; null where it was not
     * @param answeredAtUs when the last byte of its response was written; null where it was not
     */
    record Exchange(@Nullable Double executedAtUs, @Nullable Double answeredAtUs) {}

    /** The connections of a cell; empty where they were not kept or cannot be read. */
    static Optional<List<Connection>> connectionsOf(CellFiles files) {
        return files.text("ledger")
                .map(CsvRows::of)
                .filter(csv -> csv.has(NEEDED))
                .map(csv -> csv.rows().stream()
                        .flatMap(row -> connection(csv, row).stream())
                        .sorted(Comparator.comparingDouble(Connection::acceptedAtUs))
                        .toList());
    }

    /** The whole ledger of a cell. */
    static Optional<Ledger> of(CellFiles files) {
        return connectionsOf(files).map(connections -> new Ledger(connections, exchangesOf(files)));
    }

    private static Optional<Connection> connection(CsvRows csv, String[] row) {
        Optional<Double> id = csv.number(row, "connection");
        Optional<Double> acceptedAt = csv.number(row, "accepted_at_us");
        if (id.isEmpty() || acceptedAt.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Connection(
                id.get().longValue(),
                acceptedAt.get(),
                csv.number(row, "closed_at_us").orElse(null),
                csv.number(row, "exchanges").orElse(0.0).longValue(),
                csv.number(row, "broken_exchanges").orElse(0.0).longValue(),
                csv.text(row, "closed_by").orElse("open"),
                csv.text(row, "how").orElse("none"),
                csv.text(row, "cause").orElse("none")));
    }

    private static Map<Long, List<Exchange>> exchangesOf(CellFiles files) {
        CsvRows csv = CsvRows.of(files.text("exchanges").orElse(""));
        return csv.rows().stream()
                .filter(row -> csv.number(row, "connection").isPresent())
                .collect(Collectors.groupingBy(
                        row -> csv.number(row, "connection").orElseThrow().longValue(),
                        Collectors.mapping(
                                row -> new Exchange(
                                        csv.number(row, "executed_at_us").orElse(null),
                                        csv.number(row, "answered_at_us").orElse(null)),
                                Collectors.toCollection(ArrayList::new))));
    }
}
