package keepalivelab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import keepalivelab.report.TableColumn.Shape;
import org.jspecify.annotations.Nullable;

/** What people and programs read of a comparison: the table of its gates, and the tidy table of its windows. */
public final class ComparisonTables {
    private static final String CANARY = "canary";

    private ComparisonTables() {}

    /**
     * The gates, one row each, with notes on how they were made.
     *
     * @param result with a comparison
     */
    public static TableModel gates(RunResult result) {
        return new TableModel(
                title(result),
                List.of(
                        column("cell", Shape.KEY_TEXT),
                        column("metric", Shape.KEY_TEXT),
                        column("base", Shape.NUMBER),
                        column("candidate", Shape.NUMBER),
                        column("change", Shape.NUMBER),
                        column("at most", "high", Shape.NUMBER),
                        column("detectable", Shape.NUMBER),
                        column("p", Shape.NUMBER),
                        column("verdict", Shape.TEXT)),
                result.gates().stream().map(ComparisonTables::row).toList(),
                notes(result));
    }

    /** The windows of every round and arm, and the canary's: one row each, units in the column names. */
    public static Series windows(RunResult result) {
        List<List<Object>> rows = new ArrayList<>();
        for (Round round : result.rounds()) {
            for (RoundArm arm : round.arms()) {
                double perSecond = Objects.requireNonNullElse(arm.perSecond(), 0.0);
                for (int w = 0; w < arm.windows().size(); w++) {
                    rows.add(row(round, arm.label(), w, perSecond, arm.windows().get(w)));
                }
            }
            if (round.canary() != null) {
                rows.add(row(round, CANARY, 0, 0, round.canary()));
            }
        }
        return new Series(
                "windows",
                List.of(
                        "cell",
                        "round",
                        "arm",
                        "window",
                        "planned_per_second",
                        "count",
                        "not_ok",
                        "response_p50_us",
                        "response_p99_us",
                        "lag_p99_us",
                        "valid"),
                rows);
    }

    private static List<Object> row(Round round, String arm, int window, double perSecond, TimedWindow of) {
        return List.of(
                round.cell(),
                (long) round.index(),
                arm,
                (long) window,
                perSecond,
                of.count(),
                of.notOk(),
                of.p50Us(),
                of.p99Us(),
                of.lagP99Us(),
                of.valid());
    }

    private static String title(RunResult result) {
        Comparison how = comparison(result);
        return result.scenario().id() + ": " + how.candidate().label() + " against "
                + how.base().label() + ": " + word(result.verdict());
    }

    /** PASS, REGRESSED, INCONCLUSIVE or VOID. */
    public static String word(Verdict verdict) {
        return switch (verdict) {
            case HELD -> "PASS";
            case FAILED -> "REGRESSED";
            case INCONCLUSIVE -> "INCONCLUSIVE";
            default -> verdict.key().toUpperCase(Locale.ROOT);
        };
    }

    private static Comparison comparison(RunResult result) {
        return Objects.requireNonNull(result.comparison(), "a result without a comparison");
    }

    private static TableColumn column(String header, Shape shape) {
        return column(header, header, shape);
    }

    private static TableColumn column(String header, String csvName, Shape shape) {
        return new TableColumn(csvName, csvName, header, shape, header, cell -> TableValue.NONE);
    }

    private static List<TableValue> row(Gate gate) {
        return List.of(
                TableValue.of(gate.cell()),
                TableValue.of(gate.metric()),
                figure(gate, gate.base()),
                figure(gate, gate.candidate()),
                change(gate, gate.estimate()),
                change(gate, gate.high()),
                change(gate, gate.minimalDetectable()),
                chance(gate.p()),
                TableValue.of(gate.word()));
    }

    private static TableValue figure(Gate gate, @Nullable Double value) {
        if (value == null) {
            return TableValue.NONE;
        }
        return gate.unit() == Gate.Unit.RATIO ? TableValue.micros(value) : plain(value);
    }

    private static TableValue plain(double value) {
        String text =
                value == Math.rint(value) ? Long.toString((long) value) : String.format(Locale.ROOT, "%.2f", value);
        return new TableValue(text, Double.toString(value));
    }

    private static TableValue change(Gate gate, @Nullable Double value) {
        return value == null
                ? TableValue.NONE
                : new TableValue(ChangeText.of(value, gate.unit()), Double.toString(value));
    }

    private static TableValue chance(@Nullable Double p) {
        return p == null ? TableValue.NONE : new TableValue(String.format(Locale.ROOT, "%.2g", p), Double.toString(p));
    }

    private static List<String> notes(RunResult result) {
        List<String> notes = new ArrayList<>();
        for (Gate gate : result.gates()) {
            if (gate.verdict() != Verdict.HELD) {
                notes.add(gate.word() + " " + gate.cell() + " " + gate.metric() + ": " + gate.reason());
            }
        }
        notes.add(design(result));
        late(result).forEach(notes::add);
        canary(result).forEach(notes::add);
        notes.add(
                "change: candidate against base; at most: upper bound at 95 %; detectable: what such rounds would show "
                        + "nine times out of ten; regressed where p is at most "
                        + comparison(result).alpha()
                        + (comparison(result).timeGates() > 1 ? ", by Holm over the times" : ""));
        return notes;
    }

    private static String design(RunResult result) {
        Comparison how = comparison(result);
        String order = how.design().equals("duet") ? "both arms at once" : "one arm after the other in drawn order";
        String windows = how.windows() == 0
                ? "counts only"
                : how.windows() + " windows of " + how.windowSeconds() + "s at " + rates(result);
        return rounds(result) + " rounds of fresh processes, " + order + ", " + windows + "; seed " + result.seed();
    }

    private static long rounds(RunResult result) {
        return result.rounds().stream().map(Round::index).distinct().count();
    }

    private static String rates(RunResult result) {
        return arms(result)
                .map(RoundArm::perSecond)
                .filter(Objects::nonNull)
                .map(rate -> Math.round(rate))
                .distinct()
                .sorted()
                .map(rate -> rate + "/s")
                .collect(Collectors.joining(" and "));
    }

    private static List<String> late(RunResult result) {
        long all = windowsOf(result).count();
        long late = windowsOf(result).filter(w -> !w.valid()).count();
        return late == 0
                ? List.of()
                : List.of("left out with their partners: " + late + " of " + all
                        + " windows in which the generator was late");
    }

    private static List<String> canary(RunResult result) {
        double[] medians = result.rounds().stream()
                .map(Round::canary)
                .filter(Objects::nonNull)
                .mapToDouble(TimedWindow::p50Us)
                .sorted()
                .toArray();
        if (medians.length == 0) {
            return List.of();
        }
        return List.of("canary without a proxy: p50 "
                + TableValue.micros(medians[0]).text() + " to "
                + TableValue.micros(medians[medians.length - 1]).text() + " over the rounds ("
                + String.format(Locale.ROOT, "%.1fx", medians[medians.length - 1] / Math.max(1e-3, medians[0]))
                + "): what the machine alone does");
    }

    private static Stream<RoundArm> arms(RunResult result) {
        return result.rounds().stream().flatMap(round -> round.arms().stream());
    }

    private static Stream<TimedWindow> windowsOf(RunResult result) {
        return arms(result).flatMap(arm -> arm.windows().stream());
    }
}
