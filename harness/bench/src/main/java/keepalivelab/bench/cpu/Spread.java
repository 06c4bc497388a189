package keepalivelab.bench.cpu;

import java.util.List;
import java.util.Locale;

/**
 * Median and quartiles of a few measurements.
 *
 * @param sorted ascending, at least one
 */
record Spread(List<Double> sorted) {
    Spread {
        sorted = sorted.stream().sorted().toList();
        if (sorted.isEmpty()) {
            throw new IllegalArgumentException("no measurement");
        }
    }

    double median() {
        return quantile(0.5);
    }

    /** Linear between neighbours (type 7 of Hyndman and Fan, 1996). */
    double quantile(double share) {
        double position = share * (sorted.size() - 1);
        int below = (int) Math.floor(position);
        int above = Math.min(below + 1, sorted.size() - 1);
        return sorted.get(below) + (position - below) * (sorted.get(above) - sorted.get(below));
    }

    /** {@code 0.82 [0.79-0.86]}. */
    String text() {
        return String.format(Locale.ROOT, "%.2f [%.2f-%.2f]", median(), quantile(0.25), quantile(0.75));
    }
}
