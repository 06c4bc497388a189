package keepalivelab.report;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the backend's ledger counted in the measured phase.
 *
 * @param accepts connections taken
 * @param unusedAccepts those that were closed without ever carrying an exchange
 * @param exchanges requests answered to the last byte
 * @param reusedExchanges those with an index above 0 on their connection
 * @param reuseRatio {@code reusedExchanges / exchanges}, 0 to 1; null where there was no exchange
 * @param brokenExchanges requests read but not answered to the end
 * @param unreadRequests requests that arrived and were never read
 * @param openAtEnd connections open when the phase ended
 * @param attempts request heads read, summed over request ids
 * @param executions requests read whole, summed over request ids
 * @param duplicates executions beyond the first, summed over request ids
 * @param tallies the distinct forms in which requests arrived, most frequent first
 * @param retired connections that reached the cap on requests per connection; null where there was no cap to reach
 * @param closes how connections ended → count, in the ledger's words
 */
public record BackendCounts(
        long accepts,
        long unusedAccepts,
        long exchanges,
        long reusedExchanges,
        @Nullable Double reuseRatio,
        long brokenExchanges,
        long unreadRequests,
        long openAtEnd,
        long attempts,
        long executions,
        long duplicates,
        List<Tally> tallies,
        @Nullable Long retired,
        Map<String, Long> closes) {
    public BackendCounts {
        Counts.notNegative("accepts", accepts);
        Counts.notNegative("unusedAccepts", unusedAccepts);
        Counts.notNegative("brokenExchanges", brokenExchanges);
        Counts.notNegative("unreadRequests", unreadRequests);
        Counts.notNegative("openAtEnd", openAtEnd);
        Counts.notNegative("attempts", attempts);
        Counts.notNegative("executions", executions);
        Counts.notNegative("duplicates", duplicates);
        if (reusedExchanges < 0 || reusedExchanges > exchanges) {
            throw new IllegalArgumentException(
                    "reusedExchanges " + reusedExchanges + " is not within 0 to exchanges " + exchanges);
        }
        if (!Objects.equals(reuseRatio, ratio(reusedExchanges, exchanges))) {
            throw new IllegalArgumentException(
                    "reuseRatio " + reuseRatio + " is not " + reusedExchanges + " / " + exchanges);
        }
        tallies = List.copyOf(tallies);
        closes = Frozen.byKey(closes);
    }

    /** {@code reused / exchanges}; null for no exchange. */
    public static @Nullable Double ratio(long reused, long exchanges) {
        return exchanges == 0 ? null : (double) reused / exchanges;
    }

    /**
     * One distinct form in which requests arrived.
     *
     * @param method of the requests; null where the ledger does not tell methods apart
     * @param httpVersion as received, e.g. {@code HTTP/1.1}
     * @param connection value of the Connection header as received; null where there was none
     * @param count requests of this form
     */
    public record Tally(
            @Nullable String method,
            String httpVersion,
            @Nullable String connection,
            long count) {
        public Tally {
            Objects.requireNonNull(httpVersion, "httpVersion");
            Counts.notNegative("count", count);
        }
    }
}
