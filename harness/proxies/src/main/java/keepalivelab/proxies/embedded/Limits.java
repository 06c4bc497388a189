package keepalivelab.proxies.embedded;

import keepalivelab.api.Knob;

/**
 * Limits on upstream connections, in nanoseconds or requests; {@link #NONE} for no limit.
 *
 * @param maxRequests requests on one connection
 * @param idleNanos idle time
 * @param lifetimeNanos age after which it is not used again
 * @param connectNanos dialling
 * @param responseNanos between bytes of a response, the first one counted from the request's end
 */
record Limits(long maxRequests, long idleNanos, long lifetimeNanos, long connectNanos, long responseNanos) {
    /** Far enough away for ever, and near enough for sums of instants not to wrap around. */
    static final long NONE = Long.MAX_VALUE / 4;

    static Limits of(EmbeddedConfig config) {
        return new Limits(
                config.count(Knob.POOL_MAX_REQUESTS).orElse(NONE),
                nanos(config, Knob.POOL_IDLE_TIMEOUT),
                nanos(config, Knob.POOL_MAX_LIFETIME),
                nanos(config, Knob.CONNECT_TIMEOUT),
                nanos(config, Knob.RESPONSE_TIMEOUT));
    }

    private static long nanos(EmbeddedConfig config, Knob knob) {
        return config.duration(knob).map(java.time.Duration::toNanos).orElse(NONE);
    }
}
