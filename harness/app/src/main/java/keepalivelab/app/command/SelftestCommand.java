package keepalivelab.app.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import keepalivelab.api.Arm;
import keepalivelab.api.EnvironmentException;
import keepalivelab.api.InputException;
import keepalivelab.api.NearestWord;
import keepalivelab.app.Home;
import keepalivelab.app.Main;
import keepalivelab.app.run.ArmBinding;
import keepalivelab.app.run.ComparisonOrder;
import keepalivelab.app.run.Interruption;
import keepalivelab.app.run.RunOrder;
import keepalivelab.app.run.RunOutput;
import keepalivelab.app.run.ToolVersion;
import keepalivelab.app.run.TrialLog;
import keepalivelab.app.scenario.ResolvedScenario;
import keepalivelab.app.scenario.Scenario;
import keepalivelab.app.selftest.GateSelftest;
import keepalivelab.app.selftest.SelftestPage;
import keepalivelab.report.Environment;
import keepalivelab.report.ExitStatus;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code run-scenario selftest gate}. */
@Command(
        name = "selftest",
        mixinStandardHelpOptions = true,
        headerHeading = "Examples:%n"
                + "  run-scenario selftest gate --short%n"
                + "  run-scenario selftest gate --out results/selftest%n%n",
        description = "Plants regressions and noise and sees what the gate makes of them. Takes hours unless --short; "
                + "stopped, it goes on with the same --out.")
public final class SelftestCommand implements Callable<Integer> {
    private static final String GATE = "gate";
    private static final String ARM = "embedded:lifo";
    private static final String SCENARIO = "keepalive-size";
    private static final String CELL = "size=8,clients=8";
    private static final ComparisonOrder.Wish WISH = new ComparisonOrder.Wish(12, "3x0.5s", 0.01);

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "WHAT", description = "What is tested: " + GATE + ".")
    private String what;

    @Option(names = "--short", description = "A few trials of each check.")
    private boolean brief;

    @Option(names = "--counts", paramLabel = "N", description = "Trials of each planted defect of counts.")
    private @Nullable Integer counts;

    @Option(names = "--slower", paramLabel = "N", description = "Comparisons with a longer service time.")
    private @Nullable Integer slower;

    @Option(names = "--equal", paramLabel = "N", description = "Comparisons of equal arms.")
    private @Nullable Integer equal;

    @Option(names = "--disturbed", paramLabel = "N", description = "Comparisons under each disturbance.")
    private @Nullable Integer disturbed;

    @Option(names = "--out", paramLabel = "DIR", description = "Folder of the trials and the page.")
    private @Nullable Path out;

    @Override
    public Integer call() {
        if (!what.equals(GATE)) {
            throw new InputException("selftest " + what + ": unknown" + NearestWord.hint(what, List.of(GATE)));
        }
        Path folder = Optional.ofNullable(out).orElseGet(() -> Home.runs().resolve("selftest"));
        TrialLog log = TrialLog.open(
                folder.resolve("selftest-gate.csv"), "selftest gate " + WISH + " commit " + ToolVersion.commit());
        RunOutput output =
                new RunOutput(spec.commandLine().getOut(), spec.commandLine().getErr(), RunOutput.Loudness.NORMAL);
        try (Interruption interruption = Interruption.armed()) {
            GateSelftest.Environs environs =
                    new GateSelftest.Environs(this::order, folder.resolve("runs"), output, interruption);
            new GateSelftest(plan(), log, SelftestCommand::typed, environs).run();
            SelftestPage page = SelftestPage.of(log);
            write(folder.resolve("selftest-gate.md"), page);
            if (interruption.requested()) {
                return Interruption.EXIT_STATUS;
            }
            return (page.good() ? ExitStatus.HELD : ExitStatus.FAILED).code();
        }
    }

    private GateSelftest.Plan plan() {
        GateSelftest.Plan preset = brief ? GateSelftest.Plan.SHORT : GateSelftest.Plan.FULL;
        return new GateSelftest.Plan(
                counts == null ? preset.counts() : counts,
                slower == null ? preset.slower() : slower,
                equal == null ? preset.equal() : equal,
                disturbed == null ? preset.disturbed() : disturbed);
    }

    private ComparisonOrder order(long seed) {
        Scenario scenario = Main.catalog().read(SCENARIO, Words.ofScenarios());
        List<Arm> arms = List.of(Arm.parse(ARM), Arm.parse(ARM));
        ResolvedScenario resolved = scenario.resolve(Map.of(), arms);
        RunOrder run = new RunOrder(
                resolved,
                ArmBinding.bind(arms, false),
                seed,
                OptionalInt.empty(),
                List.of("./run-scenario", "ab", SCENARIO, "--base", ARM, "--candidate", ARM));
        return ComparisonOrder.of(run, WISH).inCell(CELL);
    }

    private static GateSelftest.Typed typed(List<String> words) {
        StringWriter out = new StringWriter();
        int status = Main.run(new PrintWriter(out, true), new PrintWriter(out, true), words.toArray(String[]::new));
        return new GateSelftest.Typed(status, out.toString());
    }

    private void write(Path file, SelftestPage page) {
        String text = page.markdown(Environment.here());
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new EnvironmentException("cannot write " + file + ": " + e.getMessage());
        }
        spec.commandLine().getOut().print(text);
        spec.commandLine().getOut().flush();
        spec.commandLine().getErr().println("page: " + file);
    }
}
