package keepalivelab.load;

import java.time.Duration;
import java.util.List;
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
 * @param rounds of {@linkplain LoadPlan.Classes connection classes}; empty for other plans
 * @param unplaced why no connection was found that a wanted thread serves, which ended the job; empty if none was missing
 * @param windows of an open loop that was told to have some; empty for every other job
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
        Optional<MissedFact> missedFact,
        List<ClassRound> rounds,
        Optional<String> unplaced,
        List<WindowTimes> windows) {
    public LoadResult {
        rounds = List.copyOf(rounds);
        windows = List.copyOf(windows);
    }

    LoadResult with(List<ClassRound> ofClasses, Optional<String> whyUnplaced) {
        return new LoadResult(
                token,
                accounting,
                answers,
                connections,
                times,
                gaps,
                requests,
                elapsed,
                missedFact,
                ofClasses,
                whyUnplaced,
                windows);
    }

    /** The id of request {@code number}, as it was sent. */
    public String requestId(int number) {
        return token + "-" + number;
    }
}
