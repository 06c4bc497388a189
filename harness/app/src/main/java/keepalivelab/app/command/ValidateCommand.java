package keepalivelab.app.command;

import java.util.List;
import keepalivelab.app.Main;
import keepalivelab.app.scenario.Expectations;
import keepalivelab.app.scenario.Scenario;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code run-scenario validate FILE}. */
@Command(
        name = "validate",
        mixinStandardHelpOptions = true,
        headerHeading = "Examples:%n" + "  run-scenario validate my-scenario.yaml%n%n",
        description = "Checks scenario files, their expressions included; starts nothing.")
public final class ValidateCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Scenario files, or names of the catalogue.")
    private List<String> files = List.of();

    @Override
    public void run() {
        for (String file : files) {
            Scenario scenario = Main.catalog().read(file, Words.ofScenarios());
            Expectations.compile(scenario);
            int cells = scenario.resolve(java.util.Map.of(), List.of()).cells().size();
            spec.commandLine().getOut().println(file + ": valid, " + cells + (cells == 1 ? " cell" : " cells"));
        }
    }
}
