package keepalivelab.app.command;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import keepalivelab.api.Arm;
import keepalivelab.app.Main;
import keepalivelab.app.scenario.Scenario;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code run-scenario show NAME}. */
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        headerHeading = "Examples:%n"
                + "  run-scenario show keepalive-size%n"
                + "  run-scenario show keepalive-size --set n=300%n%n",
        description = "Shows a scenario with its parameters and defaults filled in and every cell written out.")
public final class ShowCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "NAME", description = "A scenario of the catalogue, or a file.")
    private String name;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Sets a parameter of the scenario.")
    private Map<String, String> sets = new LinkedHashMap<>();

    @Override
    public void run() {
        Scenario scenario = Main.catalog().read(name, Words.ofScenarios());
        List<Arm> arms = List.of();
        spec.commandLine().getOut().print(scenario.resolve(sets, arms).show());
        spec.commandLine().getOut().flush();
    }
}
