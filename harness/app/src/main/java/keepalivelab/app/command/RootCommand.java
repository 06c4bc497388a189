package keepalivelab.app.command;

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
        headerHeading = "Examples:%n",
        header = {
            "  run-scenario keepalive-size",
            "  run-scenario keepalive-size --proxy nginx@1.22.1 --proxy nginx@1.31.3",
            "  run-scenario list",
            ""
        },
        footer = {
            "",
            "'run-scenario NAME' is short for 'run-scenario run NAME'.",
            "Exit status: 0 held, 1 failed, "
                    + "2 wrong input, 4 environment, 5 void, 70 internal error, 77 nothing ran."
        },
        subcommands = {
            RunCommand.class,
            ListCommand.class,
            ShowCommand.class,
            ValidateCommand.class,
            ProxiesCommand.class,
            DoctorCommand.class,
            VersionCommand.class,
            AutoComplete.GenerateCompletion.class,
            CommandLine.HelpCommand.class
        })
public final class RootCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(
                spec.commandLine(),
                "name a scenario or a command\n" + spec.commandLine().getUsageMessage());
    }
}
