package keepalivelab.report.chart;

import java.util.Objects;

/**
 * One labelled place of a scale.
 *
 * @param value on the scale
 * @param label for people
 */
public record Tick(double value, String label) {
    public Tick {
        Objects.requireNonNull(label, "label");
    }
}
