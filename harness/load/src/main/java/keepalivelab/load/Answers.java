package keepalivelab.load;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What complete responses said. Immutable.
 *
 * @param status how many responses had which status
 * @param exchanges responses that name the backend's connection, that is, come from our backend
 * @param reusedExchanges those among them that were not the first exchange on their upstream connection
 * @param interim interim responses (1xx) before final ones
 * @param threads how many responses name which serving thread; names beyond the first 256 count as {@code other}
 * @param pairingErrors responses that carry another request's id, one line for each, at most 100
 * @param pairingErrorCount how many such responses there were; any makes the run void
 */
public record Answers(
        SortedMap<Integer, Integer> status,
        int exchanges,
        int reusedExchanges,
        int interim,
        SortedMap<String, Integer> threads,
        List<String> pairingErrors,
        int pairingErrorCount) {
    public Answers {
        status = Collections.unmodifiableSortedMap(new TreeMap<>(status));
        threads = Collections.unmodifiableSortedMap(new TreeMap<>(threads));
        pairingErrors = List.copyOf(pairingErrors);
    }
}
