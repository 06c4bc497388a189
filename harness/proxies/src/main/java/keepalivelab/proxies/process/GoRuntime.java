package keepalivelab.proxies.process;

import java.util.Map;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;

/** What all proxies written in Go have in common: how many threads run them, and what their transport does by nature. */
public final class GoRuntime {
    /** A number that no run reaches: Go takes 0 for its default of 2, and knows no word for "no limit". */
    public static final long UNREACHED = 1_000_000;

    private GoRuntime() {}

    /** The knob {@link Knob#WORKERS}: Go has no worker, but a number of threads that run its code at one time. */
    public static Directive workers(String value) {
        return value.equals(Knob.NONE)
                ? Directive.unsupported("Go needs a number of threads that run its code")
                : Directive.emulated("", "Go has no workers: so many threads run its code at one time (GOMAXPROCS)");
    }

    /** The knob {@link Knob#RETRY_RULE}: Go's transport has one rule and no switch. */
    public static Directive retryRule(String value) {
        return value.equals("idempotent-on-reused")
                ? Directive.applied("")
                : Directive.unsupported("Go's transport always sends idempotent requests without a body again");
    }

    /** Variables for those settings; one thread where nothing is said, as the other arms have one worker. */
    public static Map<String, String> environment(KnobSettings settings) {
        return settings.isNative(Knob.WORKERS)
                ? Map.of()
                : Map.of(
                        "GOMAXPROCS", Long.toString(settings.count(Knob.WORKERS).orElse(1)));
    }

    /** Values that need no line because a proxy on Go's transport is never otherwise. */
    public static Directive fixed(String proxy, Knob knob, String value) {
        String own = switch (knob) {
            case WORKERS_MODEL -> "stealing";
            case POOL_SHARE -> "always";
            case POOL_MIN_IDLE -> "0";
            case POOL_MAX_REQUESTS, POOL_MAX_LIFETIME -> Knob.NONE;
            case POOL_MAX_REQUESTS_EMULATE, UPSTREAM_TLS -> "no";
            case UPSTREAM_HTTP -> "1.1";
            case UPSTREAM_CONNECTION -> "none";
            case ROLE -> "http";
            default -> "";
        };
        return value.equals(own)
                ? Directive.applied("")
                : Directive.unsupported(
                        proxy + " has no such setting" + (own.isEmpty() ? "" : "; it is always " + own));
    }
}
