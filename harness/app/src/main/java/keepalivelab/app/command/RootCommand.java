package keepalivelab.app.command;

import java.util.concurrent.Callable;
import keepalivelab.report.ExitStatus;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The bare command: shows what there is. */
@Command(
        name = "run-scenario",
        mixinStandardHelpOptions = true,
        versionProvider = VersionCommand.Provider.class,
        description = "Measures how reverse proxies and connection pools reuse upstream connections.",
        synopsisSubcommandLabel = "COMMAND | SCENARIO",
        headerHeading = "Examples:%n"
                + "  run-scenario keepalive-size%n"
                + "  run-scenario keepalive-size --proxy nginx@1.22.1 --proxy nginx@1.31.3%n"
                + "  run-scenario gate keepalive-size --proxy embedded:lifo%n"
                + "  run-scenario list%n%n",
        footer = {
            "",
            "'run-scenario NAME' is short for 'run-scenario run NAME'.",
            "Exit status: 0 held, 1 failed, 2 wrong input, 3 inconclusive (--strict), "
                    + "4 environment, 5 void, 70 internal error, 77 nothing ran, 130 interrupted."
        },
        subcommands = {
            RunCommand.class,
            AbCommand.class,
            AaCommand.class,
            SelftestCommand.class,
            GateCommand.class,
            CompareCommand.class,
            ExportCommand.class,
            ReproduceCommand.class,
            TableCommand.class,
            ReportCommand.class,
            ListCommand.class,
            ShowCommand.class,
            ValidateCommand.class,
            ProxiesCommand.class,
            DoctorCommand.class,
            BackendCommand.class,
            VersionCommand.class,
            ReferenceCommand.class,
            AutoComplete.GenerateCompletion.class,
            CommandLine.HelpCommand.class
        })
public final class RootCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        CommandLine root = spec.commandLine();
        root.usage(root.getErr());
        root.getErr().println();
        root.getErr().println("run-scenario: name a scenario or a command");
        return ExitStatus.USAGE.code();
    }
}
