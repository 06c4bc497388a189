package keepalivelab.report.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import keepalivelab.api.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BaselineFolderTest {
    private static final Baseline NGINX = baseline("nginx", Versions.around("1.22.1"));

    @TempDir
    private Path folder;

    @Test
    void whatIsWrittenIsReadAgainAndFoundByItsVersions() {
        BaselineFolder baselines = new BaselineFolder(folder);
        Path file = baselines.write(NGINX);
        assertThat(file).isEqualTo(folder.resolve("s/nginx-1.22.json"));
        assertThat(baselines.find("s", "nginx", null, "1.22.7"))
                .contains(new BaselineFolder.Stored("s/nginx-1.22.json", NGINX));
        assertThat(baselines.find("s", "nginx", null, "1.23.0")).isEmpty();
        assertThat(baselines.find("s", "nginx", "other", "1.22.1")).isEmpty();
        assertThat(baselines.find("t", "nginx", null, "1.22.1")).isEmpty();
    }

    @Test
    void theFileHasOneCountALineSoThatAChangeCanBeReviewed() {
        assertThat(BaselineFolder.text(NGINX))
                .contains(
                        "      \"exact\": {\n        \"client.sent\": 10,\n        \"figures.answer\": \"200\"\n      },\n")
                .contains(
                        "        \"backend.accepts\": {\n          \"least\": 8,\n          \"plus\": \"retired\"\n        }\n")
                .endsWith("}\n");
        assertThat(BaselineFolder.text(NGINX)).isEqualTo(BaselineFolder.text(NGINX.because("a test")));
    }

    @Test
    void twoFilesForOneProxyAreRefused() {
        BaselineFolder baselines = new BaselineFolder(folder);
        baselines.write(NGINX);
        baselines.write(baseline("nginx", Versions.ANY));
        assertThatThrownBy(() -> baselines.find("s", "nginx", null, "1.22.1"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("nginx-1.22.json and ")
                .hasMessageContaining("both speak for nginx 1.22.1");
    }

    @Test
    void aFileInTheMiddleOfWhichSomethingIsWrongIsNamedWithItsLine() throws IOException {
        BaselineFolder baselines = new BaselineFolder(folder);
        Path file = baselines.write(NGINX);
        Files.writeString(file, Files.readString(file).substring(0, 200));
        assertThatThrownBy(() -> baselines.of("s"))
                .isInstanceOf(InputException.class)
                .hasMessageMatching(".*nginx-1\\.22\\.json:\\d+: not a baseline: .*");
    }

    @Test
    void aCountWithoutANumberIsRefused() throws IOException {
        BaselineFolder baselines = new BaselineFolder(folder);
        Path file = baselines.write(NGINX);
        Files.writeString(file, Files.readString(file).replace("\"client.sent\": 10", "\"client.sent\": null"));
        assertThatThrownBy(() -> baselines.of("s"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("client.sent has no value");
    }

    private static Baseline baseline(String driver, Versions versions) {
        return new Baseline(
                Baseline.SCHEMA_VERSION,
                "s",
                Map.of("load", "abc"),
                Map.of("n", 10L),
                new Baseline.OfArm(driver, null, versions),
                "a test",
                List.of(new BaselineCell(
                        Map.of("size", 8L),
                        new TreeMap<>(Map.of("client.sent", 10L, "figures.answer", "200")),
                        Map.of("backend.accepts", new Envelope(8, Envelope.Plus.RETIRED)))));
    }
}
