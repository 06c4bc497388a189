package keepalivelab.app.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import keepalivelab.api.EnvironmentException;
import keepalivelab.api.InputException;
import keepalivelab.app.Home;
import keepalivelab.app.Main;
import keepalivelab.app.run.ScenarioLayout;
import keepalivelab.app.scenario.Scenario;
import keepalivelab.report.ExitStatus;
import keepalivelab.report.RunResult;
import keepalivelab.report.StoredRun;
import keepalivelab.report.TableLayout;
import keepalivelab.report.page.ReportFile;
import keepalivelab.report.page.ReportedRun;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code run-scenario report RUN...}. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        headerHeading = "Examples:%n"
                + "  run-scenario report keepalive-size%n"
                + "  run-scenario report results/reference/keepalive-size --out report.html%n%n",
        description = "Writes one self-contained page about runs that are stored; several stand side by side.")
public final class ReportCommand implements Callable<Integer> {
    private static final String LATEST = "latest";

    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "1..*",
            paramLabel = "RUN",
            description = "A run's folder, its result.json, or a scenario whose latest run is meant.")
    private List<String> names = new ArrayList<>();

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "The page; default: " + ReportFile.NAME + " in the folder of the (first) run.")
    private @Nullable Path out;

    @Override
    public Integer call() {
        List<ReportedRun> runs = names.stream().map(ReportCommand::run).toList();
        Path target = Optional.ofNullable(out).orElseGet(() -> ReportFile.usual(runs));
        if (Files.isDirectory(target)) {
            throw new InputException(
                    "--out " + target + " is a folder; name a file, e.g. " + target.resolve(ReportFile.NAME));
        }
        spec.commandLine().getOut().println(ReportFile.write(target, runs));
        return ExitStatus.HELD.code();
    }

    private static ReportedRun run(String name) {
        StoredRun stored = StoredRun.read(path(name));
        RunResult result = stored.result();
        Optional<Scenario> scenario = scenario(result.scenario().id());
        List<String> remarks = new ArrayList<>();
        scenario.filter(known ->
                        !known.header().sha256().equals(result.scenario().sha256()))
                .ifPresent(changed -> remarks.add("The scenario's file has changed since this run."));
        int arms = (int) result.cells().stream()
                .map(cell -> cell.arm().label())
                .distinct()
                .count();
        return new ReportedRun(
                stored,
                scenario.map(known -> known.header().question()).orElse(""),
                scenario.map(known -> ScenarioLayout.of(known, arms)).orElseGet(TableLayout::standard),
                remarks);
    }

    /** The scenario as the catalogue has it now; empty where it is not there, or no longer valid. */
    private static Optional<Scenario> scenario(String id) {
        try {
            return Main.catalog().ids().contains(id)
                    ? Optional.of(Main.catalog().read(id, Words.ofScenarios()))
                    : Optional.empty();
        } catch (InputException broken) {
            // It adds a question and an order of columns; the run is there without them.
            return Optional.empty();
        }
    }

    private static Path path(String name) {
        try {
            Path given = Path.of(name);
            Path latest = Home.runs().resolve(name).resolve(LATEST);
            return (Files.exists(given) || !Files.exists(latest) ? given : latest).toRealPath();
        } catch (InvalidPathException e) {
            throw new InputException("'" + name + "' is no path: " + e.getReason());
        } catch (java.nio.file.NoSuchFileException e) {
            throw new InputException(
                    "no run '" + name + "': neither a folder nor a scenario with a run in " + Home.runs());
        } catch (IOException e) {
            throw new EnvironmentException("cannot read " + name + ": " + e.getMessage());
        }
    }
}
