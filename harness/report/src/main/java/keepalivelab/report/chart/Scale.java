package keepalivelab.report.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;

/**
 * How values lie along an axis. Immutable.
 *
 * @param kind whether there are values between the ticks
 * @param ticks labelled places, in the order of the axis
 * @param position value → 0 (left or below) to 1 (right or above); what is outside the scale lies outside of 0 to 1
 */
public record Scale(Kind kind, List<Tick> ticks, DoubleUnaryOperator position) {
    private static final int WANTED_STEPS = 5;
    private static final double LEAST_NINES = 1.5;

    /** Powers of ten up to which their doubles and halves are labelled too. */
    private static final double FINE_FACTORS = 2.5;

    private static final int LONGEST_BESIDE = 8;

    /** Where in a row its marks lie that stand below its label. */
    private static final double BELOW_LABEL = 0.68;

    /** What kind of values a scale has. */
    public enum Kind {
        CONTINUOUS,
        /** One row or column per label; their values are 0, 1, 2, ... */
        BANDS,
        /** Rows with their label above what is in them, because it is too long to stand beside. */
        LABELLED_ROWS
    }

    public Scale {
        ticks = List.copyOf(ticks);
    }

    /** Where a value lies. */
    public double at(double value) {
        return position.applyAsDouble(value);
    }

    /** Evenly spaced, widened to round numbers. */
    public static Scale linear(double low, double high) {
        return linear(low, high, TickText::plain);
    }

    /** The same for things that are counted: no tick between whole numbers. */
    public static Scale counts(double low, double high) {
        return linear(low, high, 1, TickText::plain);
    }

    /** The same with labels of another form. */
    public static Scale linear(double low, double high, DoubleFunction<String> label) {
        return linear(low, high, Double.MIN_NORMAL, label);
    }

    private static Scale linear(double low, double high, double leastStep, DoubleFunction<String> label) {
        double span = high > low ? high - low : Math.max(1, Math.abs(low));
        double step = Math.max(leastStep, roundStep(span / WANTED_STEPS));
        double from = Math.floor(low / step + 1e-9) * step;
        long steps = Math.max(1, (long) Math.ceil((high - from) / step - 1e-9));
        List<Tick> ticks = new ArrayList<>();
        for (long i = 0; i <= steps; i++) {
            ticks.add(tick(from + i * step, label));
        }
        double to = steps * step;
        return new Scale(Kind.CONTINUOUS, ticks, value -> (value - from) / to);
    }

    /** Evenly spaced between exactly these ends; ticks at round numbers between them. */
    public static Scale within(double low, double high, DoubleFunction<String> label) {
        double span = high > low ? high - low : 1;
        double step = roundStep(span / WANTED_STEPS);
        List<Tick> ticks = new ArrayList<>();
        for (double value = Math.ceil(low / step - 1e-9) * step; value <= low + span * (1 + 1e-9); value += step) {
            ticks.add(tick(value, label));
        }
        return new Scale(Kind.CONTINUOUS, ticks, value -> (value - low) / span);
    }

    /** Shares of 0 to 1, labelled in percent. */
    public static Scale shares() {
        return linear(0, 1, TickText::percent);
    }

    /** Equal factors take equal room, widened to 1, 2 or 5 times a power of ten; values below {@code low} lie at its end. */
    public static Scale log(double low, double high, DoubleFunction<String> label) {
        double from = roundBelow(Math.max(low, Double.MIN_NORMAL));
        double to = roundAbove(Math.max(high, from * 2));
        double factors = Math.log10(to / from);
        List<Tick> ticks = new ArrayList<>();
        for (double decade = Math.pow(10, Math.floor(Math.log10(from) + 1e-9)); decade <= to * 1.0001; decade *= 10) {
            for (int digit : factors <= FINE_FACTORS ? new int[] {1, 2, 5} : new int[] {1}) {
                if (digit * decade >= from * 0.9999 && digit * decade <= to * 1.0001) {
                    ticks.add(tick(digit * decade, label));
                }
            }
        }
        return new Scale(Kind.CONTINUOUS, ticks, value -> Math.log10(Math.max(value, from) / from) / factors);
    }

    /**
     * Shares of 0 to 1 with the end drawn out: each further nine takes equal room, as distributions of times are read.
     *
     * @param highest the largest share that must have a place, below 1
     */
    public static Scale tail(double highest) {
        double nines = Math.max(LEAST_NINES, -Math.log10(1 - highest));
        List<Tick> ticks = new ArrayList<>(List.of(new Tick(0.5, "50%"), new Tick(0.9, "90%")));
        for (int digits = 2; digits <= nines + 1e-9; digits++) {
            double share = 1 - Math.pow(10, -digits);
            ticks.add(new Tick(share, TickText.percent(share)));
        }
        return new Scale(Kind.CONTINUOUS, ticks, value -> -Math.log10(Math.max(1e-12, 1 - value)) / nines);
    }

    /** One column per label, from left to right. */
    public static Scale columns(List<String> labels) {
        return bands(Kind.BANDS, labels, place -> (place + 0.5) / Math.max(1, labels.size()));
    }

    /** One row per label, from top to bottom; long labels stand above what is in their row. */
    public static Scale rows(List<String> labels) {
        int rows = Math.max(1, labels.size());
        boolean beside = labels.stream().allMatch(label -> label.length() <= LONGEST_BESIDE);
        return beside
                ? bands(Kind.BANDS, labels, place -> 1 - (place + 0.5) / rows)
                : bands(Kind.LABELLED_ROWS, labels, place -> 1 - (place + BELOW_LABEL) / rows);
    }

    private static Scale bands(Kind kind, List<String> labels, DoubleUnaryOperator position) {
        List<Tick> ticks = new ArrayList<>();
        labels.forEach(label -> ticks.add(new Tick(ticks.size(), label)));
        return new Scale(kind, ticks, position);
    }

    private static Tick tick(double value, DoubleFunction<String> label) {
        double clean = Math.abs(value) < 1e-12 ? 0 : value;
        return new Tick(clean, label.apply(clean));
    }

    private static double roundStep(double atLeast) {
        return roundAbove(Math.max(atLeast, Double.MIN_NORMAL));
    }

    private static double roundAbove(double value) {
        double decade = decadeOf(value);
        for (double digit : new double[] {1, 2, 5}) {
            if (digit * decade >= value * (1 - 1e-9)) {
                return digit * decade;
            }
        }
        return 10 * decade;
    }

    private static double roundBelow(double value) {
        double decade = decadeOf(value);
        for (double digit : new double[] {5, 2}) {
            if (digit * decade <= value * (1 + 1e-9)) {
                return digit * decade;
            }
        }
        return decade;
    }

    private static double decadeOf(double value) {
        return Math.pow(10, Math.floor(Math.log10(value) + 1e-9));
    }
}
