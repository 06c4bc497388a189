package keepalivelab.report.baseline;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import keepalivelab.report.BaselineComparison.Fact;
import keepalivelab.report.CellResult;
import keepalivelab.report.Frozen;
import org.jspecify.annotations.Nullable;

/**
 * What a cell counts, whatever the machine.
 *
 * @param axes axis → value of the matrix; empty for a scenario without one
 * @param exact count → value that each run gives
 * @param within count → range that the run's own ledger must explain
 */
public record BaselineCell(Map<String, Object> axes, Map<String, Object> exact, Map<String, Envelope> within) {
    public BaselineCell {
        axes = Frozen.inOrder(axes);
        exact = Frozen.inOrder(exact);
        within = Frozen.inOrder(within);
    }

    /** The axes in one line: {@code size=8, clients=8}. */
    public String name() {
        return axes.entrySet().stream()
                .map(e -> e.getKey() + "=" + e.getValue())
                .collect(Collectors.joining(", "));
    }

    /** Every count of this baseline beside the same count of a run. */
    public List<Fact> compare(CellResult cell) {
        Map<String, Object> found = CountFacts.of(cell);
        List<Fact> facts = new ArrayList<>();
        exact.forEach((name, value) -> facts.add(exactly(name, value, found.get(name))));
        unexpected(found).forEach(name -> facts.add(exactly(name, null, found.get(name))));
        within.forEach((name, envelope) -> facts.add(inside(name, envelope, found, cell)));
        return facts;
    }

    /** Members of a group that the baseline lists, such as an outcome, that only the run has. */
    private TreeSet<String> unexpected(Map<String, Object> found) {
        TreeSet<String> names = new TreeSet<>(found.keySet());
        names.removeAll(exact.keySet());
        names.removeIf(name -> exact.keySet().stream().noneMatch(known -> CountFacts.sameGroup(name, known)));
        return names;
    }

    /** A member that one side lacks counts 0 there. */
    private static Fact exactly(String name, @Nullable Object expected, @Nullable Object found) {
        Object wanted = expected == null ? Long.valueOf(0) : expected;
        Object there = found == null ? Long.valueOf(0) : found;
        return new Fact(name, wanted.toString(), there.toString(), wanted.equals(there));
    }

    private static Fact inside(String name, Envelope envelope, Map<String, Object> found, CellResult cell) {
        long onTop = CountFacts.onTop(envelope.plus(), cell);
        if (found.get(name) instanceof Long count) {
            return new Fact(name, envelope.text(onTop), count.toString(), envelope.holds(count, onTop));
        }
        return new Fact(name, envelope.text(onTop), "nothing", false);
    }
}
