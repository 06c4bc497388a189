package keepalivelab.load;

import java.time.Duration;
import java.util.Optional;

/**
 * What one job did and saw. Immutable.
 *
 * @param token of the run
 * @param accounting what became of every request
 * @param answers what the responses said
 * @param connections the generator's own connections
 * @param times histograms
 * @param gaps achieved gaps
 * @param requests one entry per planned request
 * @param elapsed from the first request taken up to the last outcome
 * @param missedFact the awaited fact that never came; empty if all came
 */
public record LoadResult(
        String token,
        Accounting accounting,
        Answers answers,
        ClientConnections connections,
        Times times,
        Gaps gaps,
        RequestLog requests,
        Duration elapsed,
        Optional<MissedFact> missedFact) {
    /** The id of request {@code number}, as it was sent. */
    public String requestId(int number) {
        return token + "-" + number;
    }
}
