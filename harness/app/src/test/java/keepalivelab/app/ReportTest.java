package keepalivelab.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
    @TempDir
    Path folder;

    @Test
    void aRunLeavesItsPageWhosePathIsTheLastLine() throws IOException {
        Typed run = run();
        Path page = onlyRun().resolve("report.html");
        assertThat(run.complaints().get(run.complaints().size() - 1)).isEqualTo("report: " + page);
        assertThat(Files.readString(page))
                .contains("Does the proxy retire an upstream connection", "Life of the upstream connections")
                .contains("./run-scenario run keepalive-requests --set n=30", "for n=3000 (here n=30)");
    }

    @Test
    void aRunWithoutReportLeavesNone() {
        Typed run = run("--no-report");
        assertThat(run.err()).doesNotContain("report: ");
        assertThat(onlyRun().resolve("report.html")).doesNotExist();
    }

    @Test
    void theDocumentOnStdoutStaysExactAndQuietIsSilent() throws IOException {
        Typed run = run("--json", "--quiet");
        assertThat(run.out()).isEqualTo(Files.readString(onlyRun().resolve("result.json")));
        assertThat(run.err()).isEmpty();
        assertThat(onlyRun().resolve("report.html")).exists();
    }

    @Test
    void storedRunsAreReportedSideBySide() throws IOException {
        String first = Home.path().resolve("results/reference/keepalive-size").toString();
        String second =
                Home.path().resolve("results/reference/keepalive-size-nginx").toString();
        Path page = folder.resolve("both.html");
        Typed report = Typed.words("report", first, second, "--out", page.toString());
        assertThat(report.err()).isEmpty();
        assertThat(report.status()).isZero();
        assertThat(report.out()).isEqualTo(page + System.lineSeparator());
        assertThat(Files.readString(page))
                .contains("A: embedded", "B: nginx@1.31.3", "holds the result alone", "Written in form 1.0")
                .doesNotContain(Home.path().toString());
    }

    @Test
    void aRunThatIsNotThereIsNamed() {
        Typed report = Typed.words("report", folder.resolve("nothing").toString());
        assertThat(report.status()).isEqualTo(2);
        assertThat(report.complaints())
                .singleElement()
                .asString()
                .contains("no run '" + folder.resolve("nothing") + "'");
    }

    @Test
    void aPageThatIsAFolderIsRefused() {
        String reference =
                Home.path().resolve("results/reference/keepalive-size").toString();
        Typed report = Typed.words("report", reference, "--out", folder.toString());
        assertThat(report.status()).isEqualTo(2);
        assertThat(report.complaints()).singleElement().asString().contains("--out " + folder + " is a folder");
    }

    private Typed run(String... more) {
        List<String> words = new java.util.ArrayList<>(
                List.of("keepalive-requests", "--set", "n=30", "--proxy", "relay", "--out", folder.toString()));
        words.addAll(List.of(more));
        return Typed.words(words.toArray(String[]::new));
    }

    private Path onlyRun() {
        List<Path> runs = Typed.runsIn(folder);
        assertThat(runs).hasSize(1);
        return runs.get(0);
    }
}
