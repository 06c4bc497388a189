package keepalivelab.app.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import keepalivelab.app.terminal.Tables;
import keepalivelab.report.ExitStatus;
import keepalivelab.report.StoredRun;
import keepalivelab.report.compare.RunComparison;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code run-scenario compare BASE CANDIDATE}. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        headerHeading =
                "Examples:%n"
                        + "  run-scenario compare results/runs/keepalive-size/20261130T101500Z-1 results/runs/keepalive-size/latest%n%n",
        description = {
            "Shows two stored runs of one scenario side by side: counts, configurations, what the ledgers tell, times.",
            "Judges nothing. Times of runs in unlike places are refused with exit status 4, unless --force shows them."
        })
public final class CompareCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "BASE", description = "Folder of the run that is known.")
    private Path base;

    @Parameters(index = "1", paramLabel = "CANDIDATE", description = "Folder of the other run.")
    private Path candidate;

    @Option(names = "--force", description = "Shows times although they come from unlike places; still judges nothing.")
    private boolean force;

    @Mixin
    private TerminalOptions terminal = new TerminalOptions();

    @Override
    public Integer call() {
        RunComparison comparison = RunComparison.of(StoredRun.read(base), StoredRun.read(candidate));
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        Tables tables = new Tables(out, terminal.terminal(out, err), "a larger --width shows more");
        comparison.problems().forEach(problem -> err.println("run-scenario: " + problem));
        tables.print(comparison.counts());
        section(tables, "configuration of the arms", comparison.configuration(), "no difference was found");
        section(tables, "what the ledgers tell", comparison.ledger(), "no difference that can be told");
        boolean refused = !comparison.fingerprint().isEmpty() && !force;
        if (!comparison.fingerprint().isEmpty()) {
            section(tables, "unlike places, so their times are not comparable", comparison.fingerprint(), "");
        }
        if (!refused) {
            out.println();
            tables.print(comparison.times());
        }
        out.flush();
        if (refused) {
            err.println("run-scenario: the times are left out: the runs come from unlike places ("
                    + String.join("; ", comparison.fingerprint()) + "); --force shows them");
        }
        err.flush();
        return refused ? ExitStatus.ENVIRONMENT.code() : ExitStatus.HELD.code();
    }

    private static void section(Tables tables, String title, List<String> lines, String none) {
        tables.list(title, lines.isEmpty() ? List.of(none) : lines);
    }
}
