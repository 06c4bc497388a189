package keepalivelab.report.chart;

/**
 * The rectangle of a drawing in which marks lie, and where values fall in it.
 *
 * @param panel whose scales count
 * @param left x of its left side
 * @param top y of its upper side
 * @param width of it
 */
record Frame(Panel panel, double left, double top, double width) {
    double x(double value) {
        return left + width * panel.x().scale().at(value);
    }

    double y(double value) {
        return bottom() - panel.height() * panel.y().scale().at(value);
    }

    double right() {
        return left + width;
    }

    double bottom() {
        return top + panel.height();
    }

    /** The nearest place inside. */
    double xInside(double value) {
        return Math.max(left, Math.min(right(), x(value)));
    }
}
