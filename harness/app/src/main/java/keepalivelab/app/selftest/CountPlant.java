package keepalivelab.app.selftest;

import java.util.List;
import java.util.regex.Pattern;

/** A defect of the embedded proxy that the counts gate must find, and the reason that it must give. */
enum CountPlant {
    SMALLER_POOL(
            "pool of 7 instead of 8", List.of("keepalive-size", "--proxy", "embedded:lifo,pool.max-idle=7"), "accepts"),
    OTHER_ORDER(
            "first in, first out instead of last in",
            List.of("pool-order", "--proxy", "embedded:fifo", "--against", "embedded:lifo"),
            "oldestFirst|newestFirst"),
    DROPPED_IDLE(
            "one idle connection in 100 dropped",
            List.of("keepalive-size", "--proxy", "embedded:leaky-drops-one-in-100", "--against", "embedded:lifo"),
            "accepts"),
    RETRIED_POST(
            "a POST sent once more",
            List.of("close-on-second-request", "--proxy", "embedded:lifo,retry.rule=any-within-64KiB-on-reused"),
            "attempts|executions|accepts"),
    STALE_REUSE(
            "a request lost on a connection that was closing",
            List.of("close-on-second-request", "--proxy", "embedded:lifo,retry.rule=none"),
            "502|status5xx"),
    REQUEST_CAP(
            "99 requests on a connection instead of 100",
            List.of("keepalive-requests", "--proxy", "embedded:lifo,pool.max-requests=99"),
            "accepts"),
    IDLE_CAP(
            "one idle connection more than allowed",
            List.of("pool-soundness", "--proxy", "embedded:leaky-exceeds-cap", "--against", "embedded:lifo"),
            "exceeds its cap");

    private final String what;
    private final List<String> words;
    private final Pattern reason;

    CountPlant(String what, List<String> words, String reason) {
        this.what = what;
        this.words = words;
        this.reason = Pattern.compile(reason);
    }

    /** The defect. */
    String what() {
        return what;
    }

    /** What follows {@code run-scenario gate}. */
    List<String> words() {
        return words;
    }

    /** Whether an output gives the right reason. */
    boolean explains(String output) {
        // Below the table, where the reasons stand: the table itself has columns of these names.
        int reasons = output.indexOf("failed: ");
        return reasons >= 0 && reason.matcher(output.substring(reasons)).find();
    }
}
