package keepalivelab.proxies.envoy;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import keepalivelab.api.DurationText;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;
import keepalivelab.api.KnobStatus;
import keepalivelab.proxies.process.Directive;

/**
 * The neutral knobs in Envoy's words. Sources: Envoy's API documents, circuit_breaker.proto, cluster.proto, protocol.proto
 * and route_components.proto.
 *
 * @param settings what the cell sets
 */
record EnvoyKnobs(KnobSettings settings) {
    static final String ONE_REQUEST = "max_requests_per_connection: 1";
    static final String SAFE_METHODS = "headers: [{name: \":method\", string_match: {safe_regex: {regex:"
            + " \"GET|HEAD|PUT|DELETE|OPTIONS|TRACE\"}}}]";

    /** The largest number that Envoy's 32 bits hold. */
    private static final long NO_CAP = 4_294_967_295L;

    private static final String SILENCE = "60s";

    static final Map<Knob, KnobStatus> CAPABILITIES = Collections.unmodifiableMap(new EnumMap<>(Map.ofEntries(
            Map.entry(Knob.WORKERS, KnobStatus.APPLIED),
            Map.entry(Knob.ROLE, KnobStatus.APPLIED),
            Map.entry(Knob.POOL_ENABLED, KnobStatus.APPLIED),
            Map.entry(Knob.POOL_MAX_IDLE, KnobStatus.EMULATED),
            Map.entry(Knob.POOL_MAX_TOTAL, KnobStatus.APPLIED),
            Map.entry(Knob.POOL_IDLE_TIMEOUT, KnobStatus.APPLIED),
            Map.entry(Knob.POOL_MAX_REQUESTS, KnobStatus.APPLIED),
            Map.entry(Knob.POOL_MAX_REQUESTS_EMULATE, KnobStatus.APPLIED),
            Map.entry(Knob.POOL_MAX_LIFETIME, KnobStatus.APPLIED),
            Map.entry(Knob.POOL_SHARE, KnobStatus.EMULATED),
            Map.entry(Knob.UPSTREAM_HTTP, KnobStatus.APPLIED),
            Map.entry(Knob.RETRY_RULE, KnobStatus.EMULATED),
            Map.entry(Knob.CONNECT_TIMEOUT, KnobStatus.APPLIED),
            Map.entry(Knob.RESPONSE_TIMEOUT, KnobStatus.EMULATED))));

    /** Whether connections are kept at all. */
    boolean pools() {
        return !settings.text(Knob.POOL_ENABLED).orElse("yes").equals("no");
    }

    /** The cap on connections: of what is said about idle and about all ones the smaller; empty where Envoy's own holds. */
    OptionalLong connections() {
        LongStream said = LongStream.of();
        for (Knob knob : new Knob[] {Knob.POOL_MAX_IDLE, Knob.POOL_MAX_TOTAL}) {
            boolean none = settings.text(knob).orElse("").equals(Knob.NONE);
            said = LongStream.concat(said, none ? LongStream.of(NO_CAP) : settings.count(knob).stream());
        }
        return said.filter(cap -> cap > 0).min();
    }

    /** What is written for a knob, whether the cell sets it or not. */
    Directive directive(Knob knob) {
        return settings.text(knob).map(value -> forValue(knob, value)).orElseGet(() -> Directive.applied(unset(knob)));
    }

    private static String unset(Knob knob) {
        return switch (knob) {
            case WORKERS -> "1";
            case RESPONSE_TIMEOUT -> "idle_timeout: " + SILENCE;
            default -> "";
        };
    }

    private Directive forValue(Knob knob, String value) {
        return switch (knob) {
            case WORKERS -> workers(value);
            case ROLE -> role(value);
            case POOL_ENABLED, POOL_MAX_TOTAL, POOL_MAX_REQUESTS_EMULATE -> Directive.applied("");
            case POOL_MAX_IDLE -> maxIdle(value);
            case POOL_IDLE_TIMEOUT -> orNever("idle_timeout", value);
            case POOL_MAX_REQUESTS -> maxRequests(value);
            case POOL_MAX_LIFETIME ->
                value.equals(Knob.NONE) ? Directive.applied("") : time("max_connection_duration", value);
            case POOL_SHARE -> share(value);
            case RETRY_RULE -> retry(value);
            case CONNECT_TIMEOUT -> connectTimeout(value);
            case RESPONSE_TIMEOUT -> responseTimeout(value);
            default -> fixed(knob, value);
        };
    }

    private static Directive workers(String value) {
        return value.equals(Knob.NONE)
                ? Directive.unsupported("Envoy needs a number of worker threads")
                : Directive.applied(value);
    }

    private static Directive role(String value) {
        return value.equals("http")
                ? Directive.applied("")
                : Directive.unsupported("this driver runs Envoy as an HTTP proxy only");
    }

    private Directive maxIdle(String value) {
        if (value.equals("0")) {
            return Directive.unsupported("Envoy caps all connections, and of those it needs at least one");
        }
        if (!pools()) {
            return Directive.emulated("", "bounds nothing but the connections in use: pool.enabled=no");
        }
        return Directive.emulated(
                "", "Envoy caps all connections instead of the idle ones (max_connections); what is above it waits");
    }

    private static Directive maxRequests(String value) {
        return Directive.applied(value.equals(Knob.NONE) ? "" : "max_requests_per_connection: " + value);
    }

    private static Directive share(String value) {
        return switch (value) {
            case "always" -> Directive.applied("");
            case "never" ->
                Directive.emulated(
                        "connection_pool_per_downstream_connection: true",
                        "each client connection has a pool of its own");
            default -> Directive.unsupported("Envoy shares its connections always or never");
        };
    }

    private static Directive retry(String value) {
        String policy = "retry_policy: {retry_on: reset, num_retries: 1}";
        return switch (value) {
            case "none" -> Directive.applied("");
            case "idempotent-on-reused" ->
                Directive.emulated(
                        policy,
                        "Envoy sends GET, HEAD, PUT, DELETE, OPTIONS and TRACE again once, on new connections, too");
            default ->
                Directive.emulated(policy, "Envoy sends requests of any method again once, on new connections, too");
        };
    }

    private static Directive connectTimeout(String value) {
        return value.equals(Knob.NONE)
                ? Directive.emulated("connect_timeout: 31536000s", "a time that no run reaches")
                : time("connect_timeout", value);
    }

    private static Directive responseTimeout(String value) {
        Directive silence = orNever("idle_timeout", value);
        return silence.isUnsupported()
                ? silence
                : Directive.emulated(silence.text(), "Envoy limits how long nothing passes in either direction");
    }

    /** Zero is Envoy's word for never. */
    private static Directive orNever(String name, String value) {
        return value.equals(Knob.NONE) ? Directive.applied(name + ": 0s") : time(name, value);
    }

    private static Directive time(String name, String value) {
        Duration duration = DurationText.parse(value).orElseThrow();
        if (duration.toNanos() % 1_000_000 != 0) {
            return Directive.unsupported("Envoy takes whole milliseconds");
        }
        return Directive.applied(
                String.format(Locale.ROOT, "%s: %d.%03ds", name, duration.toSeconds(), duration.toMillisPart()));
    }

    /** Values that need no line because Envoy is never otherwise. */
    private static Directive fixed(Knob knob, String value) {
        String own = switch (knob) {
            case WORKERS_MODEL -> "pinned";
            case POOL_MIN_IDLE -> "0";
            case UPSTREAM_TLS -> "no";
            case UPSTREAM_HTTP -> "1.1";
            case UPSTREAM_CONNECTION -> "none";
            default -> "";
        };
        return value.equals(own)
                ? Directive.applied("")
                : Directive.unsupported("Envoy has no such setting" + (own.isEmpty() ? "" : "; it is always " + own));
    }
}
