package keepalivelab.proxies.node;

import java.util.EnumMap;
import java.util.Map;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;
import keepalivelab.api.KnobStatus;
import keepalivelab.proxies.process.Directive;
import keepalivelab.proxies.process.FixedKnobs;
import keepalivelab.proxies.process.StepTime;

/**
 * The neutral knobs as settings of Node's {@code http.Agent}. Source: documentation of Node.js, module http. A knob that is
 * not set is left to Node, except that connections are kept, which an Agent does only where it is told to.
 *
 * @param settings what the cell sets
 */
record NodeKnobs(KnobSettings settings) {
    /** More idle connections than any run has. */
    private static final String UNREACHED = "1000000";

    private static final StepTime IDLE = StepTime.millis("timeout", ms -> "--idle-timeout=" + ms);
    private static final StepTime RESPONSE = StepTime.millis("setTimeout", ms -> "--response-timeout=" + ms);

    private static final FixedKnobs FIXED = new FixedKnobs(
            "http.Agent",
            Map.of(
                    Knob.WORKERS, "1",
                    Knob.WORKERS_MODEL, "pinned",
                    Knob.ROLE, "http",
                    Knob.POOL_SHARE, "always",
                    Knob.POOL_MAX_REQUESTS_EMULATE, "no",
                    Knob.UPSTREAM_HTTP, "1.1",
                    Knob.UPSTREAM_TLS, "no",
                    Knob.RETRY_RULE, "none"));
    private static final FixedKnobs UNLIMITED = new FixedKnobs(
            "http.Agent",
            Map.of(
                    Knob.POOL_MIN_IDLE, "0",
                    Knob.POOL_MAX_REQUESTS, Knob.NONE,
                    Knob.POOL_MAX_LIFETIME, Knob.NONE,
                    Knob.CONNECT_TIMEOUT, Knob.NONE));

    /** What it can do at all; single values may be refused even so. */
    static Map<Knob, KnobStatus> capabilities() {
        return new EnumMap<>(Map.of(
                Knob.WORKERS, KnobStatus.APPLIED,
                Knob.POOL_ENABLED, KnobStatus.APPLIED,
                Knob.POOL_MAX_IDLE, KnobStatus.APPLIED,
                Knob.POOL_MAX_TOTAL, KnobStatus.APPLIED,
                Knob.POOL_IDLE_TIMEOUT, KnobStatus.APPLIED,
                Knob.UPSTREAM_CONNECTION, KnobStatus.APPLIED,
                Knob.RESPONSE_TIMEOUT, KnobStatus.APPLIED));
    }

    /** The flag by which each request has a connection of its own; empty where they are kept. */
    String keepAlive() {
        boolean off = settings.text(Knob.POOL_ENABLED).map("no"::equals).orElse(false)
                || settings.text(Knob.UPSTREAM_CONNECTION).map("close"::equals).orElse(false)
                || settings.count(Knob.POOL_MAX_IDLE).orElse(1) == 0;
        return off ? "--keep-alive=no" : "";
    }

    /** What is written for a knob, whether the cell sets it or not. */
    Directive directive(Knob knob) {
        return settings.text(knob).map(value -> forValue(knob, value)).orElseGet(() -> Directive.applied(""));
    }

    private static Directive forValue(Knob knob, String value) {
        return switch (knob) {
            case POOL_ENABLED -> Directive.applied("");
            case POOL_MAX_IDLE -> maxIdle(value);
            case POOL_MAX_TOTAL -> Directive.applied(value.equals(Knob.NONE) ? "" : "--max-total=" + value);
            case POOL_IDLE_TIMEOUT -> value.equals(Knob.NONE) ? Directive.applied("") : IDLE.directive(value);
            case RESPONSE_TIMEOUT -> value.equals(Knob.NONE) ? Directive.applied("") : RESPONSE.directive(value);
            case UPSTREAM_CONNECTION -> connection(value);
            case POOL_MIN_IDLE, POOL_MAX_REQUESTS, POOL_MAX_LIFETIME, CONNECT_TIMEOUT ->
                UNLIMITED.directive(knob, value);
            default -> FIXED.directive(knob, value);
        };
    }

    /** An Agent takes a 0 for its own default of 256. */
    private static Directive maxIdle(String value) {
        return switch (value) {
            case Knob.NONE ->
                Directive.emulated(
                        "--max-idle=" + UNREACHED, "maxFreeSockets knows no 'none': a number that no run reaches");
            case "0" -> Directive.emulated("", "maxFreeSockets takes no 0: keepAlive is off");
            default -> Directive.applied("--max-idle=" + value);
        };
    }

    private static Directive connection(String value) {
        return value.equals("close")
                ? Directive.applied("")
                : Directive.emulated("", "an http.Agent always sends 'Connection: keep-alive'");
    }
}
