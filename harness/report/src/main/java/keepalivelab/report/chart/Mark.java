package keepalivelab.report.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Something that is drawn in a panel, in the values of its scales. */
public sealed interface Mark {
    /**
     * A line through points.
     *
     * @param points in order
     */
    record Line(Look look, List<Point> points) implements Mark {
        public Line {
            Objects.requireNonNull(look, "look");
            points = List.copyOf(points);
        }

        /** A line that keeps each point's height until the next. */
        public static Line steps(Look look, List<Point> points) {
            List<Point> corners = new ArrayList<>();
            for (Point point : points) {
                if (!corners.isEmpty()) {
                    corners.add(
                            new Point(point.x(), corners.get(corners.size() - 1).y()));
                }
                corners.add(point);
            }
            return new Line(look, corners);
        }
    }

    /**
     * Separate straight lines.
     *
     * @param ends two points each
     */
    record Segments(Look look, List<Point> ends) implements Mark {
        public Segments {
            Objects.requireNonNull(look, "look");
            ends = List.copyOf(ends);
            if (ends.size() % 2 != 0) {
                throw new IllegalArgumentException(ends.size() + " ends of segments");
            }
        }
    }

    /** Single points. */
    record Points(Look look, Glyph glyph, List<Point> at) implements Mark {
        public Points {
            Objects.requireNonNull(look, "look");
            Objects.requireNonNull(glyph, "glyph");
            at = List.copyOf(at);
        }
    }

    /**
     * A filled rectangle.
     *
     * @param fill of it
     * @param low one corner
     * @param high the opposite corner
     * @param text in its middle, left out where it does not fit; empty for none
     * @param tip shown when pointed at; empty for none
     */
    record Box(Fill fill, Point low, Point high, String text, String tip) implements Mark {
        public Box {
            Objects.requireNonNull(fill, "fill");
            Objects.requireNonNull(low, "low");
            Objects.requireNonNull(high, "high");
            Objects.requireNonNull(text, "text");
            Objects.requireNonNull(tip, "tip");
        }
    }

    /** A vertical line across the panel at a value that matters. */
    record Rule(Look look, double x) implements Mark {
        public Rule {
            Objects.requireNonNull(look, "look");
        }
    }

    /** A shaded stretch of the horizontal axis. */
    record Stretch(double from, double to) implements Mark {}
}
