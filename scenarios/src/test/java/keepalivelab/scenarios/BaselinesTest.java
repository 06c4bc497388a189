package keepalivelab.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import keepalivelab.api.Installation;
import keepalivelab.api.ProxyDriver;
import keepalivelab.app.Home;
import keepalivelab.app.Main;
import keepalivelab.report.baseline.Baseline;
import keepalivelab.report.baseline.BaselineFolder;
import keepalivelab.report.baseline.BaselineFolder.Stored;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every committed baseline is what a run gives. Those of the arms that {@link ShippedScenariosTest} runs anyway are judged
 * there; a baseline names its parameters, so each is judged in its own form.
 */
class BaselinesTest {
    private static final BaselineFolder BASELINES = new BaselineFolder(Home.baselines());

    @TempDir
    private static Path folder;

    static Stream<Stored> others() throws IOException {
        return all().stream().filter(stored -> !ShortRun.judges(stored.baseline()));
    }

    private static List<Stored> all() throws IOException {
        try (Stream<Path> scenarios = Files.list(BASELINES.folder())) {
            return scenarios
                    .filter(Files::isDirectory)
                    .map(scenario -> Objects.toString(scenario.getFileName()))
                    .sorted()
                    .flatMap(scenario -> BASELINES.of(scenario).stream())
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("others")
    void theCountsAreThoseOfTheBaseline(Stored stored) {
        Baseline baseline = stored.baseline();
        String arm = arm(baseline);
        List<String> words = new ArrayList<>(List.of("gate", baseline.scenario(), "--proxy", arm, "--quiet"));
        words.addAll(List.of("--seed", ShortRun.SEED, "--out", folder.toString()));
        baseline.params().forEach((name, value) -> words.addAll(List.of("--set", name + "=" + value)));
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = Main.run(new PrintWriter(out, true), new PrintWriter(err, true), words.toArray(String[]::new));
        assertThat(status).as(err + "\n" + out).isZero();
    }

    @Test
    void thereIsOneForEveryDeterministicScenarioOfTheEmbeddedProxyAndOfNginx() throws IOException {
        List<String> files = all().stream().map(Stored::file).toList();
        for (String scenario : List.of(
                "keepalive-size",
                "keepalive-default",
                "keepalive-requests",
                "idle-close",
                "idle-close-200ms",
                "close-on-second-request")) {
            assertThat(files).contains(scenario + "/embedded-lifo.json", scenario + "/nginx-1.22.json");
        }
        for (String scenario :
                List.of("pool-order", "pool-rules", "pool-stale-entry", "pool-cap-per-thread", "pool-soundness")) {
            assertThat(files).contains(scenario + "/embedded-thread-lru.json", scenario + "/embedded-sharded-lru.json");
        }
    }

    /** The arm as typed; the test is skipped where its proxy is missing, or fails where a missing proxy shall fail. */
    private static String arm(Baseline baseline) {
        Baseline.OfArm of = baseline.arm();
        String named = of.driver() + (of.variant() == null ? "" : ":" + of.variant());
        if (of.driver().equals("embedded")) {
            return named;
        }
        List<String> versions = ProxyDriver.of(of.driver()).installations().stream()
                .map(Installation::version)
                .filter(of.versions()::include)
                .toList();
        if (versions.isEmpty() && "fail".equals(System.getProperty("keepalivelab.missingProxy"))) {
            throw new AssertionError(of.driver() + " " + of.versions() + " is not on this machine, and is required");
        }
        assumeTrue(!versions.isEmpty(), of.driver() + " " + of.versions() + " is not on this machine");
        return named + "@" + versions.get(0);
    }
}
