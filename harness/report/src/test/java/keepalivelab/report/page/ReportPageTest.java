package keepalivelab.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import keepalivelab.report.RunResult;
import keepalivelab.report.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportPageTest {
    private static final String ATTACK = "<script>alert('x')</script><img src=x onerror=alert(1)>\" onload=\"alert(2)";
    private static final int MEGABYTE = 1 << 20;

    @TempDir
    Path runs;

    @Test
    void verdictAndReasonStandBeforeAnyFigure() {
        String page = page(SampleRun.usual().write(runs));
        int verdict = page.indexOf("✗ failed");
        int reason = page.indexOf("failed: 20 requests got a 502 [nginx@1.31.3 size=2 clients=8]");
        assertThat(verdict).isPositive();
        assertThat(reason).isGreaterThan(verdict);
        assertThat(page.indexOf("<table>")).isGreaterThan(reason);
        assertThat(page).contains(SampleRun.QUESTION);
    }

    @Test
    void everyKindOfPictureIsThereWithItsTable() {
        String page = page(SampleRun.usual().write(runs));
        List<String> titles = List.of(
                "Change from base to candidate",
                "How requests ended",
                "Upstream connections (accepts)",
                "Reuse ratio, counted at the backend",
                "Failure probability over the achieved gap",
                "Service time by percentile",
                "Service time on new and on used upstream connections",
                "Life of the upstream connections",
                "Open upstream connections over time",
                "Requests per upstream connection");
        for (String title : titles) {
            assertThat(page).contains("<h3>" + title + "</h3>").contains("<summary>Table: " + title + "</summary>");
        }
        assertThat(count("<figure ", page)).isEqualTo(titles.size());
    }

    @Test
    void thePageIsOneFileBelowAMegabyte() {
        String page = page(SampleRun.usual().write(runs));
        assertThat(page.getBytes(StandardCharsets.UTF_8).length).isLessThan(MEGABYTE);
        assertThat(page)
                .doesNotContain("<script", "<link", "<img", "<iframe", "http://", "https://", "src=", "@import");
    }

    @Test
    void contentWithMarkupIsShownAsText() {
        String page = page(SampleRun.usual()
                .titled(ATTACK)
                .logging(ATTACK)
                .receiving(ATTACK)
                .write(runs));
        assertThat(page).doesNotContain("<script", "<img", "onload=\"");
        String shown =
                "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;&quot; onload=&quot;alert(2)";
        assertThat(page).contains("<h1>" + shown + "</h1>");
        assertThat(page).contains("Connection: " + shown);
        assertThat(page).contains("first line\n" + shown + "\n");
    }

    @Test
    void aPartialRunSaysSoAtTheTop() {
        String page = page(SampleRun.usual().partial(runs));
        assertThat(top(page)).contains("This run is partial: it was cut short, and cells are missing.");
        assertThat(page).contains("<figure ");
    }

    @Test
    void aVoidRunSaysSoAtTheTopAndItsVoidCellsAreNotDrawn() {
        String page = page(SampleRun.usual().with(Verdict.VOID).write(runs));
        assertThat(top(page)).contains("This run is void: its numbers cannot be trusted.");
        assertThat(page).contains("<title>nginx@1.31.3 size=2 clients=8: void</title>");
    }

    @Test
    void aRunOfAnOlderFormSaysSoAtTheTop() {
        Path folder = SampleRun.usual().write(runs);
        SampleRun.replace(folder, "\"" + RunResult.SCHEMA_VERSION + "\"", "\"1.0\"");
        assertThat(top(page(folder))).contains("Written in form 1.0 of the result");
    }

    @Test
    void aRunWithoutItsFilesIsShownByItsFigures() throws IOException {
        Path folder = SampleRun.usual().write(runs);
        Path alone = Files.createDirectory(runs.resolve("alone"));
        Files.copy(folder.resolve("result.json"), alone.resolve("result.json"));
        String page = page(alone);
        assertThat(top(page)).contains("holds the result alone");
        assertThat(page).contains("Upstream connections (accepts)").doesNotContain("Life of the upstream connections");
    }

    @Test
    void runsOfOneScenarioStandSideBySideUnderLetters() {
        ReportedRun first =
                SampleRun.reported(SampleRun.usual().with(Verdict.HELD).write(runs));
        ReportedRun second = SampleRun.reported(SampleRun.usual().write(runs));
        String page = ReportPage.html(List.of(first, second));
        assertThat(page).contains("<h1>2 runs</h1>").contains("A: embedded").contains("B: nginx@1.31.3");
        assertThat(count("<h3>Upstream connections \\(accepts\\)</h3>", page)).isEqualTo(1);
    }

    @Test
    void theCommandIsOneThatAShellTakes() {
        assertThat(page(SampleRun.usual().write(runs))).contains("./run-scenario sample --set &#39;a=b c&#39;");
    }

    @Test
    void aFileOutsideOfTheRunIsNotRead() throws IOException {
        Path folder = SampleRun.usual().write(runs);
        Files.writeString(runs.resolve("secret.conf"), "the secret of this machine");
        String name = "cells/embedded_size=2,clients=1/nginx.conf";
        SampleRun.replace(folder, "\"" + name + "\"", "\"../../secret.conf\"");
        assertThat(folder.resolve("../../secret.conf")).exists();
        assertThat(page(folder)).doesNotContain("the secret of this machine");
    }

    private static String page(Path folder) {
        return ReportPage.html(List.of(SampleRun.reported(folder)));
    }

    private static String top(String page) {
        return page.substring(0, page.indexOf("</header>"));
    }

    private static long count(String pattern, String text) {
        return Pattern.compile(pattern).matcher(text).results().count();
    }
}
