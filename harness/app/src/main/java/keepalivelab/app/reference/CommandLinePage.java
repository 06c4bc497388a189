package keepalivelab.app.reference;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Every command with what it takes. */
final class CommandLinePage {
    private static final String EXAMPLES = "Examples:";

    private CommandLinePage() {}

    static String text(CommandSpec root) {
        Markdown page = Markdown.page("Command line")
                .paragraph("`run-scenario NAME` is short for `run-scenario run NAME`. Every command takes `--help`.");
        shown(root).forEach(command -> add(page, command));
        return page.toString();
    }

    private static Stream<CommandSpec> shown(CommandSpec command) {
        return Stream.concat(
                Stream.of(command),
                command.subcommands().values().stream()
                        .map(sub -> sub.getCommandSpec())
                        .filter(sub -> !sub.usageMessage().hidden())
                        .distinct()
                        .flatMap(CommandLinePage::shown));
    }

    private static void add(Markdown page, CommandSpec command) {
        page.heading(Markdown.code(command.qualifiedName()))
                .paragraph(
                        String.join(" ", command.usageMessage().description()).strip());
        List<List<String>> rows = new ArrayList<>();
        command.positionalParameters().forEach(p -> rows.add(row(p.paramLabel(), p)));
        command.options().stream()
                .filter(option -> !option.hidden() && !isEverywhere(option))
                .forEach(option -> rows.add(row(names(option), option)));
        if (!rows.isEmpty()) {
            page.table(List.of("takes", "meaning"), rows);
        }
        List<String> examples = examples(command);
        if (!examples.isEmpty()) {
            page.block("text", examples);
        }
    }

    private static boolean isEverywhere(OptionSpec option) {
        return option.usageHelp() || option.versionHelp();
    }

    private static List<String> row(String name, ArgSpec arg) {
        return List.of(Markdown.code(name), String.join(" ", arg.description()));
    }

    private static String names(OptionSpec option) {
        String names = String.join(", ", option.names());
        return option.arity().max() == 0 ? names : names + " " + option.paramLabel();
    }

    private static List<String> examples(CommandSpec command) {
        return Arrays.stream(command.usageMessage().headerHeading().split("%n"))
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.equals(EXAMPLES))
                .collect(Collectors.toList());
    }
}
