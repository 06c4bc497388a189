package keepalivelab.report.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import keepalivelab.report.CellResult;
import keepalivelab.report.RunResult;

/**
 * A cell in both runs: the same values of the matrix, on the arms that belong together.
 *
 * @param base in the known run
 * @param candidate in the other
 */
record CellPair(CellResult base, CellResult candidate) {
    /** The values of the matrix: {@code size=8, clients=32}; empty without a matrix. */
    String place() {
        return place(base);
    }

    static String place(CellResult cell) {
        return cell.axes().entrySet().stream()
                .map(axis -> axis.getKey() + "=" + axis.getValue())
                .collect(Collectors.joining(", "));
    }

    /** The pairs of two runs in the order of the base, and what has no partner. */
    static Pairs of(RunResult base, RunResult candidate) {
        Map<String, String> partner = partners(arms(base), arms(candidate));
        List<CellPair> pairs = new ArrayList<>();
        List<CellResult> left = new ArrayList<>(candidate.cells());
        List<String> alone = new ArrayList<>();
        for (CellResult cell : base.cells()) {
            String arm = partner.get(cell.arm().label());
            left.stream()
                    .filter(other -> other.arm().label().equals(arm) && other.axes().equals(cell.axes()))
                    .findFirst()
                    .ifPresentOrElse(
                            other -> {
                                pairs.add(new CellPair(cell, other));
                                left.remove(other);
                            },
                            () -> alone.add("only in the base: " + named(cell)));
        }
        left.forEach(cell -> alone.add("only in the candidate: " + named(cell)));
        return new Pairs(pairs, alone);
    }

    /**
     * Which cells belong together.
     *
     * @param pairs in both runs
     * @param alone in one of them only, one line each
     */
    record Pairs(List<CellPair> pairs, List<String> alone) {}

    private static List<String> arms(RunResult run) {
        return run.cells().stream().map(cell -> cell.arm().label()).distinct().toList();
    }

    /** Arms of one name belong together; the single arms of two runs do, whatever their names. */
    private static Map<String, String> partners(List<String> base, List<String> candidate) {
        if (base.size() == 1 && candidate.size() == 1) {
            return Map.of(base.get(0), candidate.get(0));
        }
        Map<String, String> partners = new LinkedHashMap<>();
        base.stream().filter(candidate::contains).forEach(label -> partners.put(label, label));
        return partners;
    }

    private static String named(CellResult cell) {
        String place = place(cell);
        return cell.arm().label() + (place.isEmpty() ? "" : " " + place);
    }
}
