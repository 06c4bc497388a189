package keepalivelab.api;

import org.jspecify.annotations.Nullable;

/**
 * Stores idle upstream connections between requests. A pool never opens, reads or closes a connection and never waits, so
 * it is plain synchronous code that a test drives with integers.
 *
 * <p>An entry is a connection under a {@code key} (which upstream it leads to) and an {@code id} (which may be used again
 * after the connection is gone, as file descriptors are). Thread-safe unless the implementation says otherwise.
 *
 * @param <C> the connection; any type
 */
public interface UpstreamPool<C> {
    /**
     * Takes an idle connection out of the pool.
     *
     * @param key which upstream
     * @return the connection, or null where none is idle for this key (the caller then opens one)
     */
    @Nullable
    C lease(long key);

    /**
     * Gives a connection back for reuse. Whatever must leave for it, or this connection itself where there is no room, goes
     * to the pool's {@link PoolHolder} before this method returns.
     */
    void release(long key, int id, C connection);

    /**
     * Forgets an idle connection because its holder saw it end: closed by the peer, or idle too long.
     *
     * @return whether the pool still held it; false where a lease was faster (the caller must then not close it)
     */
    boolean remove(long key, int id, C connection);

    /** Number of idle connections held now. Exact when no other thread is in the pool. */
    int idleCount();

    /** What it holds, in more detail than {@link #idleCount()}; may look at everything, so not for the hot path. */
    PoolCensus census();
}
