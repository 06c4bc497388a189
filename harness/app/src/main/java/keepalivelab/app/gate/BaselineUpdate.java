package keepalivelab.app.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import keepalivelab.api.InputException;
import keepalivelab.app.run.ArmBinding;
import keepalivelab.app.run.RunGate;
import keepalivelab.app.run.RunOrder;
import keepalivelab.report.CellResult;
import keepalivelab.report.Verdict;
import keepalivelab.report.baseline.Baseline;
import keepalivelab.report.baseline.BaselineFolder;
import keepalivelab.report.baseline.BaselineFolder.Stored;
import org.jspecify.annotations.Nullable;

/** Writes the counts of a run as the baselines of its arms, once they have passed the invariants. Confined to one thread. */
public final class BaselineUpdate implements RunGate {
    private static final String FIRST = "first baseline";

    private final RunOrder order;
    private final BaselineFolder folder;
    private final @Nullable String reason;
    private final List<String> news = new ArrayList<>();

    /**
     * @param reason why; may be null for an arm's first baseline only
     * @throws InputException for an arm with knobs of its own, or one that has a baseline if there is no reason to change it
     */
    public BaselineUpdate(RunOrder order, BaselineFolder folder, @Nullable String reason) {
        this.order = order;
        this.folder = folder;
        this.reason = reason;
        order.arms().forEach(this::check);
    }

    private void check(ArmBinding arm) {
        if (!arm.arm().knobs().isEmpty()) {
            throw new InputException("arm " + arm.label() + " sets knobs of its own: a baseline is of the proxy as the "
                    + "scenario configures it; leave them out");
        }
        if (reason == null && arm.installation().isPresent()) {
            earlier(arm).ifPresent(stored -> {
                throw new InputException(folder.folder().resolve(stored.file())
                        + " exists: say why its counts change with --reason TEXT");
            });
        }
    }

    private Optional<Stored> earlier(ArmBinding arm) {
        return folder.find(
                order.scenario().scenario().id(),
                arm.arm().driver(),
                BaselineRequest.variant(arm),
                arm.installation().orElseThrow().version());
    }

    @Override
    public List<CellResult> judged(List<Finished> finished) {
        List<CellResult> judged = new CountsGate(Map.of()).judged(finished);
        for (ArmBinding arm : order.arms()) {
            if (arm.installation().isPresent()) {
                update(arm, finished, judged);
            }
        }
        return judged;
    }

    private void update(ArmBinding arm, List<Finished> finished, List<CellResult> judged) {
        List<CellResult> own = judged.stream()
                .filter(cell -> cell.arm().label().equals(arm.label()))
                .toList();
        long wrong = own.stream()
                .filter(cell -> cell.verdict() == Verdict.FAILED || cell.verdict() == Verdict.VOID)
                .count();
        if (wrong > 0) {
            news.add(arm.label() + ": no baseline written, for " + wrong + " of its cells failed or are void");
            return;
        }
        List<Finished> ofArm = finished.stream()
                .filter(one -> one.turn().arm().label().equals(arm.label()))
                .toList();
        write(arm, BaselineMaker.make(order.scenario(), arm, ofArm, Objects.requireNonNullElse(reason, FIRST)));
    }

    private void write(ArmBinding arm, Baseline baseline) {
        if (baseline.cells().isEmpty()) {
            news.add(arm.label() + ": no baseline written, for no count of this scenario is the same in every run");
            return;
        }
        Optional<Stored> earlier = earlier(arm);
        boolean same = earlier.isPresent()
                && earlier.get().baseline().because(baseline.reason()).equals(baseline);
        if (same) {
            news.add(arm.label() + ": " + folder.file(baseline) + " is unchanged");
        } else {
            news.add(arm.label() + ": wrote " + folder.write(baseline) + ", "
                    + baseline.cells().size() + " cells, because: " + baseline.reason());
        }
    }

    /** What was written or not, one line per arm; empty before the run has ended. */
    public List<String> news() {
        return List.copyOf(news);
    }
}
