package keepalivelab.report.chart;

import java.util.List;

/**
 * Draws a panel as an SVG of its own, {@value #WIDTH} units wide: on the narrowest screens a unit is about a pixel, so that
 * its text stays readable there; on wide ones panels stand side by side.
 */
final class PanelSvg {
    /** Units from left to right. */
    static final int WIDTH = 360;

    private static final double LINE = 14;
    private static final double TOP = 22;
    private static final double RIGHT = 12;
    private static final double LEAST_LEFT = 26;
    private static final double GAP = 5;
    private static final int MOST_CHARACTERS = 48;
    private static final int MOST_LINES = 3;

    private final Panel panel;
    private final Frame frame;
    private final List<List<String>> columnLabels;
    private final Markup svg = new Markup();

    private PanelSvg(Panel panel) {
        this.panel = panel;
        double left = left(panel.y().scale());
        this.frame = new Frame(panel, left, TOP, WIDTH - left - RIGHT);
        this.columnLabels = columnLabels();
    }

    /**
     * The drawing.
     *
     * @param name of the chart, for those who do not see it
     */
    static Markup draw(Panel panel, String name) {
        return new PanelSvg(panel).draw(name);
    }

    private Markup draw(String name) {
        String what = panel.title().isEmpty() ? name : name + ", " + panel.title();
        String label = what + ": " + panel.y().title() + " over " + panel.x().title();
        String box = "0 0 " + WIDTH + " " + Markup.number(height());
        svg.open("svg", "viewBox", box, "role", "img", "aria-label", label, "class", "plot");
        grid();
        MarkSvg marks = new MarkSvg(frame, svg);
        panel.marks().forEach(marks::draw);
        xLabels();
        yLabels();
        titles();
        return svg.close();
    }

    private double height() {
        return frame.bottom() + GAP + labelLines() * LINE + LINE + GAP;
    }

    private int labelLines() {
        return columnLabels.stream().mapToInt(List::size).max().orElse(1);
    }

    /** Long labels stand in the rows; short ones and numbers beside them. */
    private static double left(Scale y) {
        if (y.kind() == Scale.Kind.LABELLED_ROWS) {
            return GAP;
        }
        double widest = y.ticks().stream()
                .mapToDouble(tick -> LabelWrap.width(tick.label()))
                .max()
                .orElse(0);
        return Math.max(LEAST_LEFT, widest + GAP + 1);
    }

    private void grid() {
        for (Tick tick : panel.x().scale().kind() == Scale.Kind.CONTINUOUS
                ? panel.x().scale().ticks()
                : List.<Tick>of()) {
            line(frame.x(tick.value()), frame.top(), frame.x(tick.value()), frame.bottom(), "grid");
        }
        for (Tick tick : panel.y().scale().kind() == Scale.Kind.CONTINUOUS
                ? panel.y().scale().ticks()
                : List.<Tick>of()) {
            line(frame.left(), frame.y(tick.value()), frame.right(), frame.y(tick.value()), "grid");
        }
        line(frame.left(), frame.bottom(), frame.right(), frame.bottom(), "base");
    }

    private void xLabels() {
        double baseline = frame.bottom() + GAP + LINE - 3;
        double free = 0;
        List<Tick> ticks = panel.x().scale().ticks();
        for (int i = 0; i < ticks.size(); i++) {
            List<String> lines = columnLabels.isEmpty() ? List.of(ticks.get(i).label()) : columnLabels.get(i);
            double half = lines.stream().mapToDouble(LabelWrap::width).max().orElse(0) / 2;
            double middle =
                    Math.max(half, Math.min(WIDTH - half, frame.x(ticks.get(i).value())));
            if (middle - half >= free || !columnLabels.isEmpty()) {
                for (int line = 0; line < lines.size(); line++) {
                    text(lines.get(line), middle, baseline + line * LINE, "mid");
                }
                free = middle + half + GAP;
            }
        }
    }

    /** Labels of columns, wrapped to the width of one; empty where the axis is continuous. */
    private List<List<String>> columnLabels() {
        Scale scale = panel.x().scale();
        if (scale.kind() == Scale.Kind.CONTINUOUS) {
            return List.of();
        }
        double column = frame.width() / Math.max(1, scale.ticks().size());
        int characters = Math.max(2, (int) ((column - 2) / LabelWrap.USUAL));
        return scale.ticks().stream()
                .map(tick -> LabelWrap.lines(tick.label(), characters, MOST_LINES))
                .toList();
    }

    private void yLabels() {
        boolean inRows = panel.y().scale().kind() == Scale.Kind.LABELLED_ROWS;
        double row =
                (double) panel.height() / Math.max(1, panel.y().scale().ticks().size());
        double free = Double.NEGATIVE_INFINITY;
        boolean downwards = panel.y().scale().kind() == Scale.Kind.BANDS;
        for (Tick tick : panel.y().scale().ticks()) {
            if (inRows) {
                text(
                        LabelWrap.cut(tick.label(), MOST_CHARACTERS),
                        frame.left(),
                        frame.top() + tick.value() * row + LINE - 2,
                        "start row");
                continue;
            }
            double y = frame.y(tick.value());
            double along = downwards ? y : -y;
            if (along >= free) {
                text(tick.label(), frame.left() - GAP, y + 4, "end");
                free = along + LINE;
            }
        }
    }

    private void titles() {
        text(LabelWrap.cut(panel.y().title(), MOST_CHARACTERS), 0, LINE - 3, "start title");
        double below = frame.bottom() + GAP + labelLines() * LINE + LINE - 2;
        text(LabelWrap.cut(panel.x().title(), MOST_CHARACTERS), WIDTH - RIGHT, below, "end title");
    }

    private void text(String text, double x, double y, String css) {
        svg.element("text", text, "x", Markup.number(x), "y", Markup.number(y), "class", css);
    }

    private void line(double x1, double y1, double x2, double y2, String css) {
        String d =
                "M" + Markup.number(x1) + " " + Markup.number(y1) + "L" + Markup.number(x2) + " " + Markup.number(y2);
        svg.shape("path", "class", css, "d", d);
    }
}
