package keepalivelab.proxies.node;

import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;
import keepalivelab.api.KnobStatus;
import keepalivelab.proxies.process.Directive;
import keepalivelab.proxies.process.FixedKnobs;
import keepalivelab.proxies.process.StepTime;

/**
 * The neutral knobs as options of undici's {@code Pool}. Source: undici's documentation, Client and Pool; what
 * {@code maxRequestsPerClient} does is measured. A knob that is not set is left to undici: connections without limit, 4 s.
 *
 * @param settings what the cell sets
 */
record UndiciKnobs(KnobSettings settings) {
    private static final StepTime IDLE = StepTime.millis("keepAliveTimeout", ms -> "--idle-timeout=" + ms);
    private static final StepTime LIFETIME = StepTime.millis("clientTtl", ms -> "--max-lifetime=" + ms);
    private static final StepTime CONNECT = StepTime.millis("connectTimeout", ms -> "--connect-timeout=" + ms);
    private static final StepTime RESPONSE = StepTime.millis("headersTimeout", ms -> "--response-timeout=" + ms);

    private static final FixedKnobs FIXED = new FixedKnobs(
            "undici",
            Map.of(
                    Knob.WORKERS, "1",
                    Knob.WORKERS_MODEL, "pinned",
                    Knob.ROLE, "http",
                    Knob.POOL_SHARE, "always",
                    Knob.POOL_MIN_IDLE, "0",
                    Knob.POOL_MAX_REQUESTS_EMULATE, "no",
                    Knob.UPSTREAM_HTTP, "1.1",
                    Knob.UPSTREAM_TLS, "no",
                    Knob.RETRY_RULE, "none"));

    /** What it can do at all; single values may be refused even so. */
    static Map<Knob, KnobStatus> capabilities() {
        return new EnumMap<>(Map.of(
                Knob.WORKERS, KnobStatus.APPLIED,
                Knob.POOL_ENABLED, KnobStatus.APPLIED,
                Knob.POOL_MAX_IDLE, KnobStatus.EMULATED,
                Knob.POOL_MAX_TOTAL, KnobStatus.APPLIED,
                Knob.POOL_IDLE_TIMEOUT, KnobStatus.APPLIED,
                Knob.POOL_MAX_REQUESTS, KnobStatus.APPLIED,
                Knob.POOL_MAX_LIFETIME, KnobStatus.APPLIED,
                Knob.UPSTREAM_CONNECTION, KnobStatus.APPLIED,
                Knob.CONNECT_TIMEOUT, KnobStatus.APPLIED,
                Knob.RESPONSE_TIMEOUT, KnobStatus.APPLIED));
    }

    /** The most connections at a time: the smaller of two limits, of which undici has but one. */
    OptionalLong limit() {
        OptionalLong total = settings.count(Knob.POOL_MAX_TOTAL);
        OptionalLong idle = isOff() ? OptionalLong.empty() : settings.count(Knob.POOL_MAX_IDLE);
        if (total.isEmpty() || idle.isEmpty()) {
            return total.isPresent() ? total : idle;
        }
        return OptionalLong.of(Math.min(total.getAsLong(), idle.getAsLong()));
    }

    /** The limit's flag; empty for none. */
    String connections() {
        OptionalLong limit = limit();
        return limit.isPresent() ? "--connections=" + limit.getAsLong() : "";
    }

    /** The flag by which each request has a connection of its own; empty where they are kept. */
    String keepAlive() {
        return isOff() ? "--pipelining=0" : "";
    }

    private boolean isOff() {
        return settings.text(Knob.POOL_ENABLED).map("no"::equals).orElse(false)
                || settings.text(Knob.UPSTREAM_CONNECTION).map("close"::equals).orElse(false)
                || settings.count(Knob.POOL_MAX_IDLE).orElse(1) == 0
                || settings.count(Knob.POOL_MAX_REQUESTS).orElse(2) == 1;
    }

    /** What is written for a knob, whether the cell sets it or not. */
    Directive directive(Knob knob) {
        return settings.text(knob).map(value -> forValue(knob, value)).orElseGet(() -> Directive.applied(""));
    }

    private Directive forValue(Knob knob, String value) {
        return switch (knob) {
            case POOL_ENABLED, POOL_MAX_TOTAL -> Directive.applied("");
            case POOL_MAX_IDLE -> maxIdle(value);
            case POOL_IDLE_TIMEOUT -> IDLE.directive(value);
            case POOL_MAX_REQUESTS -> maxRequests(value);
            case POOL_MAX_LIFETIME -> value.equals(Knob.NONE) ? Directive.applied("") : LIFETIME.directive(value);
            case UPSTREAM_CONNECTION -> connection(value);
            case CONNECT_TIMEOUT -> CONNECT.directive(value);
            case RESPONSE_TIMEOUT -> response(value);
            default -> FIXED.directive(knob, value);
        };
    }

    private Directive maxIdle(String value) {
        if (value.equals(Knob.NONE)) {
            return Directive.applied("");
        }
        return Directive.emulated(
                "",
                isOff()
                        ? "undici has no limit of idle connections: pipelining is 0, and none is kept"
                        : "undici has no limit of idle connections: connections=" + limit().orElseThrow()
                                + " bounds all of them, and a request beyond it waits");
    }

    /** Its counter is compared before the request is counted, so each connection carries one more than the option says. */
    private static Directive maxRequests(String value) {
        return switch (value) {
            case Knob.NONE -> Directive.applied("");
            case "1" -> Directive.applied("", "pipelining is 0: each connection carries one request");
            default ->
                Directive.applied(
                        "--max-requests=" + (Long.parseLong(value) - 1),
                        "undici lets a connection carry one request more than maxRequestsPerClient, so it is given one"
                                + " less");
        };
    }

    private static Directive connection(String value) {
        return value.equals("close")
                ? Directive.applied("")
                : Directive.emulated("", "undici always sends 'Connection: keep-alive'");
    }

    private static Directive response(String value) {
        return value.equals(Knob.NONE) ? Directive.applied("--response-timeout=0") : RESPONSE.directive(value);
    }
}
