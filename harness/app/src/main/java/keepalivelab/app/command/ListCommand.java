package keepalivelab.app.command;

import java.io.PrintWriter;
import java.util.List;
import keepalivelab.app.Main;
import keepalivelab.app.scenario.Scenario;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code run-scenario list}. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        headerHeading = "Examples:%n" + "  run-scenario list%n" + "  run-scenario list --json%n%n",
        description = "Lists the scenarios and the question that each one answers.")
public final class ListCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Option(names = "--json", description = "One JSON array on stdout.")
    private boolean json;

    @Override
    public void run() {
        List<Scenario.Header> headers = Main.catalog().headers();
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(ScenarioListJson.of(headers));
            return;
        }
        int width = headers.stream().mapToInt(h -> h.id().length()).max().orElse(0);
        headers.forEach(h ->
                out.printf("%-" + width + "s  %-4s %s%n", h.id(), h.origin().experiment(), h.question()));
    }
}
