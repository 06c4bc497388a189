package keepalivelab.report.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import keepalivelab.report.StoredRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Go's benchstat reads our benchmark text. Skipped where there is no Go, or where it cannot get benchstat; with
 * {@code -Dkeepalivelab.missingReader=fail} that is a failure.
 */
class BenchstatTest {
    private static final String BENCHSTAT = "golang.org/x/perf/cmd/benchstat@v0.0.0-20260908200009-22c9c6c9d4da";

    @TempDir
    private Path folder;

    @Test
    void benchstatComparesTwoRunsByItsUnits() throws Exception {
        Output version = benchstat("-h");
        boolean there = version.text().contains("Usage");
        if ("fail".equals(System.getProperty("keepalivelab.missingReader"))) {
            assertThat(there).as("benchstat runs: " + version.text()).isTrue();
        }
        assumeTrue(there, "no benchstat on this machine");
        Path base = file("base.txt", 6);
        Path candidate = file("candidate.txt", 6);
        Output compared =
                benchstat("-filter", ".unit:accepts OR .unit:reuse-ratio", base.toString(), candidate.toString());
        assertThat(compared.status()).as(compared.text()).isZero();
        assertThat(compared.text())
                .contains("accepts")
                .contains("reuse-ratio")
                .contains("KeepaliveSize/size=2/arm=old")
                .doesNotContain("syntax error")
                .doesNotContain("invalid");
        Output times = benchstat(base.toString(), candidate.toString());
        assertThat(times.text()).contains("service-p50-sec").contains("9.500µ");
    }

    private Path file(String name, int runs) throws IOException {
        List<StoredRun> all = new ArrayList<>();
        for (int i = 0; i < runs; i++) {
            all.add(ExportedRuns.stored(ExportedRuns.held()));
        }
        return Files.writeString(
                folder.resolve(name), Export.of("benchstat").documents(all).get("bench.txt"));
    }

    private record Output(int status, String text) {}

    private Output benchstat(String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of("go", "run", BENCHSTAT));
        command.addAll(List.of(words));
        try {
            Process process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .start();
            process.getOutputStream().close();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            return new Output(process.exitValue(), text);
        } catch (IOException noGo) {
            return new Output(127, noGo.toString());
        }
    }
}
