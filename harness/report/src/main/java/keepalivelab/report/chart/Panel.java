package keepalivelab.report.chart;

import java.util.List;
import java.util.Objects;

/**
 * Marks over two axes.
 *
 * @param title which part of the chart it is; empty for the only one
 * @param x axis at the bottom
 * @param y axis at the left
 * @param height of the area of the marks, in units of which the panel is {@value PanelSvg#WIDTH} wide
 * @param marks the later ones in front
 */
public record Panel(String title, Axis x, Axis y, int height, List<Mark> marks) {
    /** Height where the vertical axis is continuous. */
    public static final int USUAL_HEIGHT = 170;

    private static final int ROW = 30;
    private static final int LABELLED_ROW = 42;

    public Panel {
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(x, "x");
        Objects.requireNonNull(y, "y");
        marks = List.copyOf(marks);
        if (height < 1) {
            throw new IllegalArgumentException("height " + height);
        }
    }

    /** A panel with one row of usual height per label of the vertical axis. */
    public static Panel ofRows(String title, Axis x, Axis y, List<Mark> marks) {
        int row = y.scale().kind() == Scale.Kind.LABELLED_ROWS ? LABELLED_ROW : ROW;
        return new Panel(title, x, y, Math.max(1, y.scale().ticks().size()) * row, marks);
    }
}
