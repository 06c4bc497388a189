package keepalivelab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import keepalivelab.api.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredRunTest {
    @TempDir
    private Path folder;

    @Test
    void aWholeRunHasNoProblems() throws IOException {
        write(ResultJson.write(SampleResults.full()));
        StoredRun run = StoredRun.read(folder);
        assertThat(run.result()).isEqualTo(SampleResults.full());
        assertThat(run.problems()).isEmpty();
        assertThat(StoredRun.read(folder.resolve("result.json")).result()).isEqualTo(run.result());
    }

    @Test
    void aResultThatEndsInTheMiddleKeepsItsWholeCellsAndNamesFileAndPlace() throws IOException {
        String json = ResultJson.write(SampleResults.full());
        write(json.substring(0, json.indexOf("\"id\": \"c2\"")));
        StoredRun run = StoredRun.read(folder);
        assertThat(run.result().partial()).isTrue();
        assertThat(run.result().cells()).containsExactly(SampleResults.fullCell());
        assertThat(run.problems())
                .singleElement()
                .asString()
                .startsWith(folder.resolve("result.json") + ":")
                .endsWith("; 1 whole cell before that is kept");
    }

    @Test
    void whereverItEndsItIsReadOrRefusedByName() throws IOException {
        String json = ResultJson.write(SampleResults.full());
        int cells = json.indexOf("\"cells\"");
        for (int end = 0; end < json.length() - 2; end += 97) {
            write(json.substring(0, end));
            if (end > cells) {
                assertThat(StoredRun.read(folder).problems())
                        .as("cut at " + end)
                        .hasSize(1);
            } else {
                assertThatThrownBy(() -> StoredRun.read(folder))
                        .isInstanceOf(InputException.class)
                        .hasMessageContaining("result.json");
            }
        }
    }

    @Test
    void aRunThatWasCutShortSaysSo() throws IOException {
        write(ResultJson.write(SampleResults.started()));
        assertThat(StoredRun.read(folder).problems())
                .containsExactly(
                        folder.resolve("result.json") + ": partial, the run was cut short after 0 whole cells");
    }

    @Test
    void filesThatAreMissingAreNamedUnlessTheResultWasStoredAlone() throws IOException {
        CellResult cell = CellResult.of("c", SampleResults.NGINX, SampleResults.axes(1, "1"))
                .file("ledger", "cells/c/connections.csv")
                .file("config", "cells/c/nginx.conf")
                .judged(Verdict.HELD, List.of());
        write(ResultJson.write(SampleResults.with(cell)));
        assertThat(StoredRun.read(folder).missingFiles())
                .containsExactly(folder + ": holds the result alone; its ledgers and configurations were not kept");
        Files.createDirectories(folder.resolve("cells/c"));
        Files.writeString(folder.resolve("cells/c/nginx.conf"), "");
        assertThat(StoredRun.read(folder).missingFiles())
                .containsExactly(folder.resolve("cells/c/connections.csv") + ": missing");
    }

    @Test
    void manyMissingFilesAreOneLine() throws IOException {
        CellResult cell = CellResult.of("c", SampleResults.NGINX, SampleResults.axes(1, "1"))
                .file("a", "a.csv")
                .file("b", "b.csv")
                .file("c", "c.csv")
                .file("d", "d.csv")
                .file("e", "e.csv")
                .judged(Verdict.HELD, List.of());
        write(ResultJson.write(SampleResults.with(cell)));
        Files.writeString(folder.resolve("e.csv"), "");
        assertThat(StoredRun.read(folder).missingFiles())
                .singleElement()
                .asString()
                .startsWith(folder + ": 4 of the 5 files that the result names are not there, such as ");
    }

    @Test
    void aFolderWithoutAResultIsRefused() {
        assertThatThrownBy(() -> StoredRun.read(folder))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith(folder + ": no result.json there");
    }

    private void write(String json) throws IOException {
        Files.writeString(folder.resolve("result.json"), json);
    }
}
