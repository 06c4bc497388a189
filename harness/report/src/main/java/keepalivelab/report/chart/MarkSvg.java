package keepalivelab.report.chart;

import java.util.List;

/** Draws marks into a frame. */
final class MarkSvg {
    private static final double TEXT_HEIGHT = 13;

    private final Frame frame;
    private final Markup svg;

    MarkSvg(Frame frame, Markup svg) {
        this.frame = frame;
        this.svg = svg;
    }

    void draw(Mark mark) {
        if (mark instanceof Mark.Line line) {
            path(line.look(), polyline(line.points()));
        } else if (mark instanceof Mark.Segments segments) {
            path(segments.look(), segments(segments.ends()));
        } else if (mark instanceof Mark.Points points) {
            points(points);
        } else if (mark instanceof Mark.Box box) {
            box(box);
        } else if (mark instanceof Mark.Rule rule) {
            double x = frame.x(rule.x());
            path(rule.look(), "M" + at(x, frame.top()) + "V" + Markup.number(frame.bottom()));
        } else if (mark instanceof Mark.Stretch stretch) {
            stretch(stretch);
        }
    }

    private void path(Look look, String d) {
        if (!d.isEmpty()) {
            svg.shape("path", "class", look.css() + " line", "d", d);
        }
    }

    private String polyline(List<Point> points) {
        StringBuilder d = new StringBuilder();
        for (Point point : points) {
            d.append(d.isEmpty() ? 'M' : 'L').append(at(point));
        }
        return d.toString();
    }

    private String segments(List<Point> ends) {
        StringBuilder d = new StringBuilder();
        for (int i = 0; i < ends.size(); i += 2) {
            d.append('M').append(at(ends.get(i))).append('L').append(at(ends.get(i + 1)));
        }
        return d.toString();
    }

    private void points(Mark.Points points) {
        String css = points.look().css() + " " + points.glyph().css();
        StringBuilder d = new StringBuilder();
        for (Point point : points.at()) {
            d.append(moved(points.glyph().path(), frame.x(point.x()), frame.y(point.y())));
        }
        if (!d.isEmpty()) {
            svg.shape("path", "class", css, "d", d.toString());
        }
    }

    /** A glyph around another place: only its absolute moves are to be shifted, all else in it is relative. */
    private static String moved(String path, double x, double y) {
        StringBuilder d = new StringBuilder();
        for (String stroke : path.substring(1).split("M", -1)) {
            int end = 0;
            while (end < stroke.length() && !Character.isLetter(stroke.charAt(end))) {
                end++;
            }
            String[] from = stroke.substring(0, end).trim().split(" ", -1);
            d.append('M').append(at(x + Double.parseDouble(from[0]), y + Double.parseDouble(from[1])));
            d.append(stroke.substring(end));
        }
        return d.toString();
    }

    private void box(Mark.Box box) {
        double x = Math.min(frame.x(box.low().x()), frame.x(box.high().x()));
        double y = Math.min(frame.y(box.low().y()), frame.y(box.high().y()));
        double width = Math.abs(frame.x(box.high().x()) - frame.x(box.low().x()));
        double height = Math.abs(frame.y(box.high().y()) - frame.y(box.low().y()));
        svg.open("g", "class", box.fill().css());
        if (!box.tip().isEmpty()) {
            svg.element("title", box.tip());
        }
        rectangle(x, y, width, height, "fill");
        if (!box.fill().pattern().isEmpty()) {
            rectangle(x, y, width, height, box.fill().pattern());
        }
        boolean fits = LabelWrap.width(box.text()) <= width && height >= TEXT_HEIGHT;
        if (!box.text().isEmpty() && fits) {
            String middle = Markup.number(y + height / 2 + 4);
            svg.element("text", box.text(), "x", Markup.number(x + width / 2), "y", middle, "class", "mid");
        }
        svg.close();
    }

    private void stretch(Mark.Stretch stretch) {
        double from = frame.xInside(Math.min(stretch.from(), stretch.to()));
        double to = frame.xInside(Math.max(stretch.from(), stretch.to()));
        rectangle(from, frame.top(), Math.max(1, to - from), frame.panel().height(), "stretch");
    }

    private void rectangle(double x, double y, double width, double height, String css) {
        svg.shape(
                "rect",
                "x",
                Markup.number(x),
                "y",
                Markup.number(y),
                "width",
                Markup.number(width),
                "height",
                Markup.number(height),
                "class",
                css);
    }

    private String at(Point point) {
        return at(frame.x(point.x()), frame.y(point.y()));
    }

    private static String at(double x, double y) {
        return Markup.number(x) + " " + Markup.number(y);
    }
}
