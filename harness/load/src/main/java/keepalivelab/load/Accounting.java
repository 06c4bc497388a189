package keepalivelab.load;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import keepalivelab.api.Outcome;

/**
 * What became of every planned request. It always balances:
 * {@code planned = sent + neverSent} and {@code sent = sum of outcomes + inFlightAtEnd}. Immutable.
 *
 * @param planned requests of the plan
 * @param sent requests that a client took up; one whose connection could not be opened is among them, as
 *     {@link Outcome#REFUSED}
 * @param neverSent requests that no client took up, because the run was cancelled or a script's fact never came
 * @param inFlightAtEnd taken up and without an outcome when the run was cancelled
 * @param outcomes how many ended in which way; has every outcome, 0 for none
 */
public record Accounting(int planned, int sent, int neverSent, int inFlightAtEnd, Map<Outcome, Integer> outcomes) {
    /**
     * Checks that it balances.
     *
     * @throws IllegalStateException if it does not: the generator is broken and nothing it counted can be trusted
     */
    public Accounting {
        EnumMap<Outcome, Integer> complete = new EnumMap<>(Outcome.class);
        for (Outcome outcome : Outcome.values()) {
            complete.put(outcome, outcomes.getOrDefault(outcome, 0));
        }
        outcomes = Collections.unmodifiableMap(complete);
        int ended = sum(outcomes);
        if (planned != sent + neverSent || sent != ended + inFlightAtEnd) {
            throw new IllegalStateException(
                    "the generator's accounting does not balance: planned " + planned + ", sent " + sent
                            + ", never sent " + neverSent + ", ended " + ended + ", in flight " + inFlightAtEnd);
        }
    }

    /** Requests that ended in that way. */
    public int count(Outcome outcome) {
        return outcomes.getOrDefault(outcome, 0);
    }

    /** Requests that have an outcome. */
    public int ended() {
        return sum(outcomes);
    }

    private static int sum(Map<Outcome, Integer> outcomes) {
        return outcomes.values().stream().mapToInt(Integer::intValue).sum();
    }
}
