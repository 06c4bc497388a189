package keepalivelab.app.run;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import keepalivelab.report.ComparisonTables;
import keepalivelab.report.Gate;
import keepalivelab.report.ResultDirectory;
import keepalivelab.report.RunResult;
import keepalivelab.report.Verdict;

/** A comparison as one trial of a check of the gate itself. Stateless. */
public final class ComparisonTrial {
    private ComparisonTrial() {}

    /**
     * Makes one.
     *
     * @param runs folder of its result directory
     * @return its result; empty where it was interrupted
     */
    public static Optional<RunResult> run(
            ComparisonOrder order, Path runs, RunOutput output, Interruption interruption) {
        ResultDirectory directory = ResultDirectory.create(
                runs,
                order.run().scenario().scenario().id(),
                Instant.now(),
                order.run().seed());
        RunResult result =
                ComparisonRun.begin(order, directory, output, interruption).execute();
        return interruption.requested() ? Optional.empty() : Optional.of(result);
    }

    /** One entry per metric that was tested; one for a measurement that is void. */
    public static List<TrialLog.Entry> entries(String check, int trial, RunResult result) {
        List<TrialLog.Entry> entries = new ArrayList<>();
        for (Gate gate : result.gates()) {
            if (gate.p() != null || gate.verdict() == Verdict.VOID) {
                entries.add(new TrialLog.Entry(
                        check,
                        trial,
                        gate.cell().replace(',', ' ') + " " + gate.metric(),
                        ComparisonTables.word(gate.verdict()),
                        "estimate " + gate.estimate() + " p " + gate.p()));
            }
        }
        return entries;
    }
}
