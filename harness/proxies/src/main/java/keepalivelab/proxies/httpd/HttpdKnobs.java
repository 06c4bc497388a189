package keepalivelab.proxies.httpd;

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
 * The neutral knobs in httpd's words. Source: httpd's manual, mod_proxy, parameters of ProxyPass; and its
 * {@code proxy_util.c} for what {@code ttl} and {@code max} really do. A knob that is not set is left to httpd.
 *
 * @param settings what the cell sets
 */
record HttpdKnobs(KnobSettings settings) {
    /** Threads of one child process, and so the most upstream connections it can use; more than any scenario's clients. */
    static final long THREADS = 256;

    private static final StepTime TTL = StepTime.seconds("ttl", seconds -> " ttl=" + seconds);
    private static final StepTime CONNECT =
            StepTime.millis("connectiontimeout", ms -> " connectiontimeout=" + ms + "ms");
    private static final StepTime RESPONSE = StepTime.seconds("timeout", seconds -> " timeout=" + seconds);

    private static final FixedKnobs FIXED = new FixedKnobs(
            "httpd",
            Map.of(
                    Knob.ROLE, "http",
                    Knob.POOL_SHARE, "always",
                    Knob.POOL_MIN_IDLE, "0",
                    Knob.POOL_MAX_REQUESTS, Knob.NONE,
                    Knob.POOL_MAX_REQUESTS_EMULATE, "no",
                    Knob.POOL_MAX_LIFETIME, Knob.NONE,
                    Knob.UPSTREAM_TLS, "no",
                    Knob.RETRY_RULE, "none"));

    /** What it can do at all; single values may be refused even so. */
    static Map<Knob, KnobStatus> capabilities() {
        return new EnumMap<>(Map.of(
                Knob.WORKERS, KnobStatus.APPLIED,
                Knob.POOL_ENABLED, KnobStatus.APPLIED,
                Knob.POOL_MAX_IDLE, KnobStatus.EMULATED,
                Knob.POOL_MAX_TOTAL, KnobStatus.APPLIED,
                Knob.POOL_IDLE_TIMEOUT, KnobStatus.EMULATED,
                Knob.UPSTREAM_HTTP, KnobStatus.APPLIED,
                Knob.UPSTREAM_CONNECTION, KnobStatus.APPLIED,
                Knob.CONNECT_TIMEOUT, KnobStatus.APPLIED,
                Knob.RESPONSE_TIMEOUT, KnobStatus.APPLIED));
    }

    /** Number of child processes; 1 where nothing says otherwise, as httpd's pools would follow the load else. */
    long workers() {
        return settings.count(Knob.WORKERS).orElse(1);
    }

    /** The most upstream connections of one child process: the smaller of two limits, of which httpd has but one. */
    OptionalLong limitOfChild() {
        OptionalLong total = settings.count(Knob.POOL_MAX_TOTAL);
        OptionalLong idle = settings.count(Knob.POOL_MAX_IDLE);
        long limit = Math.min(total.orElse(THREADS), isOff() ? THREADS : idle.orElse(THREADS));
        return limit < THREADS ? OptionalLong.of(limit) : OptionalLong.empty();
    }

    /** The limit's parameter; empty where httpd's own, its threads, is as low. */
    String limit() {
        OptionalLong limit = limitOfChild();
        return limit.isPresent() ? " max=" + limit.getAsLong() : "";
    }

    /** Whether nothing is kept: so was asked, or no idle connection may be. */
    private boolean isOff() {
        return settings.text(Knob.POOL_ENABLED).map("no"::equals).orElse(false)
                || settings.count(Knob.POOL_MAX_IDLE).orElse(1) == 0;
    }

    /** What is written for a knob, whether the cell sets it or not. */
    Directive directive(Knob knob) {
        return settings.text(knob).map(value -> forValue(knob, value)).orElseGet(() -> unset(knob));
    }

    private Directive unset(Knob knob) {
        return Directive.applied(knob == Knob.POOL_ENABLED && isOff() ? " disablereuse=on" : "");
    }

    private Directive forValue(Knob knob, String value) {
        return switch (knob) {
            case WORKERS -> workers(value);
            case POOL_ENABLED -> Directive.applied(isOff() ? " disablereuse=on" : "");
            case POOL_MAX_IDLE -> maxIdle(value);
            case POOL_MAX_TOTAL -> maxTotal(value);
            case POOL_IDLE_TIMEOUT -> idleTimeout(value);
            case UPSTREAM_HTTP -> Directive.applied(value.equals("1.0") ? "SetEnv force-proxy-request-1.0 1" : "");
            case UPSTREAM_CONNECTION -> connection(value);
            case CONNECT_TIMEOUT -> CONNECT.directive(value);
            case RESPONSE_TIMEOUT -> RESPONSE.directive(value);
            default -> FIXED.directive(knob, value);
        };
    }

    private static Directive workers(String value) {
        return value.equals(Knob.NONE)
                ? Directive.unsupported("httpd needs a number of child processes")
                : Directive.applied("", "each worker is a child process of " + THREADS + " threads with its own pool");
    }

    private Directive maxIdle(String value) {
        if (value.equals(Knob.NONE)) {
            return Directive.applied("");
        }
        if (isOff()) {
            return Directive.applied("", value.equals("0") ? "" : "bounds nothing: pool.enabled=no");
        }
        return Directive.emulated(
                "",
                "httpd has no limit of idle connections: max=" + limitOfChild().orElse(THREADS)
                        + " bounds all of a child process, and a request beyond it waits");
    }

    private Directive maxTotal(String value) {
        if (value.equals(Knob.NONE)) {
            return Directive.applied("");
        }
        if (Long.parseLong(value) > THREADS) {
            return Directive.unsupported("this driver gives a child process " + THREADS + " threads, and no more"
                    + " connections than threads can be in use");
        }
        return Directive.applied(
                "", workers() > 1 ? "each of the " + workers() + " child processes has that many" : "");
    }

    private static Directive idleTimeout(String value) {
        if (value.equals(Knob.NONE)) {
            return Directive.applied("");
        }
        Directive ttl = TTL.directive(value);
        return ttl.isUnsupported()
                ? ttl
                : Directive.emulated(
                        ttl.text(),
                        "ttl does not close an idle connection: it stays open and is replaced when the next request"
                                + " takes it");
    }

    private static Directive connection(String value) {
        return value.equals("close")
                ? Directive.applied("SetEnv proxy-nokeepalive 1")
                : Directive.emulated("", "httpd always sends 'Connection: Keep-Alive'");
    }
}
