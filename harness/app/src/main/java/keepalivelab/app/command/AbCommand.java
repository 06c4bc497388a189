package keepalivelab.app.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import keepalivelab.api.Arm;
import keepalivelab.api.InputException;
import keepalivelab.app.Home;
import keepalivelab.app.Main;
import keepalivelab.app.run.ArmBinding;
import keepalivelab.app.run.ComparisonOrder;
import keepalivelab.app.run.ComparisonRun;
import keepalivelab.app.run.Interruption;
import keepalivelab.app.run.RunOrder;
import keepalivelab.app.run.RunOutput;
import keepalivelab.app.scenario.Scenario;
import keepalivelab.report.ExitStatus;
import keepalivelab.report.ResultDirectory;
import keepalivelab.report.ResultJson;
import keepalivelab.report.RunResult;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code run-scenario ab NAME}. */
@Command(
        name = "ab",
        mixinStandardHelpOptions = true,
        headerHeading = "Examples:%n"
                + "  run-scenario ab keepalive-size --base embedded:thread-lru --candidate embedded:sharded-lru%n"
                + "  run-scenario ab keepalive-size --base nginx@1.22.1 --candidate nginx --rounds 24 --strict%n"
                + "  run-scenario ab --resume results/runs/keepalive-size/20260304T050607Z-42%n%n",
        description = "Compares two arms in rounds of fresh processes and says PASS, REGRESSED or INCONCLUSIVE.")
public final class AbCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "NAME", arity = "0..1", description = "A scenario of the catalogue, or a file.")
    private @Nullable String name;

    @Option(names = "--base", paramLabel = "ARM", description = "The arm that is known, e.g. the last release.")
    private @Nullable String base;

    @Option(names = "--candidate", paramLabel = "ARM", description = "The arm that is judged.")
    private @Nullable String candidate;

    @Option(names = "--rounds", description = "Rounds of fresh processes; ${DEFAULT-VALUE} unless given.")
    private int rounds = ComparisonOrder.Wish.STANDARD.rounds();

    @Option(
            names = "--windows",
            paramLabel = "NxTIME",
            description = "Timed windows per round, like 3x0.5s, or none to judge counts only. "
                    + "Default: 6x1.5s, 6x0.75s for two cells.")
    private String windows = "";

    @Option(names = "--alpha", description = "Allowed chance of a false alarm; ${DEFAULT-VALUE} unless given.")
    private double alpha = ComparisonOrder.Wish.STANDARD.alpha();

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Sets a parameter of the scenario; repeatable.")
    private Map<String, String> sets = new LinkedHashMap<>();

    @Option(names = "--seed", description = "Seed of every random choice; random and printed unless given.")
    private @Nullable Long seed;

    @Option(names = "--out", paramLabel = "DIR", description = "Folder of result directories.")
    private @Nullable Path out;

    @Option(
            names = "--resume",
            paramLabel = "RUN",
            description = "Goes on with an interrupted comparison; what it was told then holds.")
    private @Nullable Path resume;

    @Option(names = "--strict", description = "Exits with 3 when the verdict is inconclusive.")
    private boolean strict;

    @Option(names = "--no-report", description = "Writes no report.html.")
    private boolean noReport;

    @Option(names = "--live", description = "Shows both arms while they are measured, redrawn in place.")
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

    @Override
    public Integer call() {
        if (resume != null && name == null) {
            return resumed(resume);
        }
        ComparisonOrder order = ComparisonOrder.of(runOrder(), new ComparisonOrder.Wish(rounds, windows, alpha));
        RunOutput output = output();
        try (Interruption interruption = Interruption.armed()) {
            RunResult result = run(order, output, interruption).execute();
            if (interruption.requested()) {
                output.interruptedComparison(result);
                return Interruption.EXIT_STATUS;
            }
            ExitStatus status =
                    output.finish(result, strict ? ExitStatus.Strictness.STRICT : ExitStatus.Strictness.LENIENT);
            if (!noReport) {
                output.report(order.run().scenario().scenario().header().question());
            }
            return status.code();
        }
    }

    private RunOutput output() {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        RunOutput.Detail detail = live ? RunOutput.Detail.LIVE : RunOutput.Detail.LINE;
        return new RunOutput(out, err, loudness(), new RunOutput.Watching(terminal.terminal(out, err), detail));
    }

    private ComparisonRun run(ComparisonOrder order, RunOutput output, Interruption interruption) {
        if (resume != null) {
            ResultDirectory directory =
                    ResultDirectory.reopen(resume.toAbsolutePath().normalize());
            RunResult partial = ResultJson.read(directory.path().resolve(ResultDirectory.RESULT));
            return ComparisonRun.resume(order, directory, partial, output, interruption);
        }
        ResultDirectory directory = ResultDirectory.create(
                Optional.ofNullable(out).orElseGet(Home::runs),
                order.run().scenario().scenario().id(),
                Instant.now(),
                order.run().seed());
        return ComparisonRun.begin(order, directory, output, interruption);
    }

    /** The words of the interrupted run are the order; they stand in its result. */
    private int resumed(Path run) {
        RunResult partial = ResultJson.read(run.resolve(ResultDirectory.RESULT));
        List<String> words = new ArrayList<>(partial.tool().command());
        if (words.size() < 2 || !words.get(1).equals("ab")) {
            throw new InputException(run + " holds no comparison; only what 'ab' began can be resumed");
        }
        words.remove(0);
        words.addAll(List.of("--resume", run.toString()));
        return Main.run(spec.commandLine().getOut(), spec.commandLine().getErr(), words.toArray(String[]::new));
    }

    private RunOrder runOrder() {
        Scenario scenario = Main.catalog().read(required(name, "NAME"), Words.ofScenarios());
        List<Arm> arms = List.of(Arm.parse(required(base, "--base")), Arm.parse(required(candidate, "--candidate")));
        return new RunOrder(
                scenario.resolve(sets, arms),
                ArmBinding.bind(arms, false),
                seed == null ? OptionalLong.empty() : OptionalLong.of(seed),
                OptionalInt.empty(),
                commandLine());
    }

    private static String required(@Nullable String value, String what) {
        if (value == null) {
            throw new InputException("ab needs " + what + ": run-scenario ab NAME --base ARM --candidate ARM");
        }
        return value;
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

    private List<String> commandLine() {
        List<String> words = new ArrayList<>(List.of("./run-scenario"));
        List<String> typed =
                new ArrayList<>(spec.root().commandLine().getParseResult().originalArgs());
        int at = typed.indexOf("--resume");
        if (at >= 0) {
            typed.subList(at, Math.min(typed.size(), at + 2)).clear();
        }
        words.addAll(typed);
        return words;
    }
}
