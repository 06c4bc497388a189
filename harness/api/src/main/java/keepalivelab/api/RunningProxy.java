package keepalivelab.api;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** A proxy that was started and is ready. Closing it stops it: gracefully, then by force; nothing of it is left. */
public interface RunningProxy extends AutoCloseable {
    /** Where it listens. */
    InetSocketAddress address();

    /** Process id of the proxy's first process; empty for an address that we did not start. */
    OptionalLong pid();

    /** Whether it still runs. A proxy that died by itself makes the cell void. */
    boolean alive();

    /** Path whose requests go to the plan's probe backend and never touch the measured pool; empty where there is none. */
    default Optional<String> warmPath() {
        return Optional.empty();
    }

    /** Where requests for {@link #warmPath} go: for a byte forwarder, which sees no paths, not where it listens. */
    default InetSocketAddress warmAddress() {
        return address();
    }

    /** What the proxy counts by itself (connects, reuses), by its own names; empty where it counts nothing. */
    default Map<String, Long> counters() {
        return Map.of();
    }

    /**
     * What those of its counters mean that the ledger can be held against, for the cross-check; empty where there is none.
     * They are read once when the proxy is ready and once when the measurement has ended.
     */
    default List<CounterMeaning> counterMeanings() {
        return List.of();
    }

    /**
     * Whether {@link #pause} stops everything that handles requests, and one thread handles all of them: only then does the
     * order in which events arrived meanwhile decide what happens afterwards.
     */
    default boolean pausable() {
        return false;
    }

    /**
     * Stops it between two instructions and returns when nothing of it runs: what arrives from now on waits in the kernel.
     *
     * @throws ProxyFailedException if it cannot be stopped
     */
    default void pause() throws ProxyFailedException {
        throw new UnsupportedOperationException("this proxy is not pausable");
    }

    /** Lets it go on. Nothing happens where it is not paused. {@link #close} does so by itself. */
    default void resume() {
        // Nothing was paused.
    }

    /** Whether a thread of that name is the proxy's own, and not one of the runtime it is written in. */
    default boolean ownThread(String name) {
        return true;
    }

    /** What its log said so far. */
    LogFindings log();

    /** Stops it within the driver's limit. Idempotent. */
    @Override
    void close();

    /**
     * What was found in a proxy's log.
     *
     * @param earlyCloses lines that mean "the upstream closed before it answered"; empty where this proxy logs no such line
     * @param alerts lines of the severity alert, emergency or panic; empty for none
     * @param tail the last lines, for messages
     */
    record LogFindings(OptionalLong earlyCloses, List<String> alerts, List<String> tail) {
        public LogFindings {
            alerts = List.copyOf(alerts);
            tail = List.copyOf(tail);
        }
    }
}
