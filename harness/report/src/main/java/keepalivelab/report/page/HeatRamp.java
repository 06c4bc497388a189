package keepalivelab.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import keepalivelab.report.chart.Fill;
import keepalivelab.report.chart.LegendEntry;
import keepalivelab.report.chart.TickText;

/**
 * Which shade a value has.
 *
 * @param limits a value from the n-th of them on has shade n + 1; rising, fewer than there are shades
 * @param label of a limit
 */
record HeatRamp(List<Double> limits, DoubleFunction<String> label) {
    /** Where reuse ratios differ that matter: near 1, each further nine is a tenth of the connections. */
    private static final List<Double> REUSE = List.of(0.5, 0.9, 0.99, 0.999);

    HeatRamp {
        limits = List.copyOf(limits);
        if (limits.size() >= Fill.STEPS) {
            throw new IllegalArgumentException(limits.size() + " limits for " + Fill.STEPS + " shades");
        }
    }

    static HeatRamp ofReuse() {
        return new HeatRamp(REUSE, TickText::percent);
    }

    /** Equal factors between the least and the most, as whole numbers. */
    static HeatRamp ofCounts(List<Double> values) {
        double least = Math.max(1, values.stream().mapToDouble(v -> v).min().orElse(1));
        double most = Math.max(least, values.stream().mapToDouble(v -> v).max().orElse(1));
        List<Double> limits = new ArrayList<>();
        for (int i = 1; i < Fill.STEPS; i++) {
            double limit = Math.ceil(least * Math.pow(most / least, (double) i / Fill.STEPS));
            if (limit > least && (limits.isEmpty() || limit > limits.get(limits.size() - 1))) {
                limits.add(limit);
            }
        }
        return new HeatRamp(limits, TickText::plain);
    }

    Fill fill(double value) {
        int step = (int) limits.stream().filter(limit -> value >= limit).count();
        return Fill.step(step);
    }

    List<LegendEntry> legend() {
        if (limits.isEmpty()) {
            return List.of();
        }
        List<LegendEntry> entries = new ArrayList<>();
        entries.add(LegendEntry.area(Fill.step(0), "below " + label.apply(limits.get(0))));
        for (int i = 0; i < limits.size(); i++) {
            entries.add(LegendEntry.area(Fill.step(i + 1), "from " + label.apply(limits.get(i))));
        }
        return entries;
    }
}
