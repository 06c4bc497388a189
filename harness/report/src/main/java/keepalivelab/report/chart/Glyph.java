package keepalivelab.report.chart;

/** The form of a point, so that no colour has to tell points apart. */
public enum Glyph {
    DOT("M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z"),
    SQUARE("M-3.2 -3.2h6.4v6.4h-6.4z"),
    TRIANGLE("M0 -4l4 7h-8z"),
    DIAMOND("M0 -4.5l4.5 4.5l-4.5 4.5l-4.5 -4.5z"),
    RING("M-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z"),
    CROSS("M-3.5 -3.5l7 7M-3.5 3.5l7 -7"),
    PLUS("M-4 0h8M0 -4v8"),
    ARROW("M-3 -3.5l6 3.5l-6 3.5z"),
    BAR("M0 -5v10");

    private final String path;

    Glyph(String path) {
        this.path = path;
    }

    /** Drawn around the origin. */
    String path() {
        return path;
    }

    /** The class that says whether it is filled. */
    String css() {
        return switch (this) {
            case RING -> "ring";
            case CROSS, PLUS, BAR -> "stroke";
            default -> "solid";
        };
    }
}
