package keepalivelab.proxies.embedded;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** What the embedded proxy counts by itself, for the cross-check with the backend's ledger. Warm-up routes are not in it. */
enum Counter {
    /** Client connections taken. */
    DOWNSTREAM_ACCEPTS,
    /** Requests forwarded, each once whatever was retried. */
    REQUESTS,
    /** Upstream connections that were begun for a request, or for a client of the byte forwarder. */
    DIALS,
    /** Those of them that failed. */
    DIAL_FAILURES,
    /** Leases from the pool that carried a request. */
    REUSES,
    /** Leased connections that turned out to be closed, or to hold bytes nobody asked for. */
    BAD_LEASES,
    /** Leases that moved a connection from one worker's loop to another's. */
    MOVES,
    RETRIES,
    /** Connections the pool let go of for want of room. */
    EVICTIONS,
    /** Close notices of the pool, which need not concern the connection that left. */
    EVICTION_NOTICES,
    /** Connections that were not kept because pooling is off, or the pool keeps nothing. */
    NOT_KEPT,
    CLOSED_IDLE_TIMEOUT,
    CLOSED_MAX_REQUESTS,
    CLOSED_MAX_LIFETIME,
    /** Connections the upstream closed while they were idle. */
    CLOSED_BY_PEER,
    /** Connections closed because bytes came that belong to no request. */
    CLOSED_SURPLUS,
    /** Connections whose last exchange was incomplete or said close. */
    CLOSED_NOT_REUSABLE,
    /** Upstream closes before a complete response head. */
    EARLY_CLOSES,
    RESPONSE_TIMEOUTS,
    /** Dials that the byte forwarder began ahead of need. */
    PREWARM_DIALS,
    /** Those of them that became a waiting socket. */
    PREWARM_FILLS,
    /** Those of them that failed. */
    PREWARM_FILL_FAILURES,
    /** Clients of the byte forwarder that got a socket opened ahead. */
    PREWARM_HITS,
    /** Clients of the byte forwarder for whom no socket waited. */
    PREWARM_MISSES,
    /** Forwarded connections on which a side was reset, or the upstream was dead before the client's first byte. */
    COPY_ERRORS,
    /** Those of them whose upstream was opened ahead. */
    COPY_ERRORS_PREWARMED,
    /** Responses that were cut short because the upstream failed within them. */
    TRUNCATIONS,
    CLIENT_ABORTS,
    /** Requests that a client library ended with an exception. */
    LIBRARY_ERRORS;

    /** What is counted in front of a client library: everything else happens inside of it. */
    static final Set<Counter> OF_CLIENTS =
            Collections.unmodifiableSet(EnumSet.of(DOWNSTREAM_ACCEPTS, REQUESTS, CLIENT_ABORTS, LIBRARY_ERRORS));

    /** What is counted where the upstream connections are ours. */
    static final Set<Counter> OF_POOLS = Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(LIBRARY_ERRORS)));

    /** The name in {@code /-counters} and results, e.g. {@code closed_idle_timeout}. */
    String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
