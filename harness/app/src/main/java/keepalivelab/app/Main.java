package keepalivelab.app;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import keepalivelab.api.EnvironmentException;
import keepalivelab.api.InputException;
import keepalivelab.api.NearestWord;
import keepalivelab.app.command.RootCommand;
import keepalivelab.app.run.MachineLimits;
import keepalivelab.app.scenario.Catalog;
import keepalivelab.app.terminal.StandardStream;
import keepalivelab.report.ExitStatus;
import picocli.CommandLine;

/** Entry point of {@code run-scenario}. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        System.exit(run(StandardStream.out(), StandardStream.err(), args));
    }

    /** Runs one command line and gives its exit status; every failure is one line on {@code err}. */
    public static int run(PrintWriter out, PrintWriter err, String... args) {
        CommandLine commands = commands();
        commands.setOut(out).setErr(err);
        commands.setExecutionExceptionHandler((e, command, parsed) -> status(command, e, traceWanted(args)));
        commands.setParameterExceptionHandler((e, rest) -> misused(e));
        try {
            return execute(commands, args);
        } catch (RuntimeException | Error outsideOfTheHandlers) {
            // Without this the JVM would end with 1, which means that a measurement failed its judgement.
            return status(commands, outsideOfTheHandlers, traceWanted(args));
        }
    }

    private static int execute(CommandLine commands, String... args) {
        Optional<String> mistyped = mistypedCommand(args, commands);
        if (mistyped.isPresent()) {
            String message = "no command or scenario '" + args[0] + "'; did you mean '" + mistyped.get() + "'?";
            return complain(commands, message, ExitStatus.USAGE);
        }
        return commands.execute(withRun(args, commands));
    }

    static CommandLine commands() {
        return new CommandLine(new RootCommand()).setCaseInsensitiveEnumValuesAllowed(true);
    }

    /** The command that a first word was meant to be; empty where it is one, or is nearer to a scenario. */
    private static Optional<String> mistypedCommand(String[] args, CommandLine commands) {
        if (args.length == 0 || !args[0].matches("[a-z-]+") || args[0].startsWith("-")) {
            return Optional.empty();
        }
        List<String> words = new ArrayList<>(commands.getSubcommands().keySet());
        words.addAll(catalog().ids());
        return words.contains(args[0])
                ? Optional.empty()
                : NearestWord.to(args[0], words).filter(commands.getSubcommands()::containsKey);
    }

    /** {@code run-scenario NAME} is {@code run-scenario run NAME}; options of run may stand before the name. */
    static String[] withRun(String[] args, CommandLine commands) {
        if (args.length == 0
                || commands.getCommandSpec().optionsMap().containsKey(args[0])
                || commands.getSubcommands().containsKey(args[0])) {
            return args;
        }
        List<String> all = new ArrayList<>(Arrays.asList(args));
        all.add(0, "run");
        return all.toArray(String[]::new);
    }

    private static int status(CommandLine command, Throwable failure, boolean trace) {
        if (trace) {
            failure.printStackTrace(command.getErr());
        }
        if (failure instanceof InputException input) {
            return complain(command, input.getMessage(), ExitStatus.USAGE);
        }
        if (failure instanceof EnvironmentException environment) {
            return complain(command, environment.getMessage(), ExitStatus.ENVIRONMENT);
        }
        if (MachineLimits.descriptorsRanOut(failure)) {
            return complain(command, MachineLimits.DESCRIPTORS_RAN_OUT, ExitStatus.ENVIRONMENT);
        }
        if (failure instanceof OutOfMemoryError) {
            return complain(
                    command, "memory ran out; use fewer requests or a shorter duration", ExitStatus.ENVIRONMENT);
        }
        String what = failure.getClass().getSimpleName() + ": " + failure.getMessage();
        return complain(command, "internal error, " + what + " (-vv shows where)", ExitStatus.INTERNAL);
    }

    private static int misused(CommandLine.ParameterException e) {
        CommandLine command = e.getCommandLine();
        String hint = "";
        if (e instanceof CommandLine.UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            hint = NearestWord.to(unmatched.getUnmatched().get(0), optionNames(command))
                    .map(word -> "; did you mean '" + word + "'?")
                    .orElse("");
        }
        String name = command.getCommandSpec().qualifiedName();
        return complain(command, e.getMessage() + hint + " (see '" + name + " --help')", ExitStatus.USAGE);
    }

    private static List<String> optionNames(CommandLine command) {
        return command.getCommandSpec().options().stream()
                .flatMap(option -> Arrays.stream(option.names()))
                .toList();
    }

    private static int complain(CommandLine command, String message, ExitStatus status) {
        command.getErr().println("run-scenario: " + message);
        return status.code();
    }

    private static boolean traceWanted(String[] args) {
        long letters = Arrays.stream(args)
                .filter(a -> a.matches("-v+"))
                .mapToLong(a -> a.length() - 1L)
                .sum();
        return letters >= 2;
    }

    /** The folder of the installation, which the launcher names. */
    public static Catalog catalog() {
        return new Catalog(Home.path());
    }
}
