package keepalivelab.report.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import keepalivelab.report.CellResult;
import keepalivelab.report.RunResult;
import keepalivelab.report.chart.ChartFigure;
import keepalivelab.report.chart.Markup;

/**
 * One HTML page about one run or several: verdicts and reasons first, then one part per scenario. It needs no network, no
 * script and no other file; a policy in its head forbids all three, whatever its content says. Stateless.
 */
public final class ReportPage {
    private static final String POLICY =
            "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
    private static final String STYLE = "page.css";

    private ReportPage() {}

    /**
     * The page.
     *
     * @param runs at least one, in the order of the page; runs of one scenario stand side by side
     */
    public static String html(List<ReportedRun> runs) {
        if (runs.isEmpty()) {
            throw new IllegalArgumentException("a report about no run");
        }
        Markup page = new Markup();
        page.open("html", "lang", "en").newline();
        head(page, title(runs));
        page.open("body").add(ChartFigure.patterns());
        page.open("main");
        new PageHead(runs).write(page);
        byScenario(runs).values().forEach(same -> new ScenarioPart(same, runs.size() > 1).write(page));
        page.open("footer");
        page.element(
                "p",
                "Made by Keepalive Lab from the files of the " + (runs.size() == 1 ? "run" : "runs")
                        + " alone. Times are those of the machine named above; compare arms of one run, never runs of two machines.");
        page.close().close().close().close();
        return "<!DOCTYPE html>\n" + page.html() + "\n";
    }

    private static void head(Markup page, String title) {
        page.open("head").newline();
        page.single("meta", "charset", "utf-8").newline();
        page.single("meta", "name", "viewport", "content", "width=device-width, initial-scale=1")
                .newline();
        page.single("meta", "http-equiv", "Content-Security-Policy", "content", POLICY)
                .newline();
        page.single("meta", "name", "color-scheme", "content", "light dark").newline();
        page.element("title", title).newline();
        page.add(ChartFigure.style()).style(resource());
        page.close().newline();
    }

    private static String title(List<ReportedRun> runs) {
        RunResult first = runs.get(0).stored().result();
        return runs.size() == 1
                ? first.scenario().id() + ": " + first.verdict().key()
                : runs.size() + " runs: " + PageHead.worst(runs).key();
    }

    /** Scenario → its runs, with their letters. */
    private static Map<String, List<LetteredRun>> byScenario(List<ReportedRun> runs) {
        Map<String, List<LetteredRun>> byScenario = new LinkedHashMap<>();
        for (int i = 0; i < runs.size(); i++) {
            String letter = runs.size() == 1 ? "" : letter(i);
            byScenario
                    .computeIfAbsent(runs.get(i).stored().result().scenario().id(), id -> new ArrayList<>())
                    .add(new LetteredRun(letter, runs.get(i)));
        }
        return byScenario;
    }

    /** A, B, ..., Z, AA, AB, ... */
    static String letter(int index) {
        String last = String.valueOf((char) ('A' + index % 26));
        return index < 26 ? last : letter(index / 26 - 1) + last;
    }

    private static String resource() {
        try (InputStream in = ReportPage.class.getResourceAsStream(STYLE)) {
            if (in == null) {
                throw new IllegalStateException(STYLE + " is missing from the build");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * A run with the letter that names it on the page.
     *
     * @param letter empty where it is the only run
     */
    record LetteredRun(String letter, ReportedRun run) {
        RunResult result() {
            return run.stored().result();
        }

        List<ShownCell> cells() {
            List<ShownCell> cells = new ArrayList<>();
            for (CellResult cell : result().cells()) {
                String label = cell.arm().label();
                cells.add(new ShownCell(run.stored(), cell, letter.isEmpty() ? label : letter + ": " + label));
            }
            return cells;
        }
    }
}
