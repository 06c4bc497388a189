package keepalivelab.app.terminal;

import java.time.Duration;
import java.util.List;

/** What is drawn live of one part of a run. Not thread-safe. */
public interface LiveScene {
    /** How many lines it has. */
    int height();

    /**
     * Takes a sample.
     *
     * @param arm place of the arm that it is of, from 0
     * @param counts as they are now
     * @param elapsed since that arm's load began
     */
    void sample(int arm, LiveCounts counts, Duration elapsed);

    /**
     * What is shown, no line as wide as the terminal.
     *
     * @param place which part of how many, e.g. {@code [3/9]}
     * @param name of the part
     * @param left the time left of everything, in words; empty where nobody knows
     */
    List<String> lines(String place, String name, String left);
}
