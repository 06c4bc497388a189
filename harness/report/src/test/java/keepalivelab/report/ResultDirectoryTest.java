package keepalivelab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import keepalivelab.api.EnvironmentException;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultDirectoryTest {
    @TempDir
    Path runs;

    @Test
    void theFolderIsNamedByScenarioMomentAndSeed() {
        assertThat(runs.relativize(create().path())).hasToString("keepalive-size/20260304T050607Z-42");
    }

    @Test
    void anExistingRunIsNeverWrittenTo() throws Exception {
        ResultDirectory first = create();
        first.write(SampleResults.full());
        ResultDirectory second = create();
        assertThat(second.path()).isNotEqualTo(first.path()).isEmptyDirectory();
        assertThat(create().path()).isNotEqualTo(second.path());
    }

    @Test
    void aRunThatGoesOnKeepsFinishedCellsAndBeginsTheOthersAnew() throws Exception {
        ResultDirectory first = create();
        first.write("a b", "kept.txt", "finished");
        first.write("a/b", "left.txt", "cut short");
        ResultDirectory again = ResultDirectory.reopen(first.path());
        again.keep("a b");
        assertThat(again.cell("a/b")).isEmptyDirectory();
        assertThat(again.write("a/b", "new.txt", "anew")).isEqualTo("cells/a_b-2/new.txt");
        assertThat(again.cell("a/b")).isNotEmptyDirectory();
        assertThat(first.path().resolve("cells/a_b/kept.txt")).hasContent("finished");
    }

    @Test
    void filesAppearByARenameAndLeaveNothingBehind() throws Exception {
        ResultDirectory directory = create();
        directory.write("a.txt", "one");
        directory.write("a.txt", "two");
        assertThat(directory.path().resolve("a.txt")).hasContent("two");
        assertThat(list(directory.path())).containsExactly("a.txt");
    }

    @Test
    void aWriterThatWasKilledLeavesTheEarlierResultReadable() throws Exception {
        ResultDirectory directory = create();
        directory.write(SampleResults.full());
        // What a kill in the middle of the next write leaves.
        Files.writeString(directory.path().resolve(".result.json-4711.tmp"), "{\"schemaVer");
        assertThat(ResultJson.read(directory.path().resolve(ResultDirectory.RESULT)))
                .isEqualTo(SampleResults.full());
    }

    @Test
    void latestLeadsToTheRunThatWasLastGivenAResult() throws Exception {
        create().write(SampleResults.started());
        ResultDirectory second = create();
        Path latest = runs.resolve("keepalive-size/latest");
        assertThat(latest.toRealPath()).isNotEqualTo(second.path().toRealPath());
        second.write(SampleResults.full());
        assertThat(latest.toRealPath()).isEqualTo(second.path().toRealPath());
        assertThat(ResultJson.read(latest.resolve("result.json")).partial()).isFalse();
    }

    @Test
    void aFolderCalledLatestIsLeftAlone() throws Exception {
        Path own = Files.createDirectories(runs.resolve("keepalive-size/latest"));
        create().write(SampleResults.full());
        assertThat(own).isEmptyDirectory();
    }

    @Test
    void aWriteThatFailsLeavesNothingBehind() throws Exception {
        ResultDirectory directory = create();
        Files.createDirectories(directory.path().resolve("a.txt/full"));
        assertThatThrownBy(() -> directory.write("a.txt", "x")).isInstanceOf(EnvironmentException.class);
        assertThat(list(directory.path())).containsExactly("a.txt");
    }

    @Test
    void everyCellHasAFolderOfItsOwn() throws Exception {
        ResultDirectory directory = create();
        Path slash = directory.cell("nginx/size=2");
        Path underscore = directory.cell("nginx_size=2");
        assertThat(slash).isEmptyDirectory().isNotEqualTo(underscore).isEqualTo(directory.cell("nginx/size=2"));
        assertThat(directory.relative(slash)).isEqualTo("cells/nginx_size=2");
        assertThat(directory.cell("NGINX_size=2").getFileName().toString()).isNotEqualToIgnoringCase("nginx_size=2");
    }

    @Test
    void filesOfACellAreNamedRelativeToTheRun() {
        ResultDirectory directory = create();
        assertThat(directory.write("c1", "ledger.json", "{}")).isEqualTo("cells/c1/ledger.json");
        LatencyLog log = new LatencyLog(
                LatencyUnit.MICROSECONDS,
                List.of(new LatencyLog.Entry(
                        "service.all", SampleResults.STARTED, SampleResults.FINISHED, new Histogram(3))));
        assertThat(directory.write("c1", log)).isEqualTo("c1.hlog");
        assertThat(directory.path().resolve("c1.hlog"))
                .content(StandardCharsets.UTF_8)
                .contains("Tag=service.all");
    }

    @Test
    void noNameLeavesTheFolder() {
        ResultDirectory directory = create();
        for (String name :
                List.of("../../up", "/etc/x", "..", ".", "", "a\nb", "\0", "é".repeat(300), "x".repeat(400))) {
            assertThat(directory.cell(name).getParent())
                    .isEqualTo(directory.path().resolve("cells"));
            assertThat(directory.cell(name)).isDirectory();
        }
        assertThat(ResultDirectory.create(runs, "../../up", SampleResults.STARTED, 1)
                        .path())
                .startsWith(runs);
    }

    @Test
    void aPlaceThatCannotBeWrittenIsOneLineWithTheRemedy() throws Exception {
        Path file = Files.writeString(runs.resolve("file"), "not a folder");
        assertThatThrownBy(() -> ResultDirectory.create(file, "s", SampleResults.STARTED, 1))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageStartingWith("cannot write " + file)
                .hasMessageContaining("--out")
                .hasMessageNotContaining("\n");
    }

    @Test
    void aFolderThatVanishedDuringTheRunIsOneLineToo() throws Exception {
        ResultDirectory directory = create();
        Files.delete(directory.path());
        assertThatThrownBy(() -> directory.write(SampleResults.full()))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("result.json")
                .hasMessageContaining("NoSuchFile");
    }

    private ResultDirectory create() {
        return ResultDirectory.create(runs, "keepalive-size", SampleResults.STARTED, 42);
    }

    private static List<String> list(Path folder) throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(f -> f.getFileName().toString()).toList();
        }
    }
}
