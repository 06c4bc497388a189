package keepalivelab.report;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one arm did in one round.
 *
 * @param label of the arm
 * @param counts of the closed-loop pass; null where it was not made
 * @param perSecond planned rate of the windows; null where there were none
 * @param windows in the order of time; those of both arms with one position belong together
 * @param broken rules of the scenario that did not hold in the closed-loop pass; empty where all held
 * @param problems why the counts cannot be trusted; empty where they can
 */
public record RoundArm(
        String label,
        @Nullable RoundCounts counts,
        @Nullable Double perSecond,
        List<TimedWindow> windows,
        List<String> broken,
        List<String> problems) {
    public RoundArm {
        Objects.requireNonNull(label, "label");
        windows = List.copyOf(windows);
        broken = List.copyOf(broken);
        problems = List.copyOf(problems);
    }
}
