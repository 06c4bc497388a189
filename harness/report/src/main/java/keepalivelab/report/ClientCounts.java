package keepalivelab.report;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import keepalivelab.api.Outcome;

/**
 * What the load generator counted in the measured phase. In every cell that is not void {@code planned = sent + neverSent}
 * and {@code sent = sum of outcomes + inFlightAtEnd}.
 *
 * @param planned requests that were to be made
 * @param sent requests whose first byte was written
 * @param neverSent requests that were not
 * @param inFlightAtEnd requests without an outcome when the phase ended
 * @param opens downstream connections opened
 * @param outcomes {@link Outcome#key()} → count; outcomes left out count 0, and all are written
 * @param status status code → responses
 * @param exchanges responses that carried the backend's numbers
 * @param reusedExchanges those of them with an exchange index above 0
 */
public record ClientCounts(
        long planned,
        long sent,
        long neverSent,
        long inFlightAtEnd,
        long opens,
        Map<String, Long> outcomes,
        Map<String, Long> status,
        long exchanges,
        long reusedExchanges) {
    public ClientCounts {
        Counts.notNegative("planned", planned);
        Counts.notNegative("sent", sent);
        Counts.notNegative("neverSent", neverSent);
        Counts.notNegative("inFlightAtEnd", inFlightAtEnd);
        Counts.notNegative("opens", opens);
        outcomes = everyOutcome(outcomes);
        status = Frozen.byKey(status);
        if (reusedExchanges < 0 || reusedExchanges > exchanges) {
            throw new IllegalArgumentException(
                    "reusedExchanges " + reusedExchanges + " is not within 0 to exchanges " + exchanges);
        }
    }

    /** The count of one outcome. */
    public long count(Outcome outcome) {
        return outcomes.getOrDefault(outcome.key(), 0L);
    }

    private static Map<String, Long> everyOutcome(Map<String, Long> given) {
        Map<String, Long> all = new LinkedHashMap<>();
        TreeSet<String> unknown = new TreeSet<>(given.keySet());
        for (Outcome outcome : Outcome.values()) {
            all.put(outcome.key(), given.getOrDefault(outcome.key(), 0L));
            unknown.remove(outcome.key());
        }
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("unknown outcomes " + unknown);
        }
        return Frozen.inOrder(all);
    }
}
