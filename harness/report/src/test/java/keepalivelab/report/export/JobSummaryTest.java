package keepalivelab.report.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import keepalivelab.report.CellResult;
import keepalivelab.report.ExitStatus;
import keepalivelab.report.RunResult;
import keepalivelab.report.TableLayout;
import keepalivelab.report.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobSummaryTest {
    private static final long MEBIBYTE = 1024 * 1024;

    @TempDir
    private Path folder;

    @Test
    void itSaysTheVerdictWhatIsNotHeldAndTheTables() {
        String text = JobSummary.text(ExportedRuns.mixed(), TableLayout.standard(), MEBIBYTE);
        assertThat(text)
                .startsWith("### keepalive-size: void (exit 5), seed 42\n")
                .contains("- old size=4: failed: backend.accepts: expected 3, found 40\n")
                .contains("ids \\<0001-7\\> \\& ? more")
                .contains("counts against the baseline")
                .contains("| old |");
    }

    @Test
    void itIsAppendedToWhatOtherStepsWrote() throws IOException {
        Path page = Files.writeString(folder.resolve("summary.md"), "before\n");
        JobSummary.append(page, ExportedRuns.held(), TableLayout.standard());
        JobSummary.append(page, ExportedRuns.held(), TableLayout.standard());
        assertThat(Files.readString(page)).startsWith("before\n### keepalive-size: held (exit 0), seed 42\n");
        assertThat(Files.readString(page).lines().filter(line -> line.startsWith("### ")))
                .hasSize(2);
    }

    @Test
    void aPageStaysBelowAMebibyteHoweverLargeTheTableIs() throws IOException {
        List<CellResult> cells = new ArrayList<>();
        for (int size = 0; size < 20_000; size++) {
            cells.add(ExportedRuns.judged(size, Verdict.FAILED, List.of("a reason of some length that each cell has")));
        }
        RunResult large = ExportedRuns.run(cells, ExitStatus.Strictness.LENIENT);
        Path page = folder.resolve("summary.md");
        JobSummary.append(page, large, TableLayout.standard());
        String text = Files.readString(page);
        assertThat(text.getBytes(StandardCharsets.UTF_8).length).isLessThan((int) MEBIBYTE);
        assertThat(text)
                .startsWith("### keepalive-size: failed (exit 1)")
                .contains("- and 19980 more cells")
                .containsPattern("A table of \\d+ bytes has no room on this page; it is in table\\.md\\.");
    }
}
