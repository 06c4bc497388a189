package keepalivelab.app.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import keepalivelab.api.Arm;
import keepalivelab.api.InputException;
import keepalivelab.app.Home;
import keepalivelab.app.Main;
import keepalivelab.app.run.ArmBinding;
import keepalivelab.app.run.ComparisonOrder;
import keepalivelab.app.run.ComparisonTrial;
import keepalivelab.app.run.Interruption;
import keepalivelab.app.run.RunOrder;
import keepalivelab.app.run.RunOutput;
import keepalivelab.app.run.TrialLog;
import keepalivelab.app.scenario.ResolvedScenario;
import keepalivelab.app.scenario.Scenario;
import keepalivelab.report.ExitStatus;
import keepalivelab.report.FalseAlarms;
import keepalivelab.report.RunResult;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code run-scenario aa NAME}. */
@Command(
        name = "aa",
        mixinStandardHelpOptions = true,
        headerHeading = "Examples:%n"
                + "  run-scenario aa keepalive-size --repeat 5%n"
                + "  run-scenario aa keepalive-size --proxy nginx --repeat 20 --rounds 9 --windows 3x0.5s --seed 7%n%n",
        description = "Judges the gate by itself: compares an arm with itself and counts the false alarms. "
                + "The same seed and folder again go on with what was stopped.")
public final class AaCommand implements Callable<Integer> {
    private static final String CHECK = "aa";

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "NAME", description = "A scenario of the catalogue, or a file.")
    private String name;

    @Option(names = "--proxy", paramLabel = "ARM", description = "The arm; ${DEFAULT-VALUE} unless given.")
    private String proxy = "embedded";

    @Option(names = "--repeat", description = "Comparisons; ${DEFAULT-VALUE} unless given.")
    private int repeat = 10;

    @Option(names = "--rounds", description = "Rounds of each; ${DEFAULT-VALUE} unless given.")
    private int rounds = ComparisonOrder.Wish.STANDARD.rounds();

    @Option(names = "--windows", paramLabel = "NxTIME", description = "Windows per round, like 3x0.5s, or none.")
    private String windows = "";

    @Option(names = "--alpha", description = "Allowed chance of a false alarm; ${DEFAULT-VALUE} unless given.")
    private double alpha = ComparisonOrder.Wish.STANDARD.alpha();

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Sets a parameter of the scenario; repeatable.")
    private Map<String, String> sets = new LinkedHashMap<>();

    @Option(names = "--seed", description = "Seed of the first comparison; random and printed unless given.")
    private @Nullable Long seed;

    @Option(names = "--out", paramLabel = "DIR", description = "Folder of result directories.")
    private @Nullable Path out;

    @Option(
            names = {"-q", "--quiet"},
            description = "Nothing on stderr but errors.")
    private boolean quiet;

    @Override
    public Integer call() {
        if (repeat < 1) {
            throw new InputException("--repeat " + repeat + " is not at least 1");
        }
        Scenario scenario = Main.catalog().read(name, Words.ofScenarios());
        List<Arm> arms = List.of(Arm.parse(proxy), Arm.parse(proxy));
        ResolvedScenario resolved = scenario.resolve(sets, arms);
        List<ArmBinding> bindings = ArmBinding.bind(arms, false);
        long first = seed == null ? ThreadLocalRandom.current().nextInt(1, 1_000_000) : seed;
        Path folder = Optional.ofNullable(out)
                .orElseGet(Home::runs)
                .resolve(scenario.id())
                .resolve("aa-" + first);
        ComparisonOrder.Wish wish = new ComparisonOrder.Wish(rounds, windows, alpha);
        ComparisonOrder order = ComparisonOrder.of(runOrder(resolved, bindings, first), wish);
        TrialLog log = TrialLog.open(folder.resolve("aa.csv"), identity(scenario, order));
        RunOutput output = new RunOutput(
                spec.commandLine().getOut(),
                spec.commandLine().getErr(),
                quiet ? RunOutput.Loudness.QUIET : RunOutput.Loudness.NORMAL);
        try (Interruption interruption = Interruption.armed()) {
            for (int trial = 0; trial < repeat; trial++) {
                RunOrder ofTrial = runOrder(resolved, bindings, first + trial);
                if (!log.has(CHECK, trial)
                        && !made(ComparisonOrder.of(ofTrial, wish), folder, log, trial, output, interruption)) {
                    spec.commandLine()
                            .getErr()
                            .println("run-scenario: interrupted; go on with the same words and --seed " + first);
                    return Interruption.EXIT_STATUS;
                }
            }
        }
        return told(log, first).code();
    }

    private boolean made(
            ComparisonOrder order, Path folder, TrialLog log, int trial, RunOutput output, Interruption interruption) {
        Optional<RunResult> result = ComparisonTrial.run(order, folder, output, interruption);
        result.ifPresent(r -> {
            log.add(ComparisonTrial.entries(CHECK, trial, r));
            output.remark("comparison " + (trial + 1) + " of " + repeat + ": "
                    + r.verdict().key());
        });
        return result.isPresent();
    }

    private ExitStatus told(TrialLog log, long first) {
        Map<String, Map<String, Integer>> tally = new TreeMap<>();
        log.of(CHECK)
                .forEach(e ->
                        tally.computeIfAbsent(e.metric(), m -> new TreeMap<>()).merge(e.found(), 1, Integer::sum));
        var text = spec.commandLine().getOut();
        text.println(name + ": " + proxy + " against itself, " + repeat + " comparisons of " + rounds + " rounds");
        tally.forEach((metric, found) -> text.println("  " + metric + ": " + found));
        FalseAlarms alarms = alarms(log);
        text.println(alarms.text() + ", seed " + first);
        text.flush();
        if (alarms.verdicts() == 0) {
            return ExitStatus.VOID;
        }
        return alarms.moreThan(alpha) ? ExitStatus.FAILED : ExitStatus.HELD;
    }

    private static FalseAlarms alarms(TrialLog log) {
        List<TrialLog.Entry> reached =
                log.of(CHECK).stream().filter(e -> !e.found().equals("VOID")).toList();
        return new FalseAlarms(
                reached.stream().filter(e -> e.found().equals("REGRESSED")).count(), reached.size());
    }

    private RunOrder runOrder(ResolvedScenario scenario, List<ArmBinding> arms, long ofSeed) {
        List<String> words =
                new ArrayList<>(List.of("./run-scenario", "ab", name, "--base", proxy, "--candidate", proxy));
        return new RunOrder(scenario, arms, ofSeed, OptionalInt.empty(), words);
    }

    /** Trials of one log are of one kind. */
    private String identity(Scenario scenario, ComparisonOrder order) {
        return String.join(
                " ",
                scenario.id(),
                scenario.header().sha256(),
                proxy,
                "rounds=" + rounds,
                "windows=" + order.windows(),
                "alpha=" + alpha,
                "set=" + sets);
    }
}
