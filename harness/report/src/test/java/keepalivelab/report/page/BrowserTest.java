package keepalivelab.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * The page in a real browser. Skipped where there is none, unless the system property {@code keepalivelab.browser} is
 * {@code required}.
 */
class BrowserTest {
    private static final String PROPERTY = "keepalivelab.browser";
    private static final String OPEN_ALL = "document.querySelectorAll('details').forEach(d => { d.open = true }); 1";
    private static final String TOO_WIDE = """
            [...document.querySelectorAll('body *')]
              .filter(e => !e.closest('.wide, pre') && e.getBoundingClientRect().right > innerWidth + 0.5)
              .map(e => e.tagName + '.' + (e.getAttribute('class') || '') + ' ' + (e.textContent || '').slice(0, 40))
            """;
    private static final String AXE = """
            axe.run(document, {resultTypes: ['violations']}).then(found => found.violations
              .filter(v => v.impact === 'serious' || v.impact === 'critical')
              .map(v => v.id + ': ' + v.nodes.map(n => n.html.slice(0, 200) + ' ' + n.failureSummary).slice(0, 5).join('; ')))
            """;

    @TempDir
    static Path folder;

    private static Chromium browser;
    private static Path page;

    @BeforeAll
    static void writeThePageAndStartTheBrowser() throws IOException {
        Optional<Path> binary = Chromium.installed();
        require(binary.isPresent(), "Chromium is not on this machine");
        Path run = SampleRun.usual()
                .titled("<script>document.title = 'ran'</script>")
                .write(folder);
        page = ReportFile.write(folder.resolve("report.html"), List.of(SampleRun.reported(run)));
        browser = Chromium.start(binary.orElseThrow(), folder.resolve("profile"));
    }

    @AfterAll
    static void stopTheBrowser() {
        if (browser != null) {
            browser.close();
        }
    }

    @ParameterizedTest
    @CsvSource({"360,light", "1280,dark"})
    void itOpensWithoutNetworkErrorOrOverflow(int width, String scheme) {
        Chromium.Tab tab = browser.open(page, width, scheme);
        assertThat(tab.evaluate("document.querySelectorAll('figure').length").asInt())
                .isGreaterThanOrEqualTo(10);
        assertNothingIsWider(tab, width);
        tab.evaluate(OPEN_ALL);
        assertNothingIsWider(tab, width);
        assertThat(tab.complaints()).isEmpty();
        assertThat(tab.requests()).containsExactly(page.toUri().toString());
        assertThat(tab.evaluate("document.title").asString()).isNotEqualTo("ran");
    }

    @ParameterizedTest
    @CsvSource({"360,dark", "1280,light"})
    void axeFindsNoSeriousFault(int width, String scheme) throws IOException, InterruptedException {
        Optional<String> axe = AxeCore.script();
        require(axe.isPresent(), "axe-core could not be fetched by npm");
        Chromium.Tab tab = browser.open(page, width, scheme);
        tab.evaluate(OPEN_ALL);
        tab.evaluate(axe.orElseThrow() + "; 1");
        assertThat(texts(tab.evaluate(AXE))).isEmpty();
    }

    @Test
    void textInAPictureIsAsLargeAsItSaysOnAPhone() {
        Chromium.Tab tab = browser.open(page, 360, "light");
        double height = tab.evaluate(
                        "Math.min(...[...document.querySelectorAll('.plot text')].map(t => t.getBoundingClientRect().height))")
                .asDouble();
        assertThat(height).as("pixels").isGreaterThanOrEqualTo(10);
    }

    /** For {@code docs/screenshots/refresh}, and for people who want to look: pictures of a page, if one is named. */
    @Test
    void picturesOfAPageAreTaken() throws IOException {
        String of = System.getProperty("keepalivelab.screenshots.of", "");
        String to = System.getProperty("keepalivelab.screenshots.to", "");
        assumeTrue(!of.isEmpty() && !to.isEmpty(), "no page is named");
        Path shown = of.equals("sample") ? page : Path.of(of);
        int height = Integer.getInteger("keepalivelab.screenshots.height", 0);
        for (int width : new int[] {360, 1280}) {
            for (String scheme : height > 0 ? List.of("light") : List.of("light", "dark")) {
                Chromium.Tab tab = browser.open(shown, width, scheme);
                int all = tab.evaluate("document.documentElement.scrollHeight").asInt();
                Map<String, Object> clip = Map.of(
                        "x", 0, "y", 0, "width", width, "height", height > 0 ? Math.min(height, all) : all, "scale", 1);
                String name = height > 0 ? "report-" + width + ".png" : "report-" + width + "-" + scheme + ".png";
                Files.write(Path.of(to).resolve(name), tab.screenshot(clip));
            }
        }
    }

    private static void assertNothingIsWider(Chromium.Tab tab, int width) {
        assertThat(tab.evaluate("document.documentElement.scrollWidth").asInt())
                .as(() -> "width of the page; too wide: " + texts(tab.evaluate(TOO_WIDE)))
                .isLessThanOrEqualTo(width);
    }

    private static List<String> texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::asString)
                .toList();
    }

    private static void require(boolean there, String otherwise) {
        if (!there && "required".equals(System.getProperty(PROPERTY))) {
            throw new AssertionError(otherwise + ", and -D" + PROPERTY + "=required requires it");
        }
        assumeTrue(there, otherwise);
    }
}
