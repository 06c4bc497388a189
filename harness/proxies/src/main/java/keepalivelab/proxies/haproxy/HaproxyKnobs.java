package keepalivelab.proxies.haproxy;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import keepalivelab.api.DurationText;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;
import keepalivelab.api.KnobStatus;
import keepalivelab.proxies.process.Directive;
import keepalivelab.proxies.process.DottedVersion;

/**
 * The neutral knobs in HAProxy's words, for one version. Sources: HAProxy's configuration.txt and, for since-versions, its
 * CHANGELOG.
 *
 * @param settings what the cell sets
 * @param version HAProxy's version
 */
record HaproxyKnobs(KnobSettings settings, DottedVersion version) {
    /** The keyword strict-maxconn: until then maxconn of a server counts requests, not connections. */
    static final String STRICT_MAXCONN = "3.2";
    /**
     * From here on a client's first request, too, ends without an answer when its reused upstream connection ended.
     * Measured: 2.6.12 answers with 502, 3.0.11 and 3.2.26 do not; the versions between were not measured.
     */
    static final String SILENT_ON_FIRST_REQUEST = "3.0";

    /** Longer than any run, below the 24.8 days that HAProxy takes at most. */
    private static final String NEVER = "20d";
    /** What the other arms do by default; HAProxy's own 5 s would end connections during slow scenarios. */
    private static final String USUAL_IDLE_TIME = "60s";

    private static final String SAFE_METHODS = "{ method GET HEAD PUT DELETE OPTIONS TRACE }";

    private static final Map<Knob, KnobStatus> CAPABILITIES = new EnumMap<>(Map.ofEntries(
            Map.entry(Knob.WORKERS, KnobStatus.APPLIED),
            Map.entry(Knob.ROLE, KnobStatus.APPLIED),
            Map.entry(Knob.POOL_ENABLED, KnobStatus.APPLIED),
            Map.entry(Knob.POOL_MAX_IDLE, KnobStatus.APPLIED),
            Map.entry(Knob.POOL_MAX_TOTAL, KnobStatus.EMULATED),
            Map.entry(Knob.POOL_IDLE_TIMEOUT, KnobStatus.EMULATED),
            Map.entry(Knob.POOL_SHARE, KnobStatus.APPLIED),
            Map.entry(Knob.UPSTREAM_HTTP, KnobStatus.APPLIED),
            Map.entry(Knob.UPSTREAM_CONNECTION, KnobStatus.APPLIED),
            Map.entry(Knob.RETRY_RULE, KnobStatus.EMULATED),
            Map.entry(Knob.CONNECT_TIMEOUT, KnobStatus.APPLIED),
            Map.entry(Knob.RESPONSE_TIMEOUT, KnobStatus.APPLIED)));

    /** What this version can do at all; single values may be refused even so. */
    static Map<Knob, KnobStatus> capabilities(DottedVersion version) {
        EnumMap<Knob, KnobStatus> all = new EnumMap<>(CAPABILITIES);
        if (version.atLeast(STRICT_MAXCONN)) {
            all.put(Knob.POOL_MAX_TOTAL, KnobStatus.APPLIED);
        }
        return all;
    }

    /** What is written for a knob, whether the cell sets it or not. */
    Directive directive(Knob knob) {
        return settings.text(knob).map(value -> forValue(knob, value)).orElseGet(() -> Directive.applied(unset(knob)));
    }

    /** HAProxy wants the first two timeouts to be said, and its own defaults of the pool differ from everybody else's. */
    private String unset(Knob knob) {
        return switch (knob) {
            case CONNECT_TIMEOUT -> "timeout connect 5s";
            case RESPONSE_TIMEOUT -> "timeout server 60s";
            case POOL_SHARE -> "http-reuse always";
            case POOL_IDLE_TIMEOUT -> " pool-purge-delay " + USUAL_IDLE_TIME;
            case WORKERS -> "nbthread 1";
            default -> "";
        };
    }

    private Directive forValue(Knob knob, String value) {
        return switch (knob) {
            case WORKERS -> workers(value);
            case ROLE -> role(value);
            case POOL_ENABLED -> Directive.applied(value.equals("no") ? "option http-server-close" : "");
            case POOL_MAX_IDLE -> maxIdle(value);
            case POOL_MAX_TOTAL -> maxTotal(value);
            case POOL_IDLE_TIMEOUT -> idleTimeout(value);
            case POOL_SHARE -> Directive.applied("http-reuse " + value);
            case UPSTREAM_CONNECTION -> Directive.applied(value.equals("close") ? "option http-server-close" : "");
            case RETRY_RULE -> retry(value);
            case CONNECT_TIMEOUT -> time("timeout connect", value);
            case RESPONSE_TIMEOUT -> time("timeout server", value);
            default -> fixed(knob, value);
        };
    }

    private static Directive workers(String value) {
        return value.equals(Knob.NONE)
                ? Directive.unsupported("HAProxy needs a number of threads")
                : Directive.applied("nbthread " + value);
    }

    private static Directive role(String value) {
        return value.equals("http")
                ? Directive.applied("")
                : Directive.unsupported("this driver runs HAProxy as an HTTP proxy only");
    }

    private boolean pools() {
        return !settings.text(Knob.POOL_ENABLED).orElse("yes").equals("no");
    }

    private Directive maxIdle(String value) {
        if (!pools()) {
            return Directive.applied("", "bounds nothing: pool.enabled=no");
        }
        return Directive.applied(" pool-max-conn " + (value.equals(Knob.NONE) ? "-1" : value));
    }

    private Directive maxTotal(String value) {
        if (value.equals(Knob.NONE)) {
            return Directive.applied("");
        }
        return version.atLeast(STRICT_MAXCONN)
                ? Directive.applied(" maxconn " + value + " strict-maxconn")
                : Directive.emulated(
                        " maxconn " + value,
                        "before " + STRICT_MAXCONN + " maxconn counts requests, so that idle connections come on top");
    }

    private static Directive idleTimeout(String value) {
        String note =
                "HAProxy purges in periods, each time half of what looks like surplus: an idle connection lives up to"
                        + " two and a half times as long";
        if (value.equals(Knob.NONE)) {
            return Directive.emulated(" pool-purge-delay " + NEVER, "a time that no run reaches");
        }
        Directive delay = time(" pool-purge-delay", value);
        return delay.isUnsupported() ? delay : Directive.emulated(delay.text(), note);
    }

    private static Directive retry(String value) {
        String both = "; it does so on new connections, too, and for requests that fit one buffer of 16 KiB";
        return switch (value) {
            case "none" -> Directive.applied("retry-on none");
            case "idempotent-on-reused" ->
                Directive.emulated(
                        "retry-on conn-failure empty-response\n    http-request disable-l7-retry unless "
                                + SAFE_METHODS,
                        "HAProxy sends GET, HEAD, PUT, DELETE, OPTIONS and TRACE again, up to three times" + both);
            default ->
                Directive.emulated(
                        "retry-on conn-failure empty-response",
                        "HAProxy sends requests of any method again, up to three times" + both);
        };
    }

    private static Directive time(String name, String value) {
        if (value.equals(Knob.NONE)) {
            return Directive.emulated(name + " " + NEVER, "a time that no run reaches");
        }
        Duration duration = DurationText.parse(value).orElseThrow();
        return duration.toNanos() % 1_000_000 == 0
                ? Directive.applied(name + " " + duration.toMillis() + "ms")
                : Directive.unsupported("HAProxy takes whole milliseconds");
    }

    /** Values that need no line because HAProxy is never otherwise. */
    private static Directive fixed(Knob knob, String value) {
        String own = switch (knob) {
            case WORKERS_MODEL -> "pinned";
            case POOL_MIN_IDLE -> "0";
            case POOL_MAX_REQUESTS, POOL_MAX_LIFETIME -> Knob.NONE;
            case POOL_MAX_REQUESTS_EMULATE, UPSTREAM_TLS -> "no";
            case UPSTREAM_HTTP -> "1.1";
            default -> "";
        };
        if (value.equals(own)) {
            return Directive.applied("");
        }
        return Directive.unsupported(
                knob == Knob.POOL_MAX_REQUESTS
                        ? "max-reuse is not obeyed for HTTP/1.1"
                        : "HAProxy has no such setting" + (own.isEmpty() ? "" : "; it is always " + own));
    }
}
