package keepalivelab.proxies.traefik;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import keepalivelab.api.DurationText;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;
import keepalivelab.api.KnobStatus;
import keepalivelab.proxies.process.Directive;
import keepalivelab.proxies.process.GoRuntime;

/**
 * The neutral knobs in Traefik's words. Sources: Traefik's reference, serversTransport, and pkg/server/service/transport.go.
 *
 * @param settings what the cell sets
 */
record TraefikKnobs(KnobSettings settings) {
    private static final String NEVER = "8760h";
    /** What the other arms do by default; Traefik's own is 90 s. */
    private static final String USUAL_IDLE_TIME = "60s";
    /** Of Traefik's default transport; one in a file has 0, which Go takes for 2. */
    private static final long DEFAULT_IDLE = 200;
    /** Traefik's word for a pool that keeps nothing. */
    private static final long NOTHING = -1;

    static final Map<Knob, KnobStatus> CAPABILITIES = Collections.unmodifiableMap(new EnumMap<>(Map.ofEntries(
            Map.entry(Knob.WORKERS, KnobStatus.EMULATED),
            Map.entry(Knob.WORKERS_MODEL, KnobStatus.APPLIED),
            Map.entry(Knob.ROLE, KnobStatus.APPLIED),
            Map.entry(Knob.POOL_ENABLED, KnobStatus.APPLIED),
            Map.entry(Knob.POOL_MAX_IDLE, KnobStatus.APPLIED),
            Map.entry(Knob.POOL_IDLE_TIMEOUT, KnobStatus.APPLIED),
            Map.entry(Knob.UPSTREAM_HTTP, KnobStatus.APPLIED),
            Map.entry(Knob.RETRY_RULE, KnobStatus.APPLIED),
            Map.entry(Knob.CONNECT_TIMEOUT, KnobStatus.APPLIED),
            Map.entry(Knob.RESPONSE_TIMEOUT, KnobStatus.EMULATED))));

    /** How many idle connections are kept; 0 is Go's own default. */
    long maxIdle() {
        if (settings.text(Knob.POOL_ENABLED).orElse("").equals("no")) {
            return NOTHING;
        }
        return switch (settings.text(Knob.POOL_MAX_IDLE).orElse("")) {
            case "" -> DEFAULT_IDLE;
            case Knob.NATIVE -> 0;
            case Knob.NONE -> GoRuntime.UNREACHED;
            case "0" -> NOTHING;
            default -> settings.count(Knob.POOL_MAX_IDLE).orElseThrow();
        };
    }

    /** What is written for a knob, whether the cell sets it or not. */
    Directive directive(Knob knob) {
        return settings.text(knob).map(value -> forValue(knob, value)).orElseGet(() -> Directive.applied(unset(knob)));
    }

    private static String unset(Knob knob) {
        return knob == Knob.POOL_IDLE_TIMEOUT ? "idleConnTimeout: " + USUAL_IDLE_TIME : "";
    }

    private Directive forValue(Knob knob, String value) {
        return switch (knob) {
            case WORKERS -> GoRuntime.workers(value);
            case POOL_ENABLED -> Directive.applied("");
            case POOL_MAX_IDLE ->
                value.equals(Knob.NONE)
                        ? Directive.emulated("", "a number that no run reaches")
                        : Directive.applied("");
            case POOL_MAX_TOTAL ->
                value.equals(Knob.NONE)
                        ? Directive.applied("")
                        : Directive.unsupported("Traefik has no cap on connections");
            case POOL_IDLE_TIMEOUT -> limit("idleConnTimeout", value);
            case RETRY_RULE -> GoRuntime.retryRule(value);
            case CONNECT_TIMEOUT -> limit("dialTimeout", value);
            case RESPONSE_TIMEOUT -> responseTimeout(value);
            default -> GoRuntime.fixed("Traefik", knob, value);
        };
    }

    private static Directive responseTimeout(String value) {
        return Directive.emulated(
                limit("responseHeaderTimeout", value).text(),
                "Traefik limits the wait for the head of the response only");
    }

    private static Directive limit(String name, String value) {
        return value.equals(Knob.NONE)
                ? Directive.emulated(name + ": " + NEVER, "a time that no run reaches")
                : Directive.applied(name + ": "
                        + DurationText.parse(value).map(Duration::toNanos).orElseThrow() + "ns");
    }
}
