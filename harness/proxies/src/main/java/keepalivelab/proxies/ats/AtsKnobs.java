package keepalivelab.proxies.ats;

import java.util.EnumMap;
import java.util.Map;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;
import keepalivelab.api.KnobStatus;
import keepalivelab.proxies.process.Directive;
import keepalivelab.proxies.process.FixedKnobs;
import keepalivelab.proxies.process.StepTime;

/**
 * The neutral knobs in Traffic Server's words, lines of its {@code records.config}. Source: its administrator's guide,
 * {@code records.config}; what its retries do is measured. A knob that is not set is left to Traffic Server.
 *
 * @param settings what the cell sets
 */
record AtsKnobs(KnobSettings settings) {
    private static final StepTime IDLE = http("keep_alive_no_activity_timeout_out");
    private static final StepTime CONNECT = http("connect_attempts_timeout");
    private static final StepTime RESPONSE = http("transaction_no_activity_timeout_out");

    private static final FixedKnobs FIXED = new FixedKnobs(
            "Traffic Server",
            Map.of(
                    Knob.ROLE, "http",
                    Knob.WORKERS_MODEL, "pinned",
                    Knob.POOL_SHARE, "always",
                    Knob.POOL_MIN_IDLE, "0",
                    Knob.POOL_MAX_REQUESTS, Knob.NONE,
                    Knob.POOL_MAX_REQUESTS_EMULATE, "no",
                    Knob.POOL_MAX_LIFETIME, Knob.NONE,
                    Knob.UPSTREAM_TLS, "no"));

    private static StepTime http(String name) {
        return StepTime.seconds(name, seconds -> record(name, Long.toString(seconds)));
    }

    private static String record(String name, String value) {
        return "CONFIG proxy.config.http." + name + " INT " + value;
    }

    /** What it can do at all; single values may be refused even so. */
    static Map<Knob, KnobStatus> capabilities() {
        return new EnumMap<>(Map.of(
                Knob.WORKERS, KnobStatus.APPLIED,
                Knob.POOL_ENABLED, KnobStatus.APPLIED,
                Knob.POOL_MAX_TOTAL, KnobStatus.EMULATED,
                Knob.POOL_IDLE_TIMEOUT, KnobStatus.APPLIED,
                Knob.UPSTREAM_HTTP, KnobStatus.APPLIED,
                Knob.UPSTREAM_CONNECTION, KnobStatus.EMULATED,
                Knob.RETRY_RULE, KnobStatus.EMULATED,
                Knob.CONNECT_TIMEOUT, KnobStatus.APPLIED,
                Knob.RESPONSE_TIMEOUT, KnobStatus.APPLIED));
    }

    /** The line by which no connection is kept; empty where they are. */
    String keepAlive() {
        boolean off = settings.text(Knob.POOL_ENABLED).map("no"::equals).orElse(false)
                || settings.text(Knob.UPSTREAM_CONNECTION).map("close"::equals).orElse(false)
                || settings.count(Knob.POOL_MAX_IDLE).orElse(1) == 0;
        return off ? record("keep_alive_enabled_out", "0") : "";
    }

    /** What is written for a knob, whether the cell sets it or not. */
    Directive directive(Knob knob) {
        return settings.text(knob).map(value -> forValue(knob, value)).orElseGet(() -> Directive.applied(""));
    }

    private static Directive forValue(Knob knob, String value) {
        return switch (knob) {
            case WORKERS -> workers(value);
            case POOL_ENABLED -> Directive.applied("");
            case POOL_MAX_IDLE -> maxIdle(value);
            case POOL_MAX_TOTAL -> maxTotal(value);
            case POOL_IDLE_TIMEOUT -> IDLE.directive(value);
            case UPSTREAM_HTTP -> Directive.applied(value.equals("1.0") ? record("send_http11_requests", "0") : "");
            case UPSTREAM_CONNECTION -> connection(value);
            case RETRY_RULE -> retry(value);
            case CONNECT_TIMEOUT -> CONNECT.directive(value);
            case RESPONSE_TIMEOUT -> RESPONSE.directive(value);
            default -> FIXED.directive(knob, value);
        };
    }

    private static Directive workers(String value) {
        return value.equals(Knob.NONE)
                ? Directive.unsupported("Traffic Server needs a number of threads")
                : Directive.applied("CONFIG proxy.config.exec_thread.autoconfig INT 0\n"
                        + "CONFIG proxy.config.exec_thread.limit INT " + value);
    }

    private static Directive maxIdle(String value) {
        return switch (value) {
            case Knob.NONE -> Directive.applied("");
            case "0" -> Directive.emulated("", "Traffic Server has no limit of idle connections: keep-alive is off");
            default -> Directive.unsupported("Traffic Server has no limit of idle connections");
        };
    }

    private static Directive maxTotal(String value) {
        return value.equals(Knob.NONE)
                ? Directive.applied("")
                : Directive.emulated(
                        record("per_server.connection.max", value),
                        "per_server.connection.max answers what is above it with 503 instead of letting it wait");
    }

    private static Directive connection(String value) {
        return value.equals("close")
                ? Directive.emulated("", "Traffic Server sends no 'Connection: close': it closes by itself")
                : Directive.applied("");
    }

    private static Directive retry(String value) {
        return switch (value) {
            case "none" -> Directive.applied(record("connect_attempts_max_retries", "0"));
            case "idempotent-on-reused" ->
                Directive.emulated(
                        record("connect_attempts_max_retries", "1"),
                        "Traffic Server sends a GET again whatever connection it failed on, a new one too, and no PUT"
                                + " or DELETE");
            default -> Directive.unsupported("Traffic Server sends no request with a body again");
        };
    }
}
