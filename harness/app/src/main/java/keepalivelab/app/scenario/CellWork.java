package keepalivelab.app.scenario;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import keepalivelab.api.PoolFigures;
import keepalivelab.api.PoolTask;
import keepalivelab.load.LoadPlan;

/** What is done in a cell. Immutable. */
public sealed interface CellWork {
    /** Suffix of the smallest value of a figure over all repetitions. */
    String MIN = "_min";
    /** Suffix of the largest value of a figure over all repetitions. */
    String MAX = "_max";
    /** Figure that says how often the experiment was done. */
    String REPETITIONS = "repetitions";

    /** The names of all figures that the cell's result will have; empty where that is not known before the run. */
    Optional<Set<String>> figureNames();

    /**
     * Requests through a proxy to the counting backend.
     *
     * @param load what is sent
     * @param after what is noted when the last request has ended, in order
     */
    record Traffic(LoadPlan load, List<AfterStep> after) implements CellWork {
        public Traffic {
            after = List.copyOf(after);
        }

        @Override
        public Optional<Set<String>> figureNames() {
            Set<String> names = new LinkedHashSet<>();
            after.forEach(step -> names.add(step.as()));
            return names.isEmpty() ? Optional.empty() : Optional.of(names);
        }
    }

    /**
     * A pool experiment, without proxy, backend or sockets.
     *
     * @param task the experiment with its parameters
     * @param repeat how often, each time on a fresh pool; at least 1
     * @param names what it counts; without names where that is not known before the run
     */
    record PoolTrials(PoolTask task, int repeat, PoolFigures.Names names) implements CellWork {
        @Override
        public Optional<Set<String>> figureNames() {
            if (names.figures().isEmpty()) {
                return Optional.empty();
            }
            Set<String> all = new LinkedHashSet<>();
            for (String figure : names.figures()) {
                all.addAll(List.of(figure, figure + MIN, figure + MAX));
            }
            all.addAll(names.details());
            all.add(REPETITIONS);
            return Optional.of(all);
        }
    }
}
