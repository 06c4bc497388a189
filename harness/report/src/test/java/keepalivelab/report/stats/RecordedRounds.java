package keepalivelab.report.stats;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Rounds that were recorded on a two-core machine while other work ran, and later with little other work. */
final class RecordedRounds {
    /** Port of the arm with the same code as the base. */
    static final int SAME = 8102;
    /** Port of the arm whose backend spins 20 µs longer. */
    static final int SLOWER = 8103;

    private final List<Row> rows;

    private RecordedRounds(List<Row> rows) {
        this.rows = rows;
    }

    /** One pair of windows, with the log ratios of its percentiles. */
    private record Row(String design, int candidate, int round, double p50, double p99) {
        double of(Percentile percentile) {
            return percentile == Percentile.P50 ? p50 : p99;
        }
    }

    /** Which percentile. */
    enum Percentile {
        P50,
        P99
    }

    static RecordedRounds read(String file) {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(RecordedRounds.class.getResourceAsStream(file), file),
                StandardCharsets.UTF_8))) {
            List<Row> rows = new ArrayList<>();
            in.lines().skip(1).map(line -> line.split(",")).forEach(f -> rows.add(row(f)));
            return new RecordedRounds(rows);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Row row(String[] f) {
        return new Row(f[0], Integer.parseInt(f[2]), Integer.parseInt(f[3]), ratio(f, 7), ratio(f, 9));
    }

    /** The columns of the candidate stand four behind those of the base. */
    private static double ratio(String[] fields, int column) {
        return Math.log(Double.parseDouble(fields[column + 4]) / Double.parseDouble(fields[column]));
    }

    /** Log ratios of the pairs of windows, by round. */
    Map<Integer, double[]> windows(String design, int candidate, Percentile percentile) {
        Map<Integer, double[]> byRound = new TreeMap<>();
        rows.stream()
                .filter(row -> row.design.equals(design) && row.candidate == candidate)
                .forEach(row -> byRound.merge(row.round, new double[] {row.of(percentile)}, RecordedRounds::joined));
        return byRound;
    }

    /** One log ratio per round: the median over its windows. */
    double[] changes(String design, int candidate, Percentile percentile) {
        return windows(design, candidate, percentile).values().stream()
                .mapToDouble(Samples::median)
                .toArray();
    }

    private static double[] joined(double[] a, double[] b) {
        double[] both = new double[a.length + b.length];
        System.arraycopy(a, 0, both, 0, a.length);
        System.arraycopy(b, 0, both, a.length, b.length);
        return both;
    }
}
