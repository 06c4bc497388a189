package keepalivelab.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code run-scenario table} on committed reference runs. */
class TableCommandTest {
    private static final String REFERENCE =
            Home.path().resolve("results/reference").toString() + "/";

    @TempDir
    private Path folder;

    @Test
    void acceptsBySizeAndClients() {
        Typed typed = Typed.words(
                "table", REFERENCE + "keepalive-size", "--by", "size", "--across", "clients", "--columns", "accepts");
        assertThat(typed.status()).isZero();
        assertThat(typed.out().lines().skip(2).findFirst().orElse("").trim())
                .matches("size +clients=1 +clients=8 +clients=32");
        assertThat(typed.out().lines().filter(line -> line.trim().matches("32 +3 +8 +32")))
                .hasSize(1);
    }

    @Test
    void aSeriesIsATableToo() {
        Typed typed = Typed.words("table", REFERENCE + "race-sweep", "--series", "gapBins", "--format", "csv");
        assertThat(typed.out().lines().findFirst().orElse("")).startsWith("arm,method,fromUs,toUs,requests");
        Typed unknown = Typed.words("table", REFERENCE + "race-sweep", "--series", "gabBins");
        assertThat(unknown.status()).isEqualTo(2);
        assertThat(unknown.err()).contains("no series 'gabBins'", "gapBins");
    }

    @Test
    void aRunThatIsNoneIsNamed() throws Exception {
        Typed none = Typed.words("table", folder + "/none");
        assertThat(none.status()).isEqualTo(2);
        assertThat(none.complaints()).singleElement().asString().contains(folder + "/none");
        Path broken = Files.createDirectories(folder.resolve("broken"));
        Files.writeString(broken.resolve("result.json"), "{ \"cut\": ");
        Typed cut = Typed.words("table", broken.toString());
        assertThat(cut.status()).isEqualTo(2);
        assertThat(cut.complaints()).singleElement().asString().contains("broken/result.json");
    }
}
