package keepalivelab.app.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import keepalivelab.api.PoolFigures;
import keepalivelab.app.scenario.CellWork;
import keepalivelab.report.CellDraft;
import keepalivelab.report.Series;

/**
 * The repetitions of a pool experiment as figures of a cell. A count {@code left} becomes {@code left_min} and {@code
 * left_max}, and {@code left}: the count itself where every repetition gave the same, otherwise a text, either each value
 * with how often it came, {@code 2 x17, 3 x3}, or the range of many, {@code 24 to 5734}. A text is that of the last repetition.
 *
 * @param repetitions at least one
 */
record TrialFigures(List<PoolFigures> repetitions) {
    private static final int MOST_LISTED = 4;

    TrialFigures {
        repetitions = List.copyOf(repetitions);
    }

    /** Says everything of a cell that they tell. */
    void describe(CellDraft draft) {
        PoolFigures last = repetitions.get(repetitions.size() - 1);
        for (String name : last.figures().keySet()) {
            TreeMap<Long, Long> times = times(name);
            draft.figure(name, shown(times));
            draft.figure(name + CellWork.MIN, times.firstKey());
            draft.figure(name + CellWork.MAX, times.lastKey());
        }
        last.details().forEach(draft::figure);
        draft.figure(CellWork.REPETITIONS, (long) repetitions.size());
        draft.fixedFigures(fixed());
        draft.series(series(new ArrayList<>(last.figures().keySet())));
    }

    /** Whether the experiment says that every repetition gives the same. */
    private boolean fixed() {
        return repetitions.stream().allMatch(PoolFigures::deterministic);
    }

    /** What an experiment gave in two ways although it says that it cannot. */
    List<String> contradictions() {
        if (!fixed()) {
            return List.of();
        }
        List<String> contradictions = new ArrayList<>();
        for (String name : repetitions.get(0).figures().keySet()) {
            TreeMap<Long, Long> times = times(name);
            if (times.size() > 1) {
                contradictions.add(name + " must be the same in every repetition, but was " + shown(times));
            }
        }
        return contradictions;
    }

    /** Value → how often. */
    private TreeMap<Long, Long> times(String name) {
        return repetitions.stream()
                .collect(Collectors.groupingBy(r -> r.figure(name), TreeMap::new, Collectors.counting()));
    }

    private static Object shown(TreeMap<Long, Long> times) {
        if (times.size() == 1) {
            return times.firstKey();
        }
        if (times.size() > MOST_LISTED) {
            return times.firstKey() + " to " + times.lastKey();
        }
        return times.entrySet().stream()
                .map((Map.Entry<Long, Long> e) -> e.getKey() + " x" + e.getValue())
                .collect(Collectors.joining(", "));
    }

    private Series series(List<String> names) {
        List<String> columns = new ArrayList<>(List.of("repetition"));
        columns.addAll(names);
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < repetitions.size(); i++) {
            List<Object> row = new ArrayList<>(List.of(i + 1L));
            PoolFigures figures = repetitions.get(i);
            names.forEach(name -> row.add(figures.figure(name)));
            rows.add(row);
        }
        return new Series(CellWork.REPETITIONS, columns, rows);
    }
}
