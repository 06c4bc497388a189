package keepalivelab.report.chart;

import java.util.List;
import java.util.Objects;

/**
 * Panels of one form side by side, with what they have in common.
 *
 * @param title what is shown, in one line
 * @param says how to read it, and what was left out; empty for nothing
 * @param legend what the looks mean; outside of the data
 * @param panels at least one
 * @param table the figures behind it
 */
public record Chart(String title, String says, List<LegendEntry> legend, List<Panel> panels, DataTable table) {
    public Chart {
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(says, "says");
        Objects.requireNonNull(table, "table");
        legend = List.copyOf(legend);
        panels = List.copyOf(panels);
        if (panels.isEmpty()) {
            throw new IllegalArgumentException("a chart without a panel: " + title);
        }
    }
}
