package keepalivelab.proxies.go;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import keepalivelab.api.DurationText;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;
import keepalivelab.api.KnobStatus;
import keepalivelab.proxies.process.Directive;
import keepalivelab.proxies.process.FixedKnobs;

/**
 * The neutral knobs as settings of Go's {@code http.Transport}. Source: documentation of package net/http. A knob that is not
 * set is left to Go: 2 idle connections for each host, 90 s.
 *
 * @param settings what the cell sets
 */
record GoKnobs(KnobSettings settings) {
    /** More idle connections than any run has. */
    private static final long UNREACHED = 1_000_000;
    /** No idle connection for a host: 0 would mean Go's own default of 2. */
    private static final long NO_IDLE = -1;

    private static final FixedKnobs FIXED = new FixedKnobs(
            "http.Transport",
            Map.of(
                    Knob.ROLE, "http",
                    Knob.POOL_SHARE, "always",
                    Knob.POOL_MIN_IDLE, "0",
                    Knob.POOL_MAX_REQUESTS, Knob.NONE,
                    Knob.POOL_MAX_REQUESTS_EMULATE, "no",
                    Knob.POOL_MAX_LIFETIME, Knob.NONE,
                    Knob.UPSTREAM_HTTP, "1.1",
                    Knob.UPSTREAM_TLS, "no",
                    Knob.RETRY_RULE, "idempotent-on-reused"));

    /** What it can do at all; single values may be refused even so. */
    static Map<Knob, KnobStatus> capabilities() {
        return new EnumMap<>(Map.of(
                Knob.WORKERS, KnobStatus.APPLIED,
                Knob.POOL_ENABLED, KnobStatus.APPLIED,
                Knob.POOL_MAX_IDLE, KnobStatus.APPLIED,
                Knob.POOL_MAX_TOTAL, KnobStatus.APPLIED,
                Knob.POOL_IDLE_TIMEOUT, KnobStatus.APPLIED,
                Knob.UPSTREAM_CONNECTION, KnobStatus.APPLIED,
                Knob.RETRY_RULE, KnobStatus.APPLIED,
                Knob.CONNECT_TIMEOUT, KnobStatus.APPLIED,
                Knob.RESPONSE_TIMEOUT, KnobStatus.EMULATED));
    }

    /** The flag by which each request has a connection of its own; empty where they are kept. */
    String keepAlive() {
        boolean off = settings.text(Knob.POOL_ENABLED).map("no"::equals).orElse(false)
                || settings.text(Knob.UPSTREAM_CONNECTION).map("close"::equals).orElse(false);
        return off ? "-disable-keep-alives=true" : "";
    }

    /** What is written for a knob, whether the cell sets it or not. */
    Directive directive(Knob knob) {
        return settings.text(knob).map(value -> forValue(knob, value)).orElseGet(() -> Directive.applied(""));
    }

    private static Directive forValue(Knob knob, String value) {
        return switch (knob) {
            case WORKERS -> workers(value);
            case POOL_ENABLED, UPSTREAM_CONNECTION -> Directive.applied("");
            case POOL_MAX_IDLE -> maxIdle(value);
            case POOL_MAX_TOTAL -> Directive.applied(value.equals(Knob.NONE) ? "" : "-max-total=" + value);
            case POOL_IDLE_TIMEOUT -> time("idle-timeout", value, "");
            case CONNECT_TIMEOUT -> time("dial-timeout", value, "");
            case RESPONSE_TIMEOUT ->
                time(
                        "response-header-timeout",
                        value,
                        "ResponseHeaderTimeout bounds the wait for the response's head, not for the bytes after it");
            default -> FIXED.directive(knob, value);
        };
    }

    private static Directive workers(String value) {
        return value.equals(Knob.NONE)
                ? Directive.unsupported("Go needs a number of threads (GOMAXPROCS)")
                : Directive.applied("-max-procs=" + value);
    }

    private static Directive maxIdle(String value) {
        return switch (value) {
            case Knob.NONE ->
                Directive.emulated(
                        idle(UNREACHED), "MaxIdleConnsPerHost knows no 'none': a number that no run reaches");
            case "0" -> Directive.applied(idle(NO_IDLE));
            default -> Directive.applied(idle(Long.parseLong(value)));
        };
    }

    /** The limit for all hosts together, 100 by default, must not be the smaller one. */
    private static String idle(long perHost) {
        return "-max-idle=" + perHost + "\n-max-idle-of-all=0";
    }

    /** Go takes nanoseconds; no limit is written as 0. */
    private static Directive time(String flag, String value, String note) {
        Duration duration = DurationText.parse(value).orElse(Duration.ZERO);
        String text = "-" + flag + "=" + duration.toNanos() + "ns";
        return note.isEmpty() ? Directive.applied(text) : Directive.emulated(text, note);
    }
}
