package keepalivelab.report.export;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import keepalivelab.api.Outcome;
import keepalivelab.report.BackendCounts;
import keepalivelab.report.CellResult;
import keepalivelab.report.ClientCounts;
import keepalivelab.report.LatencySummary;
import keepalivelab.report.RunResult;
import keepalivelab.report.Times;
import keepalivelab.report.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * One number of one cell, as formats of others want it: with a name, a unit and a direction. Cells that are void, or were not
 * measured, have none.
 *
 * @param cell it is of
 * @param kind what was measured
 * @param value in the unit of its kind
 */
record Measure(CellResult cell, Kind kind, double value) {
    Measure {
        Objects.requireNonNull(cell, "cell");
        Objects.requireNonNull(kind, "kind");
    }

    /** Which direction is good. */
    enum Better {
        SMALLER,
        BIGGER
    }

    /** What is measured. */
    enum Kind {
        ACCEPTS("accepts", "connections", Better.SMALLER),
        REUSE("reuse_ratio", "ratio", Better.BIGGER),
        NOT_OK("not_ok", "requests", Better.SMALLER),
        DUPLICATES("duplicates", "requests", Better.SMALLER),
        SERVICE_P50("service_p50", "us", Better.SMALLER),
        SERVICE_P99("service_p99", "us", Better.SMALLER),
        RESPONSE_P50("response_p50", "us", Better.SMALLER),
        RESPONSE_P99("response_p99", "us", Better.SMALLER);

        private final String key;
        private final String unit;
        private final Better better;

        Kind(String key, String unit, Better better) {
            this.key = key;
            this.unit = unit;
            this.better = better;
        }

        String key() {
            return key;
        }

        String unit() {
            return unit;
        }

        Better better() {
            return better;
        }

        boolean time() {
            return unit.equals("us");
        }
    }

    /** Every number of a run, cell by cell. */
    static List<Measure> of(RunResult result) {
        return result.cells().stream().flatMap(cell -> of(cell).stream()).toList();
    }

    /** Every number of a cell. */
    static List<Measure> of(CellResult cell) {
        List<Measure> measures = new ArrayList<>();
        if (cell.verdict().measured() && cell.verdict() != Verdict.VOID) {
            counts(measures, cell);
            times(measures, cell);
        }
        return measures;
    }

    private static void counts(List<Measure> measures, CellResult cell) {
        BackendCounts backend = cell.backend();
        ClientCounts client = cell.client();
        if (backend != null && client != null) {
            measures.add(new Measure(cell, Kind.ACCEPTS, (double) backend.accepts()));
            if (backend.reuseRatio() != null) {
                measures.add(new Measure(cell, Kind.REUSE, backend.reuseRatio()));
            }
            measures.add(new Measure(cell, Kind.NOT_OK, (double) client.planned() - client.count(Outcome.OK)));
            measures.add(new Measure(cell, Kind.DUPLICATES, (double) backend.duplicates()));
        }
    }

    private static void times(List<Measure> measures, CellResult cell) {
        Times times = cell.times();
        if (times != null) {
            quantiles(measures, cell, times.service(), List.of(Kind.SERVICE_P50, Kind.SERVICE_P99));
            quantiles(measures, cell, times.response(), List.of(Kind.RESPONSE_P50, Kind.RESPONSE_P99));
        }
    }

    private static void quantiles(
            List<Measure> measures, CellResult cell, Times.@Nullable Split split, List<Kind> kinds) {
        LatencySummary all = split == null ? null : split.all();
        if (all != null) {
            measures.add(new Measure(cell, kinds.get(0), all.p50Us()));
            measures.add(new Measure(cell, kinds.get(1), all.p99Us()));
        }
    }

    /** The cell's axes as a path: {@code size=8/clients=32}; {@code single} without a matrix. */
    static String place(CellResult cell) {
        String axes = cell.axes().entrySet().stream()
                .map(axis -> axis.getKey() + "=" + axis.getValue())
                .collect(Collectors.joining("/"));
        return axes.isEmpty() ? "single" : axes;
    }

    /** The value without an exponent and without a needless fraction. */
    String number() {
        return Numbers.plain(value);
    }
}
