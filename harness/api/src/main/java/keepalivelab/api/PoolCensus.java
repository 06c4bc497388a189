package keepalivelab.api;

/**
 * What a pool holds at one moment, for experiments and tests; no part of handling a request. Exact when no other thread is
 * in the pool.
 *
 * @param idle idle connections that a lease can still find
 * @param orphans those of them that the pool's own eviction has lost sight of, so that only a lease or a removal can end
 *     them; 0 in a sound pool
 * @param staleEntries eviction records whose connection is no longer idle; 0 in a sound pool
 * @param groups keys for which the pool keeps storage, whether or not anything is idle under them
 */
public record PoolCensus(int idle, int orphans, int staleEntries, int groups) {
    public PoolCensus {
        if (idle < 0 || orphans < 0 || orphans > idle || staleEntries < 0 || groups < 0) {
            throw new IllegalArgumentException("census of " + idle + " idle, " + orphans + " orphans, " + staleEntries
                    + " stale, " + groups + " groups");
        }
    }
}
