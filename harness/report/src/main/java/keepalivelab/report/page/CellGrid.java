package keepalivelab.report.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import keepalivelab.report.BackendCounts;
import keepalivelab.report.Verdict;

/**
 * The measured cells of one scenario: sources side by side, places of the matrix below one another.
 *
 * @param cells of all runs and arms, in their order
 */
record CellGrid(List<ShownCell> cells) {
    CellGrid {
        cells = List.copyOf(cells);
    }

    /** Cells in which something was measured that can be trusted. */
    List<ShownCell> measured() {
        return cells.stream()
                .filter(shown ->
                        shown.cell().verdict().measured() && shown.cell().verdict() != Verdict.VOID)
                .toList();
    }

    /** Runs and arms, in order. */
    List<String> sources() {
        return cells.stream().map(ShownCell::source).distinct().toList();
    }

    /** Places of the matrix, in order. */
    List<Map<String, Object>> places() {
        return cells.stream().map(shown -> shown.cell().axes()).distinct().toList();
    }

    /** Axes that have more than one value, in order. */
    List<String> axes() {
        Set<String> all = new LinkedHashSet<>();
        cells.forEach(shown -> all.addAll(shown.cell().axes().keySet()));
        return all.stream().filter(axis -> values(axis).size() > 1).toList();
    }

    /** The values of an axis, in order. */
    List<String> values(String axis) {
        return cells.stream()
                .flatMap(shown -> Optional.ofNullable(shown.cell().axes().get(axis)).stream())
                .map(ShownCell::text)
                .distinct()
                .toList();
    }

    /** The measured cells of some places: all of them if they are few, else those of the least and of the most reuse. */
    List<ShownCell> telling(int most) {
        List<ShownCell> all = measured();
        if (all.size() <= most) {
            return all;
        }
        List<ShownCell> withReuse =
                all.stream().filter(shown -> reuse(shown).isPresent()).toList();
        Comparator<ShownCell> byReuse =
                Comparator.comparingDouble(shown -> reuse(shown).orElse(0.0));
        Set<Map<String, Object>> chosen = new LinkedHashSet<>();
        withReuse.stream()
                .min(byReuse)
                .ifPresent(shown -> chosen.add(shown.cell().axes()));
        withReuse.stream()
                .max(byReuse)
                .ifPresent(shown -> chosen.add(shown.cell().axes()));
        List<ShownCell> telling = new ArrayList<>(all.stream()
                .filter(shown -> chosen.contains(shown.cell().axes()))
                .toList());
        return telling.subList(0, Math.min(most, telling.size()));
    }

    /** Says which cells {@link #telling} chose; empty where it was all. */
    String choice(List<ShownCell> told) {
        return told.size() == measured().size() ? "" : "Shown are the cells with the least and with the most reuse. ";
    }

    /** The cell of a source at a place. */
    Stream<ShownCell> at(Map<String, Object> place) {
        return cells.stream().filter(shown -> shown.cell().axes().equals(place));
    }

    private static Optional<Double> reuse(ShownCell shown) {
        return Optional.ofNullable(shown.cell().backend()).map(BackendCounts::reuseRatio);
    }
}
