package keepalivelab.proxies.process;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import keepalivelab.api.CounterMeaning;
import keepalivelab.api.RunningProxy.LogFindings;

/**
 * What differs between the lives of proxies that run as processes of their own: how one is checked, known to be ready,
 * read and stopped. One instance belongs to one start.
 */
public interface NativeLife {
    /** For messages, e.g. {@code nginx 1.22.1}. */
    String name();

    /** The command that checks the configuration and ends; empty where the proxy has none. */
    default List<String> check() {
        return List.of();
    }

    /** Whether the check's exit status and output mean that the configuration is accepted. */
    default boolean accepted(CommandOutput check) {
        return check.succeeded();
    }

    /** Variables on top of the harness's own, for check and start. */
    default Map<String, String> environment() {
        return Map.of();
    }

    /** The lines of the check or of the log that say what is wrong; all of them where none stands out. */
    default List<String> complaints(List<String> lines) {
        return lines;
    }

    /** Whether the proxy is ready to be measured. Asked again and again; must leave no exchange at the backend. */
    boolean ready();

    /** Whether its log says that its port was taken. */
    boolean saysPortTaken();

    /**
     * Whether each of its processes handles all its requests in one thread: only then, and with one process, does the order
     * in which events arrived during a pause decide what happens after it.
     */
    default boolean handlesInOneThread() {
        return false;
    }

    /**
     * What must happen while it still runs, just before the signal: so that what is in flight is answered, or to save what
     * ends with it; nothing for most. Takes 5 s at most.
     */
    default void beforeStop() {
        // The signal is enough.
    }

    /** The signal that lets it answer what is in flight and end. */
    default Signal gracefulSignal() {
        return Signal.TERM;
    }

    /** How long it may take for that before it is ended by force. */
    default Duration gracefulLimit() {
        return Duration.ofSeconds(5);
    }

    /** What its log said so far. */
    LogFindings log();

    /** What it counts by itself so far, by its own names; empty where it counts nothing. */
    default Map<String, Long> counters() {
        return Map.of();
    }

    /** What those of its counters mean that our ledger can be held against; empty where there is none. */
    default List<CounterMeaning> counterMeanings() {
        return List.of();
    }
}
