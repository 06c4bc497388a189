package keepalivelab.api;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a proxy does by its nature, whatever its knobs say: what a reader needs to understand a result, and what
 * {@code run-scenario proxies show} prints.
 *
 * @param poolScope who shares one pool of upstream connections, e.g. {@code each worker process}
 * @param smallestTimerStep the finest step in which its idle timeout can be set, e.g. 1 s; zero where it has no such timer
 * @param whenFull what becomes of a request when the proxy may open no further upstream connection
 * @param retryRule which requests it sends once more, and when, e.g. {@code idempotent methods, when a reused connection fails}
 * @param remarks what else must be known to read its figures; empty for nothing
 * @param earlyClose the same as {@code retryRule} for programs: scenarios judge by it where no knob says otherwise; empty
 *     where no such rule describes the proxy
 */
public record CapabilitySheet(
        String poolScope,
        Duration smallestTimerStep,
        WhenFull whenFull,
        String retryRule,
        List<String> remarks,
        Optional<EarlyClose> earlyClose) {
    /** A sheet without a rule for programs. */
    public CapabilitySheet(
            String poolScope, Duration smallestTimerStep, WhenFull whenFull, String retryRule, List<String> remarks) {
        this(poolScope, smallestTimerStep, whenFull, retryRule, remarks, Optional.empty());
    }

    public CapabilitySheet {
        if (smallestTimerStep.isNegative()) {
            throw new IllegalArgumentException("smallest timer step " + smallestTimerStep + " is negative");
        }
        remarks = List.copyOf(remarks);
    }

    /** The same sheet with a rule for programs. */
    public CapabilitySheet with(EarlyClose rule) {
        return new CapabilitySheet(poolScope, smallestTimerStep, whenFull, retryRule, remarks, Optional.of(rule));
    }

    /** What becomes of a request that would need one connection too many. */
    public enum WhenFull {
        /** It waits for a connection. */
        QUEUES("waits"),
        /** It is answered with an error. */
        REFUSES("is refused"),
        /** There is no limit of connections in use. */
        NO_LIMIT("has no limit to meet"),
        /** Nobody knows, e.g. of an address that somebody else configured. */
        UNKNOWN("is not known");

        private final String words;

        WhenFull(String words) {
            this.words = words;
        }

        /** For people, after "a request that needs one connection too many". */
        public String words() {
            return words;
        }
    }
}
