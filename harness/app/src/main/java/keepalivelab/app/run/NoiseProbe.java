package keepalivelab.app.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;
import keepalivelab.api.Arm;
import keepalivelab.api.EnvironmentException;
import keepalivelab.app.scenario.ResolvedScenario;
import keepalivelab.app.scenario.Scenario;
import keepalivelab.report.NoiseEstimate;
import keepalivelab.report.RunResult;

/** Some ten seconds of the embedded proxy against itself: what a comparison of times can show on this machine, now. */
public final class NoiseProbe {
    private static final int ROUNDS = 3;
    private static final WindowPlan WINDOWS = new WindowPlan(Duration.ofMillis(400), Duration.ofMillis(250), 4);
    private static final Arm EMBEDDED = Arm.parse("embedded");
    private static final long SEED = 1;

    private NoiseProbe() {}

    /**
     * Measures.
     *
     * @param scenario one with cells to compare; its first is used
     */
    public static Doctor.Finding finding(Scenario scenario, RunOutput output) {
        ResolvedScenario resolved = scenario.resolve(Map.of(), List.of(EMBEDDED, EMBEDDED));
        RunOrder run = new RunOrder(
                resolved,
                ArmBinding.bind(List.of(EMBEDDED, EMBEDDED), false),
                SEED,
                OptionalInt.empty(),
                List.of("./run-scenario", "doctor"));
        List<PairedCell> cells =
                PairedCell.of(resolved, run.arms().get(0), run.arms().get(1)).subList(0, 1);
        ComparisonOrder order =
                new ComparisonOrder(run, cells, ROUNDS, WINDOWS, ComparisonOrder.Design.here(), 0.01, List.of());
        Path folder = folder();
        try (Interruption interruption = Interruption.armed()) {
            Optional<RunResult> result = ComparisonTrial.run(order, folder, output, interruption);
            return finding(result.map(r -> NoiseEstimate.of(r.rounds())));
        } finally {
            delete(folder);
        }
    }

    private static Doctor.Finding finding(Optional<NoiseEstimate> estimate) {
        String what = "noise";
        if (estimate.isEmpty()) {
            return Doctor.warning(what, "not measured", "the probe was interrupted");
        }
        List<String> found = new ArrayList<>();
        add(found, "p50", estimate.get().p50());
        add(found, "p99", estimate.get().p99());
        int late = estimate.get().latePairs();
        if (found.isEmpty() || 5 * late > estimate.get().pairs()) {
            return Doctor.warning(
                    what,
                    "the generator was late in " + late + " of "
                            + estimate.get().pairs() + " windows",
                    "times cannot be compared here now; counts can");
        }
        return Doctor.fine(
                what,
                "with 16 rounds on this machine you can expect to detect changes of " + String.join(" and ", found));
    }

    private static void add(List<String> found, String metric, OptionalDouble change) {
        if (change.isPresent()) {
            found.add(String.format(Locale.ROOT, "%s from %+.0f%%", metric, 100 * change.getAsDouble()));
        }
    }

    private static Path folder() {
        try {
            return Files.createTempDirectory("keepalive-lab-doctor-");
        } catch (IOException e) {
            throw new EnvironmentException("cannot make a temporary folder: " + e.getMessage());
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException leftover) {
            // The system's temporary folder is cleaned anyway.
        }
    }
}
