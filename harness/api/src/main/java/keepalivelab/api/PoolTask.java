package keepalivelab.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A pool experiment as a scenario asks for it.
 *
 * @param experiment id of the experiment, e.g. {@code pool-overfill}
 * @param parameters values other than the experiment's own defaults, by name, in the order of the scenario
 */
public record PoolTask(String experiment, Map<String, String> parameters) {
    public PoolTask {
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    }
}
