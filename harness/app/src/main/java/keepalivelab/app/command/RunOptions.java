package keepalivelab.app.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import keepalivelab.api.Arm;
import keepalivelab.api.InputException;
import keepalivelab.app.Home;
import keepalivelab.app.Main;
import keepalivelab.app.run.ArmBinding;
import keepalivelab.app.run.PoolArms;
import keepalivelab.app.run.RunOrder;
import keepalivelab.app.run.RunOutput;
import keepalivelab.app.scenario.CellWork;
import keepalivelab.app.scenario.ResolvedScenario;
import keepalivelab.app.scenario.Scenario;
import keepalivelab.report.ExitStatus;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What every command that runs a scenario takes. */
final class RunOptions {
    private static final String DEFAULT_ARM = "embedded";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Parameters(paramLabel = "NAME", description = "A scenario of the catalogue, or a file.")
    private String name;

    @Option(
            names = "--proxy",
            paramLabel = "ARM",
            description = "[label=]driver[:variant][@binary, version or address][,knob=value...]; repeatable. "
                    + "Default: the scenario's arms, or " + DEFAULT_ARM + ".")
    private List<String> proxies = new ArrayList<>();

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Sets a parameter of the scenario; repeatable.")
    private Map<String, String> sets = new LinkedHashMap<>();

    @Option(names = "--seed", description = "Seed of every random choice; random and printed unless given.")
    private @Nullable Long seed;

    @Option(names = "--out", paramLabel = "DIR", description = "Folder of result directories.")
    private @Nullable Path out;

    @Option(names = "--backend-port", description = "Fixed port of the backend, for a proxy that already runs.")
    private @Nullable Integer backendPort;

    @Option(names = "--skip-missing", description = "Skips the cells of a proxy that is not there.")
    private boolean skipMissing;

    @Option(names = "--strict", description = "Exits with 3 when the verdict is inconclusive.")
    private boolean strict;

    @Option(names = "--no-report", description = "Writes no report.html.")
    private boolean noReport;

    @Option(
            names = "--live",
            description = "Shows reuse, open connections and outcomes while a cell runs, redrawn in place.")
    private boolean live;

    @Mixin
    private TerminalOptions terminal = new TerminalOptions();

    @Option(names = "--json", description = "Prints exactly the result document on stdout.")
    private boolean json;

    @Option(
            names = {"-q", "--quiet"},
            description = "Nothing on stderr but errors.")
    private boolean quiet;

    @Option(names = "-v", description = "More on stderr; twice for stack traces.")
    private boolean[] verbose = new boolean[0];

    /** Everything that is known before the run starts. */
    RunOrder order() {
        Scenario scenario = Main.catalog().read(name, Words.ofScenarios());
        List<Arm> arms = arms(scenario);
        ResolvedScenario resolved = scenario.resolve(sets, arms);
        PoolArms.check(resolved, arms);
        return new RunOrder(
                resolved,
                ArmBinding.bind(arms, skipMissing),
                seed == null ? OptionalLong.empty() : OptionalLong.of(seed),
                backendPort(arms, resolved),
                commandLine());
    }

    /** Where the run speaks. */
    RunOutput output() {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        RunOutput.Detail detail = live ? RunOutput.Detail.LIVE : RunOutput.Detail.LINE;
        return new RunOutput(out, err, loudness(), new RunOutput.Watching(terminal.terminal(out, err), detail));
    }

    /** Folder of result directories. */
    Path runs() {
        return Optional.ofNullable(out).orElseGet(Home::runs);
    }

    /** What an inconclusive verdict means. */
    ExitStatus.Strictness strictness() {
        return strict ? ExitStatus.Strictness.STRICT : ExitStatus.Strictness.LENIENT;
    }

    /** Whether the run leaves a page for people. */
    boolean wantsReport() {
        return !noReport;
    }

    private List<Arm> arms(Scenario scenario) {
        List<String> own = scenario.defaultArms().isEmpty() ? List.of(DEFAULT_ARM) : scenario.defaultArms();
        return (proxies.isEmpty() ? own : proxies).stream().map(Arm::parse).toList();
    }

    private OptionalInt backendPort(List<Arm> arms, ResolvedScenario resolved) {
        boolean external = arms.stream().anyMatch(arm -> arm.driver().equals("external"));
        if (backendPort == null) {
            if (external) {
                throw new InputException("--proxy external needs --backend-port: the port that proxy forwards to, "
                        + "where the counting backend will listen");
            }
            return OptionalInt.empty();
        }
        if (backendPort < 1 || backendPort > 65_535) {
            throw new InputException("--backend-port " + backendPort + " is not a port (1 to 65535)");
        }
        boolean backend = arms.stream()
                .flatMap(arm -> resolved.cells(arm).stream())
                .anyMatch(cell -> cell.work() instanceof CellWork.Traffic);
        if (!backend && !external) {
            throw new InputException("--backend-port " + backendPort + ": scenario "
                    + resolved.scenario().id() + " has no backend, it runs pools alone");
        }
        return OptionalInt.of(backendPort);
    }

    private RunOutput.Loudness loudness() {
        if (json) {
            return quiet ? RunOutput.Loudness.JSON_QUIET : RunOutput.Loudness.JSON;
        }
        if (quiet) {
            return RunOutput.Loudness.QUIET;
        }
        return verbose.length > 0 ? RunOutput.Loudness.VERBOSE : RunOutput.Loudness.NORMAL;
    }

    /** The command that repeats this run, for the result. */
    private List<String> commandLine() {
        List<String> words = new ArrayList<>(List.of("./run-scenario"));
        words.addAll(spec.root().commandLine().getParseResult().originalArgs());
        return words;
    }
}
