package keepalivelab.api;

/**
 * The side of a pool's user that learns what the pool does by itself. Called on the thread that called the pool,
 * while the pool holds no lock: the holder may close a connection or use the pool meanwhile, here or on another thread.
 *
 * <p>Two calls, because in a pool with stale entries they can concern different connections: the notice goes to the one
 * that the pool meant to evict, the drop to the one that really left.
 *
 * @param <C> the connection
 */
public interface PoolHolder<C> {
    /**
     * The pool evicted the entry that was released as this connection, which may have been leased again long ago. In a
     * sound pool this comes right before the drop of the same connection for {@link EvictionCause#FULL}, and never
     * otherwise.
     */
    default void evictionNotice(C connection) {}

    /** The pool let go of this idle connection without a lease: it must be closed. */
    void dropped(C connection, EvictionCause cause);
}
