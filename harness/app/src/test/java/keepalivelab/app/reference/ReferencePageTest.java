package keepalivelab.app.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import keepalivelab.api.ProxyDriver;
import keepalivelab.app.Home;
import keepalivelab.app.command.RootCommand;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** The committed pages of {@code docs/reference} say what the program says. */
class ReferencePageTest {
    private static final Path FOLDER = Home.path().resolve("docs/reference");

    static List<ReferencePage> pages() {
        return ReferencePage.all(
                new CommandLine(new RootCommand()).getCommandSpec(),
                ProxyDriver.all().stream()
                        .filter(ReferencePageTest::isOfTheProduct)
                        .toList());
    }

    private static boolean isOfTheProduct(ProxyDriver driver) {
        return driver.getClass().getPackageName().startsWith("keepalivelab.proxies.");
    }

    @ParameterizedTest
    @MethodSource("pages")
    void theCommittedPageIsWhatTheProgramSays(ReferencePage page) throws IOException {
        Path committed = FOLDER.resolve(page.file());
        assertThat(Files.exists(committed) ? Files.readString(committed) : "")
                .as("docs/reference/%s is stale; refresh it with %s", page.file(), ReferencePage.REFRESH)
                .isEqualTo(page.text());
    }

    @Test
    void noPageIsLeftOverFromEarlier() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".md")))
                    .containsExactlyInAnyOrderElementsOf(
                            pages().stream().map(ReferencePage::file).toList());
        }
    }
}
