package keepalivelab.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import keepalivelab.report.CellResult;
import keepalivelab.report.ExpectationResult;
import keepalivelab.report.RunResult;
import keepalivelab.report.TableLayout;
import keepalivelab.report.Verdict;
import keepalivelab.report.chart.Chart;
import keepalivelab.report.chart.ChartFigure;
import keepalivelab.report.chart.Markup;

/** What the page says about one scenario: question, tables, pictures, configurations, environment, command. */
final class ScenarioPart {
    private static final String VERDICT = "verdict";

    private final List<ReportPage.LetteredRun> runs;
    private final boolean oneOfMany;

    /**
     * @param runs of this scenario, at least one
     * @param oneOfMany whether the page has other runs too
     */
    ScenarioPart(List<ReportPage.LetteredRun> runs, boolean oneOfMany) {
        this.runs = runs;
        this.oneOfMany = oneOfMany;
    }

    void write(Markup page) {
        RunResult first = runs.get(0).result();
        page.open("section");
        page.element(
                "h2",
                oneOfMany ? first.scenario().id() + ": " + first.scenario().title() : "What was found");
        runs.stream()
                .map(run -> run.run().question())
                .filter(question -> !question.isEmpty())
                .findFirst()
                .ifPresent(question -> page.element("p", question, "class", "question"));
        runs.forEach(run -> tables(page, run));
        CellGrid grid =
                new CellGrid(runs.stream().flatMap(run -> run.cells().stream()).toList());
        OutcomeChart.allWell(grid).ifPresent(sentence -> page.element("p", sentence));
        charts(grid).forEach(chart -> page.add(ChartFigure.of(chart)));
        runs.forEach(run -> details(page, run));
        page.close().newline();
    }

    private static void tables(Markup page, ReportPage.LetteredRun run) {
        RunResult result = run.result();
        if (!run.letter().isEmpty()) {
            page.element("h3", "Run " + run.letter() + ": " + run.run().stored().name());
        }
        if (result.cells().isEmpty()) {
            page.element("p", "No cell of this run was finished.");
            return;
        }
        TableLayout layout = withVerdict(run.run().layout(), result);
        page.add(HtmlTable.of(layout.model(result)));
        layout.seriesTables(result).forEach(series -> {
            page.element("h3", series.title());
            page.add(HtmlTable.of(series));
        });
    }

    /** Where a cell is not held, a reader must see which one, whatever columns the scenario chose. */
    private static TableLayout withVerdict(TableLayout layout, RunResult result) {
        boolean allHeld = result.cells().stream().allMatch(cell -> cell.verdict() == Verdict.HELD);
        if (allHeld || layout.ids().contains(VERDICT)) {
            return layout;
        }
        List<String> ids = new ArrayList<>(layout.ids());
        ids.add(VERDICT);
        return new TableLayout(ids);
    }

    private List<Chart> charts(CellGrid grid) {
        LatencyCharts latency = new LatencyCharts(grid);
        List<Chart> charts = new ArrayList<>();
        runs.forEach(run -> ForestChart.of(run.result()).ifPresent(charts::add));
        Stream.of(
                        OutcomeChart.of(grid),
                        HeatChart.accepts(grid),
                        HeatChart.reuse(grid),
                        GapChart.of(grid),
                        latency.percentiles(),
                        latency.split(),
                        LifeLineChart.of(grid),
                        OpenConnectionsChart.of(grid),
                        FingerprintChart.of(grid))
                .flatMap(Optional::stream)
                .forEach(charts::add);
        return charts;
    }

    private static void details(Markup page, ReportPage.LetteredRun run) {
        String of = run.letter().isEmpty() ? "" : ", run " + run.letter();
        RunResult result = run.result();
        page.element("h3", "How it was measured" + of);
        page.open("p").text("Exactly this run again: ").close();
        page.open("pre", "class", "command", "tabindex", "0", "aria-label", "Command" + of);
        page.lines(ShellWords.line(result.tool().command())).close();
        new ProxyFiles(run.cells()).write(page, of);
        expectations(page, result, of);
        everything(page, result, of);
        environment(page, result, of);
    }

    private static void expectations(Markup page, RunResult result, String of) {
        List<CellResult> judged = result.cells().stream()
                .filter(cell -> !cell.expectations().isEmpty())
                .toList();
        if (judged.isEmpty()) {
            return;
        }
        page.open("details").element("summary", "Every expectation, cell by cell" + of);
        for (CellResult cell : judged) {
            page.element("h4", (cell.arm().label() + " " + ShownCell.place(cell.axes())).strip());
            page.open("ul");
            cell.expectations().forEach(expectation -> page.element("li", words(expectation)));
            page.close();
        }
        page.close().newline();
    }

    private static String words(ExpectationResult expectation) {
        String held = expectation.held() == null ? "not judged" : expectation.held() ? "held" : "not held";
        String says = expectation.says().isEmpty() ? expectation.expression() : expectation.says();
        return expectation.kind().key() + ", " + held + ": " + says;
    }

    private static void everything(Markup page, RunResult result, String of) {
        if (!result.cells().isEmpty()) {
            page.open("details").element("summary", "All columns" + of);
            page.add(HtmlTable.filled(TableLayout.everything().model(result)))
                    .close()
                    .newline();
        }
    }

    private static void environment(Markup page, RunResult result, String of) {
        page.open("details").element("summary", "Environment" + of);
        page.open("dl");
        entry(page, "kernel", result.environment().kernel());
        entry(
                page,
                "processor",
                result.environment().cpuModel() + ", " + result.environment().cores() + " cores");
        entry(page, "Java", result.environment().jdk());
        double load = result.environment().loadAverage();
        entry(page, "load average at the start", load < 0 ? "unknown" : Double.toString(Math.rint(load * 100) / 100));
        result.environment().details().forEach((name, value) -> entry(page, name, value));
        entry(
                page,
                "Keepalive Lab",
                result.tool().version() + ", commit " + result.tool().commit());
        entry(
                page,
                "scenario",
                result.scenario().id() + ", SHA-256 " + result.scenario().sha256());
        entry(page, "parameters", parameters(result.scenario().params()));
        entry(page, "form of the result", result.schemaVersion());
        page.close().close().newline();
    }

    private static String parameters(Map<String, Object> params) {
        return params.isEmpty() ? "none" : ShownCell.place(params);
    }

    private static void entry(Markup page, String name, String value) {
        page.element("dt", name).element("dd", value);
    }
}
