package keepalivelab.app.command;

import java.util.concurrent.Callable;
import keepalivelab.app.run.Interruption;
import keepalivelab.app.run.Run;
import keepalivelab.app.run.RunGate;
import keepalivelab.app.run.RunOrder;
import keepalivelab.app.run.RunOutput;
import keepalivelab.report.ExitStatus;
import keepalivelab.report.RunResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code run-scenario run NAME}. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        headerHeading = "Examples:%n"
                + "  run-scenario keepalive-size%n"
                + "  run-scenario keepalive-size --set n=300 --proxy embedded:lifo --proxy nginx%n"
                + "  run-scenario close-on-second-request --proxy small=nginx,pool.max-idle=4%n%n",
        description = "Runs a scenario on one or several proxies and prints its table.")
public final class RunCommand implements Callable<Integer> {
    @Mixin
    private RunOptions options = new RunOptions();

    @Option(names = "--dry-run", description = "Shows what would run; starts nothing.")
    private boolean dryRun;

    @Override
    public Integer call() {
        RunOrder order = options.order();
        RunOutput output = options.output();
        if (dryRun) {
            output.plan(order);
            return ExitStatus.HELD.code();
        }
        return execute(order, options, output, RunGate.NONE);
    }

    /** Runs to the end, or to where it is cut short. */
    static int execute(RunOrder order, RunOptions options, RunOutput output, RunGate gate) {
        try (Interruption interruption = Interruption.armed()) {
            RunResult result = Run.of(order, options.runs(), output, interruption)
                    .judgedBy(gate)
                    .strict(options.strictness())
                    .execute();
            if (interruption.requested()) {
                output.interrupted(result, order.turns().size());
                return Interruption.EXIT_STATUS;
            }
            ExitStatus status = output.finish(result, options.strictness());
            if (options.wantsReport()) {
                output.report(order.scenario().scenario().header().question());
            }
            return status.code();
        }
    }
}
