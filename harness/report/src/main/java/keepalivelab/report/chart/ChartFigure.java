package keepalivelab.report.chart;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/** A chart as HTML: title, what it says, legend, panels side by side or below one another, and its figures as a table. */
public final class ChartFigure {
    private static final String STYLE = "chart.css";
    private static final int KEY_WIDTH = 28;
    private static final int KEY_HEIGHT = 14;

    /** What is drawn over a colour so that it can be told from others without: one path in a square of 8 units each. */
    private static final List<String> PATTERNS = List.of(
            "M-2 10L10 -2M-2 2L2 -2M6 10L10 6",
            "M2 2h2v2h-2zM6 6h2v2h-2z",
            "M0 2h8M0 6h8",
            "M2 0v8M6 0v8",
            "M0 4h8M4 0v8");

    private ChartFigure() {}

    /** The figure of a chart. */
    public static Markup of(Chart chart) {
        Markup html = new Markup();
        html.open("figure", "class", "chart").open("figcaption");
        html.element("h3", chart.title());
        if (!chart.says().isEmpty()) {
            html.element("p", chart.says());
        }
        html.close().newline();
        legend(html, chart);
        html.open("div", "class", "panels");
        for (Panel panel : chart.panels()) {
            html.open("div", "class", "panel");
            if (!panel.title().isEmpty()) {
                html.element("p", panel.title(), "class", "which");
            }
            html.add(PanelSvg.draw(panel, chart.title())).close().newline();
        }
        html.close();
        table(html, chart);
        return html.close().newline();
    }

    /** A chart with all it needs around it, for a place that has no style of ours, e.g. a notebook. */
    public static String standalone(Chart chart) {
        return new Markup().add(style()).add(patterns()).add(of(chart)).html();
    }

    /** The style sheet that every chart needs; once in a document. */
    public static Markup style() {
        return new Markup().style(resource(STYLE));
    }

    /** The patterns that every chart needs; once in a document. */
    public static Markup patterns() {
        Markup svg = new Markup();
        svg.open("svg", "width", "0", "height", "0", "aria-hidden", "true", "class", "patterns")
                .open("defs");
        for (int i = 0; i < PATTERNS.size(); i++) {
            String id = "pattern" + (i + 1);
            svg.open("pattern", "id", id, "width", "8", "height", "8", "patternUnits", "userSpaceOnUse");
            svg.shape("path", "d", PATTERNS.get(i), "class", "hatch").close();
        }
        return svg.close().close().newline();
    }

    private static void legend(Markup html, Chart chart) {
        if (chart.legend().isEmpty()) {
            return;
        }
        html.open("ul", "class", "legend");
        for (LegendEntry entry : chart.legend()) {
            html.open("li");
            String box = "0 0 " + KEY_WIDTH + " " + KEY_HEIGHT;
            html.open("svg", "viewBox", box, "class", "key", "aria-hidden", "true");
            MarkSvg marks = new MarkSvg(new Frame(keyPanel(), 0, 0, KEY_WIDTH), html);
            entry.sample().forEach(marks::draw);
            html.close().element("span", entry.text()).close();
        }
        html.close().newline();
    }

    private static Panel keyPanel() {
        Axis plain = new Axis("", new Scale(Scale.Kind.CONTINUOUS, List.of(), DoubleUnaryOperator.identity()));
        return new Panel("", plain, plain, KEY_HEIGHT, List.of());
    }

    private static void table(Markup html, Chart chart) {
        html.open("details").element("summary", "Table: " + chart.title());
        html.open("div", "class", "wide", "tabindex", "0", "role", "region", "aria-label", "Figures: " + chart.title());
        html.open("table").open("thead").open("tr");
        chart.table().header().forEach(header -> html.element("th", header, "scope", "col"));
        html.close().close().open("tbody");
        for (List<String> row : chart.table().rows()) {
            html.open("tr");
            row.forEach(value -> html.element("td", value));
            html.close().newline();
        }
        html.close().close().close().close();
    }

    private static String resource(String name) {
        try (InputStream in = ChartFigure.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing from the build");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
