package keepalivelab.proxies.caddy;

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
 * The neutral knobs in Caddy's words. Sources: Caddy's reverseproxy module (httptransport.go, caddyfile.go).
 *
 * @param settings what the cell sets
 */
record CaddyKnobs(KnobSettings settings) {
    private static final String NEVER = "8760h";
    /** What the other arms do by default; Caddy's own is 2 minutes. */
    private static final String USUAL_IDLE_TIME = "60s";

    static final Map<Knob, KnobStatus> CAPABILITIES = Collections.unmodifiableMap(new EnumMap<>(Map.ofEntries(
            Map.entry(Knob.WORKERS, KnobStatus.EMULATED),
            Map.entry(Knob.WORKERS_MODEL, KnobStatus.APPLIED),
            Map.entry(Knob.ROLE, KnobStatus.APPLIED),
            Map.entry(Knob.POOL_ENABLED, KnobStatus.APPLIED),
            Map.entry(Knob.POOL_MAX_IDLE, KnobStatus.APPLIED),
            Map.entry(Knob.POOL_MAX_TOTAL, KnobStatus.APPLIED),
            Map.entry(Knob.POOL_IDLE_TIMEOUT, KnobStatus.APPLIED),
            Map.entry(Knob.UPSTREAM_HTTP, KnobStatus.APPLIED),
            Map.entry(Knob.UPSTREAM_CONNECTION, KnobStatus.APPLIED),
            Map.entry(Knob.RETRY_RULE, KnobStatus.APPLIED),
            Map.entry(Knob.CONNECT_TIMEOUT, KnobStatus.APPLIED),
            Map.entry(Knob.RESPONSE_TIMEOUT, KnobStatus.APPLIED))));

    /** The line that says whether connections are kept, and for how long: Caddy has one word for both. */
    String keepalive() {
        boolean off = settings.text(Knob.POOL_ENABLED).orElse("").equals("no")
                || settings.text(Knob.POOL_MAX_IDLE).orElse("").equals("0")
                || settings.text(Knob.UPSTREAM_CONNECTION).orElse("").equals("close");
        if (off) {
            return "keepalive off";
        }
        return settings.isNative(Knob.POOL_IDLE_TIMEOUT)
                ? ""
                : "keepalive "
                        + settings.text(Knob.POOL_IDLE_TIMEOUT)
                                .map(CaddyKnobs::time)
                                .orElse(USUAL_IDLE_TIME);
    }

    /** What is written for a knob, whether the cell sets it or not. */
    Directive directive(Knob knob) {
        return settings.text(knob).map(value -> forValue(knob, value)).orElseGet(() -> Directive.applied(""));
    }

    private Directive forValue(Knob knob, String value) {
        return switch (knob) {
            case WORKERS -> GoRuntime.workers(value);
            case POOL_ENABLED, UPSTREAM_CONNECTION -> Directive.applied("");
            case POOL_MAX_IDLE -> maxIdle(value);
            case POOL_MAX_TOTAL -> Directive.applied(value.equals(Knob.NONE) ? "" : "max_conns_per_host " + value);
            case POOL_IDLE_TIMEOUT ->
                value.equals(Knob.NONE) ? Directive.emulated("", "a time that no run reaches") : Directive.applied("");
            case RETRY_RULE -> GoRuntime.retryRule(value);
            case CONNECT_TIMEOUT -> limit("dial_timeout", value);
            case RESPONSE_TIMEOUT -> limit("read_timeout", value);
            default -> GoRuntime.fixed("Caddy", knob, value);
        };
    }

    /** Go takes 0 for its default; a pool that keeps nothing is one that is off. */
    private static Directive maxIdle(String value) {
        return switch (value) {
            case Knob.NONE ->
                Directive.emulated(
                        "keepalive_idle_conns_per_host " + GoRuntime.UNREACHED, "a number that no run reaches");
            case "0" -> Directive.applied("");
            default -> Directive.applied("keepalive_idle_conns_per_host " + value);
        };
    }

    private static Directive limit(String name, String value) {
        return value.equals(Knob.NONE)
                ? Directive.emulated(name + " " + NEVER, "a time that no run reaches")
                : Directive.applied(name + " " + time(value));
    }

    /** Go's durations go down to the nanosecond. */
    private static String time(String value) {
        return value.equals(Knob.NONE)
                ? NEVER
                : DurationText.parse(value).map(Duration::toNanos).orElseThrow() + "ns";
    }
}
