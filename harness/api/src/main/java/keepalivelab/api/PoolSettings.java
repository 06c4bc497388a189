package keepalivelab.api;

import java.util.Map;

/**
 * What a pool is made with.
 *
 * @param maxIdle idle connections to keep, at least 0; a pool with a scope below the process (thread, worker) applies it
 *     per scope, as its documentation says
 * @param workers worker threads that will use the pool, at least 1
 * @param options further settings by name, for pools that have any; empty for most
 */
public record PoolSettings(int maxIdle, int workers, Map<String, String> options) {
    public PoolSettings {
        if (maxIdle < 0) {
            throw new IllegalArgumentException("maxIdle " + maxIdle + " is below 0");
        }
        if (workers < 1) {
            throw new IllegalArgumentException("workers " + workers + " is below 1");
        }
        options = Map.copyOf(options);
    }

    /** Settings without options. */
    public static PoolSettings of(int maxIdle, int workers) {
        return new PoolSettings(maxIdle, workers, Map.of());
    }
}
