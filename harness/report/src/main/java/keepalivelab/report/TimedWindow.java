package keepalivelab.report;

/**
 * One window of an open loop: response times from the planned instant on.
 *
 * @param count answered requests, those over range included
 * @param notOk requests with another outcome than ok
 * @param p50Us half of the responses took at most this
 * @param p99Us 99 % took at most this
 * @param lagP99Us 99 % of the requests were sent at most so late by the generator itself
 * @param valid whether the generator was in time; a window that is not is left out with its partner of the other arm
 */
public record TimedWindow(long count, long notOk, double p50Us, double p99Us, double lagP99Us, boolean valid) {
    public TimedWindow {
        if (count < 0 || notOk < 0 || !(p50Us >= 0) || !(p99Us >= 0) || !(lagP99Us >= 0)) {
            throw new IllegalArgumentException(
                    "window of " + count + " with p50 " + p50Us + ", p99 " + p99Us + ", lag " + lagP99Us);
        }
    }
}
