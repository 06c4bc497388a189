package keepalivelab.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two harnesses on one machine share nothing: not even with one seed, one scenario and one folder of results. */
class TwoRunsAtOnceTest {
    @TempDir
    private Path folder;

    @Test
    void theyDoNotDisturbEachOther() throws Exception {
        ExecutorService both = Executors.newFixedThreadPool(2);
        try {
            List<Future<Typed>> runs = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                runs.add(both.submit(() -> Typed.words(
                        "keepalive-requests",
                        "--set",
                        "n=300",
                        "--proxy",
                        "embedded",
                        "--seed",
                        "7",
                        "--out",
                        folder.toString())));
            }
            for (Future<Typed> run : runs) {
                assertThat(run.get().status())
                        .as(run.get().out() + run.get().err())
                        .isZero();
            }
        } finally {
            both.shutdownNow();
        }
        List<Path> results = Typed.runsIn(folder);
        assertThat(results).hasSize(2);
        for (Path result : results) {
            assertThat(Files.readAllLines(result.resolve("cells/embedded_single/connections.csv")).stream()
                            .skip(1)
                            .map(line -> line.split(",", -1)[4])
                            .collect(Collectors.toList()))
                    .containsExactly("100", "100", "100");
        }
    }
}
