package keepalivelab.proxies.nginx;

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
 * The neutral knobs in nginx's words, for one version. Sources: nginx.org, modules ngx_http_upstream and ngx_http_proxy, and
 * its list of changes for the versions.
 *
 * @param settings what the cell sets
 * @param version nginx's version
 */
record NginxKnobs(KnobSettings settings, DottedVersion version) {
    /** Keep-alive to the upstream is on by default, with HTTP/1.1 and without a Connection header. */
    static final String KEEPALIVE_BY_DEFAULT = "1.29.7";
    /** The directive keepalive_time, upstream and downstream. */
    static final String KEEPALIVE_TIME = "1.19.10";

    /** Longer than any run, far below what overflows nginx's milliseconds. */
    private static final String NEVER = "365d";
    /** More than any run sends. */
    private static final long UNREACHED_REQUESTS = 1_000_000_000;
    /** What nginx keeps by default since {@link #KEEPALIVE_BY_DEFAULT}. */
    private static final int DEFAULT_IDLE = 32;

    private static final Map<Knob, KnobStatus> CAPABILITIES = new EnumMap<>(Map.ofEntries(
            Map.entry(Knob.WORKERS, KnobStatus.APPLIED),
            Map.entry(Knob.ROLE, KnobStatus.APPLIED),
            Map.entry(Knob.POOL_ENABLED, KnobStatus.APPLIED),
            Map.entry(Knob.POOL_MAX_IDLE, KnobStatus.APPLIED),
            Map.entry(Knob.POOL_MAX_TOTAL, KnobStatus.EMULATED),
            Map.entry(Knob.POOL_IDLE_TIMEOUT, KnobStatus.APPLIED),
            Map.entry(Knob.POOL_MAX_REQUESTS, KnobStatus.APPLIED),
            Map.entry(Knob.POOL_MAX_REQUESTS_EMULATE, KnobStatus.APPLIED),
            Map.entry(Knob.UPSTREAM_HTTP, KnobStatus.APPLIED),
            Map.entry(Knob.UPSTREAM_CONNECTION, KnobStatus.APPLIED),
            Map.entry(Knob.UPSTREAM_BLOCK, KnobStatus.APPLIED),
            Map.entry(Knob.RETRY_RULE, KnobStatus.APPLIED),
            Map.entry(Knob.CONNECT_TIMEOUT, KnobStatus.APPLIED),
            Map.entry(Knob.RESPONSE_TIMEOUT, KnobStatus.APPLIED)));

    /** What this version can do at all; single values may be refused even so. */
    static Map<Knob, KnobStatus> capabilities(DottedVersion version) {
        EnumMap<Knob, KnobStatus> all = new EnumMap<>(CAPABILITIES);
        if (version.atLeast(KEEPALIVE_TIME)) {
            all.put(Knob.POOL_MAX_LIFETIME, KnobStatus.APPLIED);
        }
        return all;
    }

    /**
     * Whether the proxy goes through a named upstream block, which is where nginx keeps its pool. {@code native} writes
     * no block: that is nginx's shortest configuration, the bare address.
     */
    boolean hasBlock() {
        return settings.text(Knob.UPSTREAM_BLOCK).map("yes"::equals).orElse(true);
    }

    /** Number of worker processes; 1 where nothing says otherwise, as nginx's own default. */
    long workers() {
        return settings.count(Knob.WORKERS).orElse(1);
    }

    /** What is written for a knob, whether the cell sets it or not. */
    Directive directive(Knob knob) {
        return settings.text(knob).map(value -> forValue(knob, value)).orElseGet(() -> Directive.applied(unset(knob)));
    }

    /** Below 1.29.7 keep-alive needs three lines; above, an unset knob is left to nginx, whose defaults are the same. */
    private String unset(Knob knob) {
        if (version.atLeast(KEEPALIVE_BY_DEFAULT)) {
            return knob == Knob.POOL_MAX_IDLE ? poolLineOfSwitch() : "";
        }
        return switch (knob) {
            case POOL_MAX_IDLE -> poolLineOfSwitch();
            case UPSTREAM_HTTP -> "proxy_http_version 1.1;";
            case UPSTREAM_CONNECTION -> "proxy_set_header Connection \"\";";
            default -> "";
        };
    }

    /** The pool's line where only the switch says whether there is a pool. */
    private String poolLineOfSwitch() {
        boolean newer = version.atLeast(KEEPALIVE_BY_DEFAULT);
        return switch (settings.text(Knob.POOL_ENABLED).orElse(newer ? Knob.NATIVE : "yes")) {
            case "yes" -> "keepalive " + DEFAULT_IDLE + ";";
            case "no" -> poolOff();
            default -> "";
        };
    }

    /** Older versions refuse a 0, and have no pool where the line is missing. */
    private String poolOff() {
        return version.atLeast(KEEPALIVE_BY_DEFAULT) ? "keepalive 0;" : "";
    }

    /** Nothing is written for emulating a limit of requests: nginx has that limit itself. */
    private Directive forValue(Knob knob, String value) {
        return switch (knob) {
            case WORKERS -> workers(value);
            case ROLE -> role(value);
            case UPSTREAM_HTTP -> Directive.applied("proxy_http_version " + value + ";");
            case UPSTREAM_CONNECTION -> connection(value);
            case UPSTREAM_BLOCK, POOL_MAX_REQUESTS_EMULATE -> Directive.applied("");
            case RETRY_RULE -> retry(value);
            case CONNECT_TIMEOUT -> time("proxy_connect_timeout", value);
            case RESPONSE_TIMEOUT -> time("proxy_read_timeout", value);
            case POOL_ENABLED -> poolEnabled(value);
            case POOL_MAX_IDLE, POOL_MAX_TOTAL, POOL_IDLE_TIMEOUT, POOL_MAX_REQUESTS, POOL_MAX_LIFETIME ->
                hasBlock()
                        ? poolLimit(knob, value)
                        : Directive.unsupported("nginx has a pool in an upstream block only, and upstream.block="
                                + settings.text(Knob.UPSTREAM_BLOCK).orElse(""));
            default -> fixed(knob, value);
        };
    }

    private static Directive workers(String value) {
        return value.equals(Knob.NONE)
                ? Directive.unsupported("nginx needs a number of worker processes")
                : Directive.applied("worker_processes " + value + ";");
    }

    private static Directive role(String value) {
        return value.equals("http")
                ? Directive.applied("")
                : Directive.unsupported("this driver runs nginx as an HTTP proxy only");
    }

    private static Directive connection(String value) {
        String header = value.equals("close") ? "close" : "\"\"";
        return Directive.applied("proxy_set_header Connection " + header + ";");
    }

    private static Directive retry(String value) {
        return switch (value) {
            case "none" -> Directive.applied("proxy_next_upstream off;");
            case "idempotent-on-reused" ->
                Directive.applied(
                        "proxy_next_upstream error timeout;",
                        "nginx sends anything but POST, LOCK and PATCH again when a reused connection fails, and once"
                                + " more for each further reused connection that fails");
            default ->
                Directive.emulated(
                        "proxy_next_upstream error timeout non_idempotent;",
                        "nginx sends requests of any method and any size again when a reused connection fails: it has"
                                + " no limit of 64 KiB");
        };
    }

    private Directive poolEnabled(String value) {
        return hasBlock() || value.equals("no")
                ? Directive.applied("")
                : Directive.unsupported("nginx has a pool in an upstream block only");
    }

    private Directive poolLimit(Knob knob, String value) {
        return switch (knob) {
            case POOL_MAX_IDLE -> maxIdle(value);
            case POOL_MAX_TOTAL -> maxTotal(value);
            case POOL_IDLE_TIMEOUT -> time("keepalive_timeout", value);
            case POOL_MAX_REQUESTS -> maxRequests(value);
            default -> maxLifetime(value);
        };
    }

    private Directive maxIdle(String value) {
        if (value.equals(Knob.NONE)) {
            return Directive.unsupported("nginx cannot keep idle connections without a limit");
        }
        if (settings.text(Knob.POOL_ENABLED).map("no"::equals).orElse(false)) {
            return Directive.applied(poolOff(), "pool.max-idle=" + value + " bounds nothing: pool.enabled=no");
        }
        String note = workers() > 1 ? "each of the " + workers() + " worker processes keeps that many" : "";
        return Directive.applied(value.equals("0") ? poolOff() : "keepalive " + value + ";", note);
    }

    private static Directive maxTotal(String value) {
        return value.equals(Knob.NONE)
                ? Directive.applied("")
                : Directive.emulated(
                        " max_conns=" + value,
                        "max_conns answers what is above it with 502 instead of letting it wait, and idle connections"
                                + " may come on top");
    }

    private static Directive maxRequests(String value) {
        return value.equals(Knob.NONE)
                ? Directive.emulated(
                        "keepalive_requests " + UNREACHED_REQUESTS + ";",
                        "keepalive_requests knows no 'none': a number that no run reaches")
                : Directive.applied("keepalive_requests " + value + ";");
    }

    private Directive maxLifetime(String value) {
        if (version.atLeast(KEEPALIVE_TIME)) {
            return time("keepalive_time", value);
        }
        return value.equals(Knob.NONE)
                ? Directive.applied("")
                : Directive.unsupported("keepalive_time exists from " + KEEPALIVE_TIME + " on");
    }

    private static Directive time(String name, String value) {
        if (value.equals(Knob.NONE)) {
            return Directive.emulated(name + " " + NEVER + ";", name + " knows no 'none': a time that no run reaches");
        }
        Duration duration = DurationText.parse(value).orElseThrow();
        return duration.toNanos() % 1_000_000 == 0
                ? Directive.applied(name + " " + DurationText.format(duration) + ";")
                : Directive.unsupported("nginx takes whole milliseconds");
    }

    /** Values that need no line because nginx is never otherwise. */
    private static Directive fixed(Knob knob, String value) {
        String own = switch (knob) {
            case WORKERS_MODEL -> "pinned";
            case POOL_SHARE -> "always";
            case POOL_MIN_IDLE -> "0";
            case POOL_MAX_REQUESTS_EMULATE, UPSTREAM_TLS -> "no";
            default -> "";
        };
        return value.equals(own)
                ? Directive.applied("")
                : Directive.unsupported("nginx has no such setting" + (own.isEmpty() ? "" : "; it is always " + own));
    }
}
