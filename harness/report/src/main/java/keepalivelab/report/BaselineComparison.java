package keepalivelab.report;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The counts of a cell beside those of a committed baseline.
 *
 * @param baseline file of the baseline, below the folder of all baselines
 * @param cell which of the baseline's cells: its axes, e.g. {@code size=8, clients=8}; empty for a scenario without a matrix
 * @param facts what was compared, in the order of the baseline
 */
public record BaselineComparison(String baseline, String cell, List<Fact> facts) {
    public BaselineComparison {
        Objects.requireNonNull(baseline, "baseline");
        Objects.requireNonNull(cell, "cell");
        facts = List.copyOf(facts);
    }

    /** The facts that are not as the baseline has them. */
    public List<Fact> differences() {
        return facts.stream().filter(fact -> !fact.held()).toList();
    }

    /** The fact of that name, where it was compared. */
    public Stream<Fact> fact(String name) {
        return facts.stream().filter(fact -> fact.name().equals(name));
    }

    /**
     * One count.
     *
     * @param name as in the result's cells, e.g. {@code backend.accepts}
     * @param expected the baseline's value, or the range that baseline and ledger allow, e.g. {@code 8 to 10}
     * @param found in this run
     * @param held whether it is as expected
     */
    public record Fact(String name, String expected, String found, boolean held) {
        public Fact {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(expected, "expected");
            Objects.requireNonNull(found, "found");
        }

        /** For people: {@code backend.accepts: expected 8, found 571}. */
        public String text() {
            return name + ": expected " + expected + ", found " + found;
        }
    }
}
