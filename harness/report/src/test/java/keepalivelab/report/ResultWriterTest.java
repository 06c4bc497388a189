package keepalivelab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultWriterTest {
    private static final CellResult HELD =
            CellResult.of("c0", SampleResults.NGINX, Map.of()).judged(Verdict.HELD, List.of());

    @TempDir
    Path runs;

    private ResultDirectory directory;
    private ResultWriter writer;

    @BeforeEach
    void createWriter() {
        directory = ResultDirectory.create(runs, "s", SampleResults.STARTED, 1);
        writer = new ResultWriter(directory, SampleResults.started(), TableLayout.standard());
    }

    @Test
    void everyFinishedCellIsAtOnceReadableAndTheRunMarkedPartial() {
        writer.add(HELD);
        RunResult afterOne = read();
        assertThat(afterOne.cells()).containsExactly(HELD);
        assertThat(afterOne.partial()).isTrue();
        assertThat(afterOne.finishedAt()).isNull();
        assertThat(afterOne.verdict()).isEqualTo(Verdict.HELD);

        writer.add(SampleResults.fullCell());
        assertThat(read().cells()).hasSize(2);
        assertThat(read().verdict()).isEqualTo(Verdict.FAILED);
    }

    @Test
    void theEndIsNoLongerPartialAndHasItsTables() {
        writer.add(SampleResults.fullCell());
        RunResult returned = writer.finish(SampleResults.FINISHED);
        assertThat(read()).isEqualTo(returned);
        assertThat(returned.partial()).isFalse();
        assertThat(returned.finishedAt()).isEqualTo(SampleResults.FINISHED);
        assertThat(directory.path().resolve("table.csv")).content().startsWith("arm,pool.max-idle,clients,cell,");
        assertThat(directory.path().resolve("table.md")).content().contains("| nginx@1.31.3 |");
    }

    private RunResult read() {
        return ResultJson.read(directory.path().resolve(ResultDirectory.RESULT));
    }
}
