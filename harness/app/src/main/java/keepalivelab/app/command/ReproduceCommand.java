package keepalivelab.app.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import keepalivelab.api.Arm;
import keepalivelab.api.EnvironmentException;
import keepalivelab.api.Installation;
import keepalivelab.api.ProxyDriver;
import keepalivelab.app.Home;
import keepalivelab.app.Main;
import keepalivelab.app.run.ArmBinding;
import keepalivelab.app.run.Interruption;
import keepalivelab.app.run.KeptCells;
import keepalivelab.app.run.Run;
import keepalivelab.app.run.RunOrder;
import keepalivelab.app.run.RunOutput;
import keepalivelab.app.scenario.Scenario;
import keepalivelab.proxies.process.DottedVersion;
import keepalivelab.report.ExitStatus;
import keepalivelab.report.ReproductionPage;
import keepalivelab.report.ResultDirectory;
import keepalivelab.report.ResultJson;
import keepalivelab.report.RunResult;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code run-scenario reproduce}: every published experiment, and one page about all of them. */
@Command(
        name = "reproduce",
        mixinStandardHelpOptions = true,
        headerHeading = "Examples:%n  run-scenario reproduce%n"
                + "  run-scenario reproduce --out results/runs/reproduction%n%n",
        description = "Runs every published experiment and writes one page: published, ours, same mechanism or not. "
                + "What an earlier call with the same folder has finished is kept.")
public final class ReproduceCommand implements Callable<Integer> {
    private static final String PAGE = "reproduction.md";
    private static final long SEED = 1;

    @Spec
    private CommandSpec spec;

    @Option(names = "--out", paramLabel = "DIR", description = "Folder of the results and the page.")
    private @Nullable Path out;

    @Option(
            names = {"-q", "--quiet"},
            description = "Nothing on stderr but errors.")
    private boolean quiet;

    @Override
    public Integer call() {
        Path folder = Optional.ofNullable(out).orElseGet(() -> Home.runs().resolve("reproduction"));
        List<ReproductionPage.Entry> entries = new ArrayList<>();
        List<ExitStatus> statuses = new ArrayList<>();
        try (Interruption interruption = Interruption.armed()) {
            for (Scenario scenario : experiments()) {
                RunResult result = finished(folder, scenario).orElseGet(() -> run(folder, scenario, interruption));
                entries.add(new ReproductionPage.Entry(
                        scenario.header().origin().experiment(),
                        scenario.header().question(),
                        result));
                write(folder, entries);
                if (interruption.requested()) {
                    return Interruption.EXIT_STATUS;
                }
                statuses.add(result.exitStatus(ExitStatus.Strictness.LENIENT));
                say(scenario, result);
            }
        }
        spec.commandLine().getOut().print(ReproductionPage.markdown(entries));
        spec.commandLine().getOut().flush();
        spec.commandLine().getErr().println("page: " + folder.resolve(PAGE));
        return ExitStatus.worst(statuses).code();
    }

    /** Those scenarios of the catalogue that stem from a published experiment, in the order of its name. */
    private static List<Scenario> experiments() {
        return Main.catalog().headers().stream()
                .filter(header -> !header.origin().experiment().isEmpty())
                .sorted(Comparator.comparing(
                                (Scenario.Header header) -> header.origin().experiment())
                        .thenComparing(Scenario.Header::id))
                .map(header -> Main.catalog().read(header.id(), Words.ofScenarios()))
                .toList();
    }

    /** What an earlier call has left of that scenario, finished or not. */
    private static Optional<KeptCells> earlier(Path folder, Scenario scenario) {
        Path latest = folder.resolve(scenario.id()).resolve("latest");
        Path json = latest.resolve(ResultDirectory.RESULT);
        try {
            return Files.isRegularFile(json)
                    ? Optional.of(new KeptCells(latest.toRealPath(), ResultJson.read(json)))
                    : Optional.empty();
        } catch (IOException e) {
            throw new EnvironmentException("cannot read " + latest + ": " + e.getMessage());
        }
    }

    /** A complete result of the very same scenario text. */
    private static Optional<RunResult> finished(Path folder, Scenario scenario) {
        return earlier(folder, scenario)
                .map(KeptCells::result)
                .filter(result ->
                        result.scenario().sha256().equals(scenario.header().sha256()))
                .filter(result -> !result.partial());
    }

    private RunResult run(Path folder, Scenario scenario, Interruption interruption) {
        List<Arm> arms = arms(scenario);
        RunOrder order = new RunOrder(
                scenario.resolve(Map.of(), arms),
                ArmBinding.bind(arms, true),
                OptionalLong.of(SEED),
                OptionalInt.empty(),
                List.of("./run-scenario", "reproduce"));
        RunOutput output = new RunOutput(
                spec.commandLine().getOut(),
                spec.commandLine().getErr(),
                quiet ? RunOutput.Loudness.QUIET : RunOutput.Loudness.NORMAL);
        Run run = Run.of(order, folder, output, interruption);
        return earlier(folder, scenario)
                .filter(kept -> kept.fits(order))
                .map(run::keeping)
                .orElse(run)
                .execute();
    }

    /**
     * The scenario's own arms; beside them, for what the documents measured on nginx, the newest nginx here: theirs was of
     * the line whose defaults are the present ones. One of them only, because most of that time is waiting for idle limits.
     */
    private static List<Arm> arms(Scenario scenario) {
        List<Arm> arms = new ArrayList<>();
        List<String> own = scenario.defaultArms().isEmpty() ? List.of("embedded") : scenario.defaultArms();
        own.forEach(text -> arms.add(Arm.parse(text)));
        boolean ofNginx = scenario.header().origin().document().startsWith("nginx");
        boolean namedAlready = arms.stream().anyMatch(arm -> arm.driver().equals("nginx"));
        if (ofNginx && !namedAlready) {
            ProxyDriver.of("nginx").installations().stream()
                    .map(Installation::version)
                    .max(Comparator.comparing(DottedVersion::of))
                    .ifPresent(version -> arms.add(Arm.parse("nginx@" + version)));
        }
        return arms;
    }

    private static void write(Path folder, List<ReproductionPage.Entry> entries) {
        try {
            Path begun = folder.resolve("." + PAGE);
            Files.writeString(begun, ReproductionPage.markdown(entries));
            Files.move(
                    begun,
                    folder.resolve(PAGE),
                    java.nio.file.StandardCopyOption.ATOMIC_MOVE,
                    java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new EnvironmentException("cannot write " + folder.resolve(PAGE) + ": " + e.getMessage());
        }
    }

    private void say(Scenario scenario, RunResult result) {
        if (!quiet) {
            spec.commandLine()
                    .getErr()
                    .println(scenario.header().origin().experiment() + " " + scenario.id() + ": "
                            + result.verdict().key());
        }
    }
}
