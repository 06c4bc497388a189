package keepalivelab.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import keepalivelab.app.Main;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The counts gate finds every defect that {@code selftest gate} plants, once each: on the real runs, by committed baselines. */
class PlantedDefectsTest {
    private static final int DEFECTS = 7;

    @TempDir
    private Path folder;

    @Test
    void eachIsFoundForItsReason() throws IOException {
        String[] words = ("selftest gate --counts 1 --slower 0 --equal 0 --disturbed 0 --out " + folder).split(" ", -1);
        StringWriter out = new StringWriter();
        int status = Main.run(new PrintWriter(out, true), new PrintWriter(out, true), words);
        assertThat(status).as(out.toString()).isZero();
        assertThat(Files.readString(folder.resolve("selftest-gate.md")).lines())
                .filteredOn(row -> row.contains("found each time"))
                .hasSize(DEFECTS)
                .allMatch(row -> row.contains("| 1 of 1 |"));
    }
}
