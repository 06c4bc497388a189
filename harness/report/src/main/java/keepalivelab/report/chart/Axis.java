package keepalivelab.report.chart;

import java.util.Objects;

/**
 * One side of a panel.
 *
 * @param title what the values are, with their unit
 * @param scale how they lie along it
 */
public record Axis(String title, Scale scale) {
    public Axis {
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(scale, "scale");
    }
}
