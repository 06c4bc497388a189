package keepalivelab.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import keepalivelab.report.RunResult;
import keepalivelab.report.StoredRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * One run, and everything that says how it ended: the process, its terminal, {@code result.json}, {@code junit.xml} and the
 * summary on a job's page name the same verdict, the same exit status and the same numbers.
 */
class OutputsAgreeTest {
    private static final List<String> SCENARIO = List.of("keepalive-requests", "--set", "n=30", "--proxy");

    @TempDir
    private Path folder;

    @Test
    void aRunThatHolds() throws Exception {
        gate("relay", "--update-baseline");
        agree(gate("relay"), "held", 0, 1);
    }

    @Test
    void aCountThatIsNotTheBaselines() throws Exception {
        gate("relay", "--update-baseline");
        Path baseline = folder.resolve("baselines/keepalive-requests/relay-1.0.json");
        Files.writeString(
                baseline, Files.readString(baseline).replace("\"backend.accepts\": 1", "\"backend.accepts\": 7"));
        ChildRun run = gate("relay");
        agree(run, "failed", 1, 1);
        for (String text :
                List.of(run.out(), summary(), junit().getDocumentElement().getTextContent())) {
            assertThat(text).contains("backend.accepts: expected 7, found 1");
        }
        assertThat(stored().cells().get(0).reasons()).containsExactly("backend.accepts: expected 7, found 1");
    }

    @Test
    void anExpectationThatFails() throws Exception {
        agree(run("relay", "--set", "limit=10"), "failed", 1, 1);
    }

    @Test
    void aProxyThatDies() throws Exception {
        agree(run("relay:dying"), "void", 5, 0);
    }

    @Test
    void aProxyThatIsNotThere() throws Exception {
        agree(run("relay@0.1", "--skip-missing"), "skipped", 77, 0);
    }

    /** @param accepts as the only cell has it; 0 where no output may show any */
    private void agree(ChildRun run, String verdict, int status, long accepts) throws Exception {
        String line = verdict + " (exit " + status + "), seed 7";
        assertThat(run.status()).as(run.err()).isEqualTo(status);
        assertThat(run.out()).contains("\nverdict: " + line + "\n");
        assertThat(stored().verdictLine()).isEqualTo(line);
        assertThat(stored().exitStatus()).isEqualTo(status);
        assertThat(summary().lines().filter(text -> text.startsWith("### ")))
                .last()
                .isEqualTo("### keepalive-requests: " + line);
        junitAgrees(verdict, status, accepts);
        if (accepts > 0) {
            assertThat(stored().cells().get(0).backend())
                    .satisfies(b -> assertThat(b.accepts()).isEqualTo(accepts));
            assertThat(summary()).contains("| 30 | 30 | " + accepts + " |");
            assertThat(run.out()).containsPattern("relay@1\\.0 +30 +30 +" + accepts + " ");
        }
    }

    private void junitAgrees(String verdict, int status, long accepts) throws Exception {
        Element whole = junit().getDocumentElement();
        Element ofRun = (Element) whole.getElementsByTagName("testsuite").item(0);
        assertThat(property(ofRun, "verdict")).isEqualTo(verdict);
        assertThat(property(ofRun, "exitStatus")).isEqualTo(Integer.toString(status));
        assertThat(count(ofRun, "failures")).isEqualTo(status == 1 ? 1 : 0);
        assertThat(count(ofRun, "errors")).isEqualTo(status == 5 ? 1 : 0);
        assertThat(count(ofRun, "skipped")).isEqualTo(status == 77 ? 1 : 0);
        Element ofCell = (Element) whole.getElementsByTagName("testsuite").item(1);
        assertThat(count(ofCell, "failures") > 0).isEqualTo(status == 1);
        assertThat(count(ofCell, "errors") > 0).isEqualTo(status == 5);
        assertThat(property(ofCell, "accepts")).isEqualTo(accepts > 0 ? Long.toString(accepts) : "absent");
    }

    private static int count(Element element, String attribute) {
        return Integer.parseInt(element.getAttribute(attribute));
    }

    private static String property(Element suite, String name) {
        NodeList properties = suite.getElementsByTagName("property");
        for (int i = 0; i < properties.getLength(); i++) {
            Element property = (Element) properties.item(i);
            if (property.getAttribute("name").equals(name)) {
                return property.getAttribute("value");
            }
        }
        return "absent";
    }

    private ChildRun gate(String arm, String... more) {
        List<String> words = new ArrayList<>(List.of("gate"));
        words.addAll(SCENARIO);
        words.add(arm);
        words.addAll(List.of(more));
        words.addAll(List.of("--baselines", folder.resolve("baselines").toString()));
        return started(words);
    }

    private ChildRun run(String arm, String... more) {
        List<String> words = new ArrayList<>(SCENARIO);
        words.add(arm);
        words.addAll(List.of(more));
        return started(words);
    }

    private ChildRun started(List<String> words) {
        List<String> all = new ArrayList<>(words);
        all.addAll(List.of("--seed", "7", "--out", folder.resolve("runs").toString()));
        return ChildRun.runScenario(
                folder,
                Map.of("GITHUB_STEP_SUMMARY", folder.resolve("summary.md").toString()),
                all.toArray(String[]::new));
    }

    private String summary() throws IOException {
        return Files.readString(folder.resolve("summary.md"));
    }

    private RunResult stored() {
        return StoredRun.read(latest()).result();
    }

    private Path latest() {
        List<Path> runs = Typed.runsIn(folder.resolve("runs"));
        return runs.get(runs.size() - 1);
    }

    private Document junit() throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(latest().resolve("junit.xml").toFile());
    }
}
