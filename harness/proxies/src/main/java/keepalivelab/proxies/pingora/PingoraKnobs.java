package keepalivelab.proxies.pingora;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import keepalivelab.api.DurationText;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;
import keepalivelab.api.KnobStatus;
import keepalivelab.proxies.process.Directive;
import keepalivelab.proxies.process.DottedVersion;

/**
 * The neutral knobs as settings of the program around pingora. Sources: {@code ServerConf} of pingora-core, {@code
 * PeerOptions} and {@code ProxyHttp} of pingora-proxy, and pingora-runtime.
 *
 * @param settings what the cell sets
 * @param version pingora's version
 */
record PingoraKnobs(KnobSettings settings, DottedVersion version) {
    /** What it can do at all; single values may be refused even so. */
    static final Map<Knob, KnobStatus> CAPABILITIES = Collections.unmodifiableMap(new EnumMap<>(Map.ofEntries(
            Map.entry(Knob.WORKERS, KnobStatus.APPLIED),
            Map.entry(Knob.WORKERS_MODEL, KnobStatus.APPLIED),
            Map.entry(Knob.WORKERS_SPREAD, KnobStatus.APPLIED),
            Map.entry(Knob.WORKERS_IO, KnobStatus.APPLIED),
            Map.entry(Knob.ROLE, KnobStatus.APPLIED),
            Map.entry(Knob.POOL_ENABLED, KnobStatus.EMULATED),
            Map.entry(Knob.POOL_MAX_IDLE, KnobStatus.APPLIED),
            Map.entry(Knob.POOL_IDLE_TIMEOUT, KnobStatus.APPLIED),
            Map.entry(Knob.UPSTREAM_HTTP, KnobStatus.APPLIED),
            Map.entry(Knob.UPSTREAM_CONNECTION, KnobStatus.APPLIED),
            Map.entry(Knob.RETRY_RULE, KnobStatus.APPLIED),
            Map.entry(Knob.CONNECT_TIMEOUT, KnobStatus.APPLIED),
            Map.entry(Knob.RESPONSE_TIMEOUT, KnobStatus.APPLIED))));

    /** How often pingora tries a request at most, the first time included; its own default is 16. */
    static long attempts(KnobSettings settings) {
        return settings.text(Knob.RETRY_RULE).filter("none"::equals).isPresent() ? 1 : 16;
    }

    /** What is written for a knob; nothing for one that is not set. */
    Directive directive(Knob knob) {
        return settings.text(knob).map(value -> forValue(knob, value)).orElseGet(() -> Directive.applied(""));
    }

    private Directive forValue(Knob knob, String value) {
        return switch (knob) {
            case WORKERS ->
                value.equals(Knob.NONE)
                        ? Directive.unsupported("pingora needs a number of threads")
                        : Directive.applied("threads " + value);
            case WORKERS_MODEL -> Directive.applied("work-stealing " + (value.equals("stealing") ? "yes" : "no"));
            case WORKERS_SPREAD -> spread(value);
            case WORKERS_IO -> io(value);
            case ROLE ->
                value.equals("l4") ? Directive.unsupported("our program forwards HTTP only") : Directive.applied("");
            case POOL_ENABLED -> poolEnabled(value);
            case POOL_MAX_IDLE -> maxIdle(value);
            case POOL_IDLE_TIMEOUT -> time("idle-timeout-ms", value);
            case UPSTREAM_HTTP -> Directive.applied("upstream-http " + value);
            case UPSTREAM_CONNECTION -> Directive.applied("upstream-connection " + value);
            case RETRY_RULE -> retry(value);
            case CONNECT_TIMEOUT -> time("connect-timeout-ms", value);
            case RESPONSE_TIMEOUT -> time("read-timeout-ms", value);
            default -> fixed(knob, value);
        };
    }

    /** Work stealing is what pingora does by itself. */
    private boolean pinned() {
        return settings.text(Knob.WORKERS_MODEL).filter("pinned"::equals).isPresent();
    }

    private Directive spread(String value) {
        String own = pinned() ? "random" : "accepting";
        return value.equals(own)
                ? Directive.applied("")
                : Directive.unsupported("a new connection goes to "
                        + (pinned() ? "a thread by chance" : "the thread that took it first"));
    }

    private Directive io(String value) {
        if (!pinned()) {
            return Directive.unsupported("stealing threads share one place where sockets are watched");
        }
        return value.equals("accepting-loop")
                ? Directive.applied("")
                : Directive.unsupported("a socket stays with the thread that accepted it");
    }

    private static Directive poolEnabled(String value) {
        return value.equals("yes")
                ? Directive.applied("")
                : Directive.emulated(
                        "pool no",
                        "pingora has no such switch: every request says Connection: close, after which it keeps nothing");
    }

    private Directive maxIdle(String value) {
        if (value.equals(Knob.NONE)) {
            return Directive.unsupported("pingora cannot keep idle connections without a limit");
        }
        if (value.equals("0")) {
            return Directive.unsupported("with a pool of size 0 pingora keeps every connection and closes none;"
                    + " pool.enabled=no reuses nothing");
        }
        long threads = settings.count(Knob.WORKERS).orElse(1);
        String note = threads == 1
                ? ""
                : version.atLeast(PingoraDriver.ONE_LIST)
                        ? "times " + threads + " threads: that many for all of them together"
                        : "each of the " + threads + " threads keeps that many";
        return Directive.applied("pool-size " + value, note);
    }

    /** Each version has one rule of its own; changing it would be our code, not pingora's. */
    private Directive retry(String value) {
        if (value.equals("none")) {
            return Directive.applied("attempts 1");
        }
        boolean idempotentOnly = version.atLeast(PingoraDriver.ONE_LIST);
        if (value.equals("idempotent-on-reused") != idempotentOnly) {
            return Directive.unsupported(
                    idempotentOnly
                            ? "it sends idempotent methods again, and no others"
                            : "it sends any method again whose body is at most 64 KiB");
        }
        return Directive.applied(
                "",
                "at most 16 attempts, each further one when another reused connection fails"
                        + (idempotentOnly ? "; a body above 64 KiB is never sent again" : ""));
    }

    private static Directive time(String name, String value) {
        if (value.equals(Knob.NONE)) {
            return Directive.applied("");
        }
        Duration duration = DurationText.parse(value).orElseThrow();
        return duration.toNanos() % 1_000_000 == 0
                ? Directive.applied(name + " " + duration.toMillis())
                : Directive.unsupported("our program takes whole milliseconds");
    }

    /** Values that need no line because pingora is never otherwise. */
    private static Directive fixed(Knob knob, String value) {
        String own = switch (knob) {
            case POOL_MAX_TOTAL, POOL_MAX_REQUESTS, POOL_MAX_LIFETIME -> Knob.NONE;
            case POOL_SHARE -> "always";
            case POOL_MIN_IDLE -> "0";
            case POOL_MAX_REQUESTS_EMULATE, UPSTREAM_TLS -> "no";
            default -> "";
        };
        return value.equals(own)
                ? Directive.applied("")
                : Directive.unsupported("pingora has no such setting" + (own.isEmpty() ? "" : "; it is always " + own));
    }
}
