package keepalivelab.proxies.embedded;

import java.util.EnumSet;
import java.util.Set;
import keepalivelab.api.Knob;

/** Which knobs the embedded proxy has. */
final class EmbeddedKnobs {
    private static final Set<Knob> KNOWN = EnumSet.of(
            Knob.WORKERS,
            Knob.WORKERS_SPREAD,
            Knob.POOL_ENABLED,
            Knob.POOL_MAX_IDLE,
            Knob.POOL_IDLE_TIMEOUT,
            Knob.POOL_MAX_REQUESTS,
            Knob.POOL_MAX_LIFETIME,
            Knob.UPSTREAM_HTTP,
            Knob.UPSTREAM_CONNECTION,
            Knob.RETRY_RULE,
            Knob.CONNECT_TIMEOUT,
            Knob.RESPONSE_TIMEOUT);

    private EmbeddedKnobs() {}

    static boolean known(Knob knob) {
        return KNOWN.contains(knob);
    }
}
