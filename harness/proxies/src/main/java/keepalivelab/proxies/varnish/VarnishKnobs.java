package keepalivelab.proxies.varnish;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import keepalivelab.api.DurationText;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;
import keepalivelab.api.KnobStatus;
import keepalivelab.proxies.process.Directive;
import keepalivelab.proxies.process.Directives;
import keepalivelab.proxies.process.DottedVersion;
import keepalivelab.proxies.process.FixedKnobs;
import keepalivelab.proxies.process.StepTime;

/**
 * The neutral knobs in Varnish's words, for one version: parts of its VCL, and parameters. Sources: its manual (vcl,
 * vcl-backend) and {@code varnishd -p help} for the parameters and their bounds. A knob that is not set is left to Varnish.
 *
 * @param settings what the cell sets
 * @param version Varnish's version
 */
record VarnishKnobs(KnobSettings settings, DottedVersion version) {
    /** The parameters backend_wait_limit and backend_wait_timeout; without them a request above the cap is a 503. */
    static final String WAITS = "7.6";

    private static final String CLOSE = "set bereq.http.Connection = \"close\";";
    /** More waiting requests than any scenario has clients. */
    private static final String WAIT_LIMIT = "backend_wait_limit=100000";

    private static final String WAIT_TIMEOUT = "backend_wait_timeout=3600";
    private static final Duration LEAST_IDLE_TIMEOUT = Duration.ofSeconds(1);

    private static final StepTime IDLE =
            StepTime.millis("backend_idle_timeout", ms -> "backend_idle_timeout=" + inSeconds(ms));
    private static final StepTime CONNECT =
            StepTime.millis("connect_timeout", ms -> ".connect_timeout = " + ms + "ms;");
    private static final StepTime RESPONSE = StepTime.millis(
            "first_byte_timeout", ms -> ".first_byte_timeout = " + ms + "ms; .between_bytes_timeout = " + ms + "ms;");

    private static final FixedKnobs FIXED = new FixedKnobs(
            "Varnish",
            Map.of(
                    Knob.ROLE, "http",
                    Knob.POOL_SHARE, "always",
                    Knob.POOL_MIN_IDLE, "0",
                    Knob.POOL_MAX_REQUESTS, Knob.NONE,
                    Knob.POOL_MAX_REQUESTS_EMULATE, "no",
                    Knob.POOL_MAX_LIFETIME, Knob.NONE,
                    Knob.UPSTREAM_HTTP, "1.1",
                    Knob.UPSTREAM_TLS, "no"));

    /** What this version can do at all; single values may be refused even so. */
    static Map<Knob, KnobStatus> capabilities(DottedVersion version) {
        return new EnumMap<>(Map.of(
                Knob.WORKERS, KnobStatus.EMULATED,
                Knob.POOL_ENABLED, KnobStatus.APPLIED,
                Knob.POOL_MAX_TOTAL, version.atLeast(WAITS) ? KnobStatus.APPLIED : KnobStatus.EMULATED,
                Knob.POOL_IDLE_TIMEOUT, KnobStatus.APPLIED,
                Knob.UPSTREAM_CONNECTION, KnobStatus.APPLIED,
                Knob.RETRY_RULE, KnobStatus.APPLIED,
                Knob.CONNECT_TIMEOUT, KnobStatus.APPLIED,
                Knob.RESPONSE_TIMEOUT, KnobStatus.APPLIED));
    }

    /** The parameters that knobs set, as {@code NAME=VALUE}. */
    List<String> parameters(Directives directives) {
        List<String> parameters = new ArrayList<>();
        Stream.of(Knob.WORKERS, Knob.POOL_IDLE_TIMEOUT)
                .map(knob -> directives.directive(knob).text())
                .filter(text -> !text.isEmpty())
                .forEach(parameters::add);
        if (settings.count(Knob.POOL_MAX_TOTAL).isPresent() && version.atLeast(WAITS)) {
            parameters.addAll(List.of(WAIT_LIMIT, WAIT_TIMEOUT));
        }
        return parameters;
    }

    /** The statement by which Varnish closes each connection after one request; empty where it keeps them. */
    String connection() {
        boolean off = settings.text(Knob.POOL_ENABLED).map("no"::equals).orElse(false)
                || settings.text(Knob.UPSTREAM_CONNECTION).map("close"::equals).orElse(false)
                || settings.count(Knob.POOL_MAX_IDLE).orElse(1) == 0;
        return off ? CLOSE : "";
    }

    /** What is written for a knob, whether the cell sets it or not. */
    Directive directive(Knob knob) {
        return settings.text(knob).map(value -> forValue(knob, value)).orElseGet(() -> Directive.applied(""));
    }

    private Directive forValue(Knob knob, String value) {
        return switch (knob) {
            case WORKERS -> workers(value);
            case POOL_ENABLED, UPSTREAM_CONNECTION -> Directive.applied("");
            case POOL_MAX_IDLE -> maxIdle(value);
            case POOL_MAX_TOTAL -> maxTotal(value);
            case POOL_IDLE_TIMEOUT -> idleTimeout(value);
            case RETRY_RULE -> retry(value);
            case CONNECT_TIMEOUT -> CONNECT.directive(value);
            case RESPONSE_TIMEOUT -> RESPONSE.directive(value);
            default -> FIXED.directive(knob, value);
        };
    }

    private static Directive workers(String value) {
        return value.equals(Knob.NONE)
                ? Directive.unsupported("Varnish needs a number of thread pools")
                : Directive.emulated(
                        "thread_pools=" + value,
                        "a worker is a pool of some hundred threads; all share one pool of connections");
    }

    private static Directive maxIdle(String value) {
        return switch (value) {
            case Knob.NONE -> Directive.applied("");
            case "0" ->
                Directive.emulated("", "Varnish has no limit of idle connections: it sends 'Connection: close'");
            default -> Directive.unsupported("Varnish has no limit of idle connections");
        };
    }

    private Directive maxTotal(String value) {
        if (value.equals(Knob.NONE)) {
            return Directive.applied("");
        }
        String cap = ".max_connections = " + value + ";";
        return version.atLeast(WAITS)
                ? Directive.applied(cap, "requests above it wait (" + WAIT_LIMIT + ", " + WAIT_TIMEOUT + " s)")
                : Directive.emulated(
                        cap, "max_connections answers what is above it with 503 instead of letting it wait");
    }

    private static Directive idleTimeout(String value) {
        Directive directive = IDLE.directive(value);
        boolean tooShort = DurationText.parse(value)
                .filter(duration -> duration.compareTo(LEAST_IDLE_TIMEOUT) < 0)
                .isPresent();
        return tooShort ? Directive.unsupported("backend_idle_timeout is at least 1 s") : directive;
    }

    /** A body that was read into memory can be sent again; one of more than 64 KiB or of unknown length is not read. */
    private static Directive retry(String value) {
        return switch (value) {
            case "none" -> Directive.unsupported("Varnish always sends a request without a body again");
            case "idempotent-on-reused" ->
                Directive.emulated(
                        "",
                        "what Varnish sends again when a reused connection fails is any request without a body, a POST"
                                + " too, and none with a body");
            default ->
                Directive.applied(
                        "if (std.integer(req.http.Content-Length, 65537) <= 65536) {" + " std.cache_req_body(64KB); }");
        };
    }

    private static String inSeconds(long millis) {
        return "%d.%03d".formatted(millis / 1000, millis % 1000);
    }
}
