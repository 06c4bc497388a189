package keepalivelab.proxies.embedded;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import keepalivelab.api.InputException;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;
import keepalivelab.api.KnobStatus;

/** Which knobs the embedded proxy has. */
final class EmbeddedKnobs {
    private static final Set<Knob> KNOWN = EnumSet.of(
            Knob.WORKERS,
            Knob.WORKERS_MODEL,
            Knob.WORKERS_SPREAD,
            Knob.WORKERS_IO,
            Knob.ROLE,
            Knob.POOL_ENABLED,
            Knob.POOL_MAX_IDLE,
            Knob.POOL_IDLE_TIMEOUT,
            Knob.POOL_MAX_REQUESTS,
            Knob.POOL_MAX_LIFETIME,
            Knob.POOL_MIN_IDLE,
            Knob.POOL_REFILL_INTERVAL,
            Knob.UPSTREAM_HTTP,
            Knob.UPSTREAM_CONNECTION,
            Knob.RETRY_RULE,
            Knob.CONNECT_TIMEOUT,
            Knob.RESPONSE_TIMEOUT);

    /** Knobs it has not, but of which one value says what it does anyway. */
    private static final Set<Knob> DEFAULT_HOLDS =
            EnumSet.of(Knob.POOL_SHARE, Knob.POOL_MAX_TOTAL, Knob.POOL_MAX_REQUESTS_EMULATE);

    private EmbeddedKnobs() {}

    /**
     * Checks what single knobs cannot.
     *
     * @throws InputException if a setting needs another one
     */
    static void checkTogether(EmbeddedConfig config) {
        String role = config.value(Knob.ROLE);
        if (!role.equals("l4") && config.count(Knob.POOL_MIN_IDLE).orElse(0) > 0) {
            throw new InputException("embedded: " + Knob.POOL_MIN_IDLE.key() + " above 0 needs role=l4");
        }
        if (!role.equals("l4") && Prewarming.isOnlyFor(config.pool())) {
            throw new InputException("embedded: pool " + config.pool() + " needs role=l4");
        }
        if (!role.equals("answer")) {
            onlyAnswering(config, Knob.WORKERS_MODEL, "stealing");
            onlyAnswering(config, Knob.WORKERS_IO, "accepting-loop");
        }
    }

    private static void onlyAnswering(EmbeddedConfig config, Knob knob, String value) {
        if (config.value(knob).equals(value)) {
            throw new InputException("embedded: " + knob.key() + "=" + value + " needs role=answer");
        }
    }

    static boolean known(Knob knob) {
        return KNOWN.contains(knob);
    }

    static KnobStatus status(Knob knob) {
        return known(knob) ? KnobStatus.APPLIED : KnobStatus.UNSUPPORTED;
    }

    private static KnobStatus status(Knob knob, KnobSettings settings) {
        if (settings.isNative(knob)) {
            return KnobStatus.NATIVE;
        }
        boolean holdsAnyway = DEFAULT_HOLDS.contains(knob)
                && settings.text(knob).filter(knob.embeddedDefault()::equals).isPresent();
        return holdsAnyway ? KnobStatus.APPLIED : status(knob);
    }

    /**
     * What becomes of each knob that is set.
     *
     * @throws InputException for one that the embedded proxy has not, unless it is optional
     */
    static Map<Knob, KnobStatus> statuses(KnobSettings settings) {
        EnumMap<Knob, KnobStatus> statuses = new EnumMap<>(Knob.class);
        for (Knob knob : settings.values().keySet()) {
            KnobStatus status = status(knob, settings);
            if (status == KnobStatus.UNSUPPORTED && !settings.optional().contains(knob)) {
                throw new InputException(
                        "embedded: knob " + knob.key() + " is not supported; mark it optional to run without it");
            }
            statuses.put(knob, status);
        }
        return statuses;
    }
}
