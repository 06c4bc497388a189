package keepalivelab.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one run of a pool experiment counted. Immutable.
 *
 * @param figures counts by name, in the order in which a table shows them
 * @param details texts by name to show beside them, e.g. an order of ids; may differ where the figures do not
 * @param deterministic whether the figures must be the same in every run on the same pool with the same parameters,
 *     because no two threads were ever in the pool at once. Where not, a pool that shares nothing between its threads may
 *     still give the same figures each time
 */
public record PoolFigures(Map<String, Long> figures, Map<String, String> details, boolean deterministic) {
    public PoolFigures {
        figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
        details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
    }

    /**
     * The count of that name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public long figure(String name) {
        Long value = figures.get(name);
        if (value == null) {
            throw new IllegalArgumentException("no figure '" + name + "' among " + figures.keySet());
        }
        return value;
    }

    /**
     * What figures a task gives.
     *
     * @param figures names of the counts
     * @param details names of the texts
     */
    public record Names(List<String> figures, List<String> details) {
        public Names {
            figures = List.copyOf(figures);
            details = List.copyOf(details);
        }
    }
}
