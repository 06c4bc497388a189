package keepalivelab.app.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import keepalivelab.api.InputException;
import keepalivelab.report.Comparison;
import keepalivelab.report.RunResult;
import org.jspecify.annotations.Nullable;

/** Whether a comparison may go on with the rounds of an earlier one: only if nothing but the time has changed. */
final class Resumption {
    private final List<String> differences = new ArrayList<>();

    private Resumption() {}

    /**
     * Refuses to mix two experiments.
     *
     * @param now what would be begun
     * @param before what was begun
     * @throws InputException naming what differs, or that nothing is missing
     */
    static void check(ComparisonOrder order, RunResult now, RunResult before, Path directory) {
        Comparison then = before.comparison();
        if (then == null) {
            throw new InputException(directory + " holds no comparison; only what 'ab' began can be resumed");
        }
        if (!before.partial()) {
            throw new InputException(directory + ": all " + then.plannedRounds() + " rounds are finished");
        }
        Resumption resumption = new Resumption();
        resumption.differs("seed", now.seed(), before.seed());
        resumption.differs(
                "scenario text", now.scenario().sha256(), before.scenario().sha256());
        resumption.differs(
                "parameters", now.scenario().params(), before.scenario().params());
        resumption.comparison(order.comparison(), then);
        resumption.differs(
                "kernel", now.environment().kernel(), before.environment().kernel());
        resumption.differs(
                "cpu", now.environment().cpuModel(), before.environment().cpuModel());
        resumption.differs(
                "cores", now.environment().cores(), before.environment().cores());
        resumption.differs("Java", now.environment().jdk(), before.environment().jdk());
        if (!resumption.differences.isEmpty()) {
            throw new InputException(directory + " cannot be resumed: " + String.join("; ", resumption.differences));
        }
    }

    private void comparison(Comparison now, Comparison then) {
        differs("base", now.base(), then.base());
        differs("candidate", now.candidate(), then.candidate());
        differs("cells", now.cells(), then.cells());
        differs("design", now.design(), then.design());
        differs("rounds", now.plannedRounds(), then.plannedRounds());
        differs(
                "windows",
                now.windows() + " of " + now.windowSeconds() + "s",
                then.windows() + " of " + then.windowSeconds() + "s");
        differs("alpha", now.alpha(), then.alpha());
    }

    private void differs(String what, @Nullable Object now, @Nullable Object then) {
        if (!Objects.equals(now, then)) {
            differences.add(what + " was " + then + " and is " + now);
        }
    }
}
