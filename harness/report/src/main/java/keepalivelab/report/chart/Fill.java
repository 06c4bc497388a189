package keepalivelab.report.chart;

/**
 * How an area is filled: a step of a ramp from light to dark, or the colour and pattern of a series.
 *
 * @param css its class in the style sheet
 * @param pattern class of what is drawn over it; empty for none
 */
public record Fill(String css, String pattern) {
    /** Steps of the ramp. */
    public static final int STEPS = 6;

    /** An area where nothing was measured. */
    public static final Fill NOTHING = new Fill("none", "p2");

    /** A step of the ramp, 0 (light) to {@value #STEPS} - 1 (dark). */
    public static Fill step(int step) {
        if (step < 0 || step >= STEPS) {
            throw new IllegalArgumentException("step " + step + " is not within 0 to " + (STEPS - 1));
        }
        return new Fill("h" + step, "");
    }

    /** The colour and pattern of a series. */
    public static Fill of(Look look) {
        return new Fill(look.css() + " area", look.number() == 0 ? "" : "p" + look.number());
    }
}
