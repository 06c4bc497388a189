package keepalivelab.report.chart;

import java.util.List;
import java.util.Objects;

/**
 * What one look means.
 *
 * @param sample drawn in the place 0 to 1 by 0 to 1
 * @param text its meaning
 */
public record LegendEntry(List<Mark> sample, String text) {
    public LegendEntry {
        sample = List.copyOf(sample);
        Objects.requireNonNull(text, "text");
    }

    /** A series that is drawn as a line. */
    public static LegendEntry line(Look look, String text) {
        return new LegendEntry(List.of(new Mark.Line(look, List.of(new Point(0, 0.5), new Point(1, 0.5)))), text);
    }

    /** A series that is drawn as points. */
    public static LegendEntry points(Look look, Glyph glyph, String text) {
        return new LegendEntry(List.of(new Mark.Points(look, glyph, List.of(new Point(0.5, 0.5)))), text);
    }

    /** Areas of one fill. */
    public static LegendEntry area(Fill fill, String text) {
        return new LegendEntry(List.of(new Mark.Box(fill, new Point(0.1, 0.05), new Point(0.9, 0.95), "", "")), text);
    }

    /** A shaded stretch. */
    public static LegendEntry stretch(String text) {
        return new LegendEntry(List.of(new Mark.Stretch(0.1, 0.9)), text);
    }

    /** A vertical line. */
    public static LegendEntry rule(Look look, String text) {
        return new LegendEntry(List.of(new Mark.Rule(look, 0.5)), text);
    }
}
