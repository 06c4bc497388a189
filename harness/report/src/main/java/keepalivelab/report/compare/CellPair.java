package keepalivelab.report.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import keepalivelab.report.CellResult;
import keepalivelab.report.RunResult;
import org.jspecify.annotations.Nullable;

/**
 * A cell in both runs: the same values of the matrix, on the arms that belong together.
 *
 * @param base in the known run
 * @param candidate in the other
 */
record CellPair(CellResult base, CellResult candidate) {
    /** The values of the matrix: {@code size=8, clients=32}; empty without a matrix. */
    static String place(CellResult cell) {
        return cell.axes().entrySet().stream()
                .map(axis -> axis.getKey() + "=" + axis.getValue())
                .collect(Collectors.joining(", "));
    }

    /** The pairs of two runs in the order of the candidate, and what has no partner. */
    static Pairs of(RunResult base, RunResult candidate) {
        Map<String, String> partner = partners(arms(candidate), arms(base));
        List<CellPair> pairs = new ArrayList<>();
        List<CellResult> left = new ArrayList<>(base.cells());
        List<String> notes = new ArrayList<>();
        for (CellResult cell : candidate.cells()) {
            List<CellResult> ofArm = base.cells().stream()
                    .filter(other ->
                            other.arm().label().equals(partner.get(cell.arm().label())))
                    .toList();
            Optional<CellResult> found = same(ofArm, cell).or(() -> nearest(ofArm, cell));
            if (found.isPresent()) {
                pairs.add(new CellPair(found.get(), cell));
                left.remove(found.get());
                if (!found.get().axes().equals(cell.axes())) {
                    notes.add(place(cell) + " of the candidate stands beside " + place(found.get()) + " of the base");
                }
            } else {
                notes.add("only in the candidate: " + named(cell));
            }
        }
        left.forEach(cell -> notes.add("only in the base: " + named(cell)));
        return new Pairs(pairs, notes);
    }

    private static Optional<CellResult> same(List<CellResult> base, CellResult cell) {
        return base.stream().filter(other -> other.axes().equals(cell.axes())).findFirst();
    }

    /** An arm may set a number that is an axis of the matrix: it belongs to the nearest value that is not below its own. */
    private static Optional<CellResult> nearest(List<CellResult> base, CellResult cell) {
        return base.stream()
                .filter(other -> other.axes().keySet().equals(cell.axes().keySet()))
                .filter(other -> cell.axes().entrySet().stream()
                        .allMatch(axis -> atLeast(other.axes().get(axis.getKey()), axis.getValue())))
                .filter(other -> distances(other, cell) == 1)
                .min(Comparator.comparingDouble(other -> distance(other, cell)));
    }

    private static boolean atLeast(@Nullable Object base, Object own) {
        return own.equals(base) || (base instanceof Number && own instanceof Number && number(base) >= number(own));
    }

    private static long distances(CellResult base, CellResult cell) {
        return cell.axes().entrySet().stream()
                .filter(axis -> !axis.getValue().equals(base.axes().get(axis.getKey())))
                .count();
    }

    private static double distance(CellResult base, CellResult cell) {
        return cell.axes().entrySet().stream()
                .filter(axis -> axis.getValue() instanceof Number)
                .mapToDouble(axis -> number(base.axes().get(axis.getKey())) - number(axis.getValue()))
                .sum();
    }

    private static double number(@Nullable Object value) {
        return value instanceof Number number ? number.doubleValue() : 0;
    }

    /**
     * Which cells belong together.
     *
     * @param pairs in both runs
     * @param notes which cells are in one of them only, or not beside their like, one line each
     */
    record Pairs(List<CellPair> pairs, List<String> notes) {}

    private static List<String> arms(RunResult run) {
        return run.cells().stream().map(cell -> cell.arm().label()).distinct().toList();
    }

    /** Arms of one name belong together; the single arms of two runs do, whatever their names. */
    private static Map<String, String> partners(List<String> candidate, List<String> base) {
        if (base.size() == 1 && candidate.size() == 1) {
            return Map.of(candidate.get(0), base.get(0));
        }
        return candidate.stream().filter(base::contains).collect(Collectors.toMap(label -> label, label -> label));
    }

    private static String named(CellResult cell) {
        String place = place(cell);
        return cell.arm().label() + (place.isEmpty() ? "" : " " + place);
    }
}
