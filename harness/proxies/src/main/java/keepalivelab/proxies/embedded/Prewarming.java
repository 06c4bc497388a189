package keepalivelab.proxies.embedded;

import java.util.Set;

/** What the byte forwarder does around its queue of sockets opened ahead of need; the pool's id chooses. */
enum Prewarming {
    /** Sockets are handed over unseen, and the filler knows nothing of the backend's health. */
    UNCHECKED,
    /** Waiting sockets are watched and tested once more, and the filler heeds the backend's health and feeds it. */
    CHECKED;

    private static final String CHECKED_POOL = "prewarmed-checked";
    private static final Set<String> POOLS = Set.of("prewarmed", CHECKED_POOL);

    /** Any pool can be the queue; all but one are handled unchecked. */
    static Prewarming of(String pool) {
        return pool.equals(CHECKED_POOL) ? CHECKED : UNCHECKED;
    }

    /** Whether a pool makes sense in front of the byte forwarder only. */
    static boolean isOnlyFor(String pool) {
        return POOLS.contains(pool);
    }
}
