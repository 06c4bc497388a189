package keepalivelab.proxies.squid;

import java.util.EnumMap;
import java.util.Map;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;
import keepalivelab.api.KnobStatus;
import keepalivelab.proxies.process.Directive;
import keepalivelab.proxies.process.FixedKnobs;
import keepalivelab.proxies.process.StepTime;

/**
 * The neutral knobs in Squid's words. Source: its documented configuration file; what its retries and its limits do is
 * measured. A knob that is not set is left to Squid.
 *
 * @param settings what the cell sets
 */
record SquidKnobs(KnobSettings settings) {
    private static final StepTime IDLE = StepTime.seconds(
            "server_idle_pconn_timeout", seconds -> "server_idle_pconn_timeout " + seconds + " seconds");
    private static final StepTime CONNECT =
            StepTime.seconds("connect-timeout", seconds -> " connect-timeout=" + seconds);
    private static final StepTime RESPONSE =
            StepTime.seconds("read_timeout", seconds -> "read_timeout " + seconds + " seconds");

    private static final FixedKnobs FIXED = new FixedKnobs(
            "Squid",
            Map.of(
                    Knob.WORKERS, "1",
                    Knob.WORKERS_MODEL, "pinned",
                    Knob.ROLE, "http",
                    Knob.POOL_MIN_IDLE, "0",
                    Knob.POOL_MAX_REQUESTS, Knob.NONE,
                    Knob.POOL_MAX_REQUESTS_EMULATE, "no",
                    Knob.UPSTREAM_HTTP, "1.1",
                    Knob.UPSTREAM_TLS, "no"));

    /** What it can do at all; single values may be refused even so. */
    static Map<Knob, KnobStatus> capabilities() {
        return new EnumMap<>(Map.of(
                Knob.WORKERS, KnobStatus.APPLIED,
                Knob.POOL_ENABLED, KnobStatus.APPLIED,
                Knob.POOL_MAX_TOTAL, KnobStatus.EMULATED,
                Knob.POOL_IDLE_TIMEOUT, KnobStatus.APPLIED,
                Knob.UPSTREAM_CONNECTION, KnobStatus.APPLIED,
                Knob.RETRY_RULE, KnobStatus.EMULATED,
                Knob.CONNECT_TIMEOUT, KnobStatus.APPLIED,
                Knob.RESPONSE_TIMEOUT, KnobStatus.APPLIED));
    }

    /** The line by which no connection is kept; empty where they are. */
    String connection() {
        boolean off = settings.text(Knob.POOL_ENABLED).map("no"::equals).orElse(false)
                || settings.text(Knob.UPSTREAM_CONNECTION).map("close"::equals).orElse(false)
                || settings.count(Knob.POOL_MAX_IDLE).orElse(1) == 0;
        return off ? "server_persistent_connections off" : "";
    }

    /** What is written for a knob, whether the cell sets it or not. */
    Directive directive(Knob knob) {
        return settings.text(knob).map(value -> forValue(knob, value)).orElseGet(() -> Directive.applied(""));
    }

    private static Directive forValue(Knob knob, String value) {
        return switch (knob) {
            case POOL_ENABLED -> Directive.applied("");
            case POOL_MAX_IDLE -> maxIdle(value);
            case POOL_MAX_TOTAL -> maxTotal(value);
            case POOL_MAX_LIFETIME -> maxLifetime(value);
            case POOL_SHARE -> share(value);
            case POOL_IDLE_TIMEOUT -> IDLE.directive(value);
            case UPSTREAM_CONNECTION -> connection(value);
            case RETRY_RULE -> retry(value);
            case CONNECT_TIMEOUT -> CONNECT.directive(value);
            case RESPONSE_TIMEOUT -> RESPONSE.directive(value);
            default -> FIXED.directive(knob, value);
        };
    }

    private static Directive maxIdle(String value) {
        return switch (value) {
            case Knob.NONE -> Directive.applied("");
            case "0" ->
                Directive.emulated("", "Squid has no limit of idle connections: server_persistent_connections is off");
            default -> Directive.unsupported("Squid has no limit of idle connections");
        };
    }

    private static Directive maxTotal(String value) {
        return value.equals(Knob.NONE)
                ? Directive.applied("")
                : Directive.emulated(
                        " max-conn=" + value,
                        "max-conn answers what is above it with 502 instead of letting it wait, and counts idle"
                                + " connections: once that many are open, none of them is used again before they time"
                                + " out");
    }

    private static Directive maxLifetime(String value) {
        return value.equals(Knob.NONE)
                ? Directive.applied("")
                : Directive.unsupported("pconn_lifetime would also end the clients' connections");
    }

    private static Directive share(String value) {
        return value.equals("always")
                ? Directive.emulated("", "Squid never sends a POST on a connection that was used before")
                : Directive.unsupported("Squid has no such setting");
    }

    private static Directive connection(String value) {
        return value.equals("close")
                ? Directive.applied("")
                : Directive.emulated("", "Squid always sends 'Connection: keep-alive'");
    }

    private static Directive retry(String value) {
        return switch (value) {
            case "none" -> Directive.applied("forward_max_tries 1");
            case "idempotent-on-reused" ->
                Directive.emulated(
                        "",
                        "Squid sends a GET again only where a reused connection was closed in order, not where it was"
                                + " reset, and uses a new connection for every POST");
            default -> Directive.unsupported("Squid sends no request with a body again");
        };
    }
}
