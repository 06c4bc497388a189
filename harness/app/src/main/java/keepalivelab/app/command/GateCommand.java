package keepalivelab.app.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import keepalivelab.api.Arm;
import keepalivelab.api.InputException;
import keepalivelab.app.Home;
import keepalivelab.app.gate.BaselineRequest;
import keepalivelab.app.gate.BaselineUpdate;
import keepalivelab.app.gate.CountsGate;
import keepalivelab.app.run.ArmBinding;
import keepalivelab.app.run.RunOrder;
import keepalivelab.app.run.RunOutput;
import keepalivelab.report.baseline.BaselineFolder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code run-scenario gate NAME}. */
@Command(
        name = "gate",
        mixinStandardHelpOptions = true,
        headerHeading = "Examples:%n"
                + "  run-scenario gate keepalive-size --proxy embedded:lifo%n"
                + "  run-scenario gate keepalive-size --proxy nginx --update-baseline --reason \"a larger pool\"%n%n",
        description = {
            "Runs a scenario and judges its counts: by what must hold anywhere, and by the committed baseline of each arm.",
            "Counts that every run repeats must be equal; accepts that depend on timing must be explained by the ledger."
        })
public final class GateCommand implements Callable<Integer> {
    @Mixin
    private RunOptions options = new RunOptions();

    @Option(
            names = "--update-baseline",
            description = "Writes what this run counts as the baseline, unless a cell fails.")
    private boolean updateBaseline;

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why the counts change; kept in the baseline.")
    private @Nullable String reason;

    @Option(
            names = "--baselines",
            paramLabel = "DIR",
            description = "Folder of baselines. Default: results/baselines of this installation.")
    private @Nullable Path baselines;

    @Option(
            names = "--against",
            paramLabel = "ARM",
            description =
                    "Holds every arm against the baseline of this one, e.g. embedded:lifo. Default: each has its own.")
    private @Nullable String against;

    @Override
    public Integer call() {
        if (reason != null && !updateBaseline) {
            throw new InputException("--reason is for --update-baseline: a gate that only judges changes nothing");
        }
        if (against != null && updateBaseline) {
            throw new InputException(
                    "--against judges by another arm's baseline; --update-baseline writes the arm's own");
        }
        BaselineFolder folder =
                new BaselineFolder(Optional.ofNullable(baselines).orElseGet(Home::baselines));
        RunOrder order = options.order();
        RunOutput output = options.output();
        if (updateBaseline) {
            BaselineUpdate update = new BaselineUpdate(order, folder, reason);
            int status = RunCommand.execute(order, options, output, update);
            output.remarks(update.news());
            return status;
        }
        return RunCommand.execute(
                order, options, output, new CountsGate(BaselineRequest.of(order, folder, reference())));
    }

    private @Nullable ArmBinding reference() {
        return against == null
                ? null
                : ArmBinding.bind(List.of(Arm.parse(against)), false).get(0);
    }
}
