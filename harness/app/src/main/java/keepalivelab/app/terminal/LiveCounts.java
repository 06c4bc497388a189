package keepalivelab.app.terminal;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import keepalivelab.api.Outcome;

/**
 * What a cell has counted up to a moment, read one counter after the other while they go on: the sums of a moment need not balance.
 *
 * @param sent requests taken up
 * @param outcomes requests that have ended, by how
 * @param accepts connections the backend took
 * @param open connections that are open at the backend
 * @param inFlight requests the backend has read and not answered
 * @param exchanges requests the backend has answered
 * @param reusedExchanges of these, those on a used connection
 */
public record LiveCounts(
        long sent,
        Map<Outcome, Integer> outcomes,
        long accepts,
        long open,
        long inFlight,
        long exchanges,
        long reusedExchanges) {
    /** Nothing was counted. */
    public static final LiveCounts NONE = new LiveCounts(0, Map.of(), 0, 0, 0, 0, 0);

    public LiveCounts {
        Map<Outcome, Integer> ordered = new EnumMap<>(Outcome.class);
        ordered.putAll(outcomes);
        outcomes = Collections.unmodifiableMap(ordered);
    }

    /** Reads the counters, from any thread. */
    @FunctionalInterface
    public interface Source {
        /** What was counted up to now. */
        LiveCounts now();
    }

    /** Requests that have ended. */
    long ended() {
        return outcomes.values().stream().mapToLong(Integer::longValue).sum();
    }
}
