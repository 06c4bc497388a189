package keepalivelab.report;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One value of a table, in both forms.
 *
 * @param text for people: short, rounded, with its unit; {@code -} for none
 * @param raw for programs: exact, in the unit that the column's name says; empty for none
 */
public record TableValue(String text, String raw) {
    /** No value. */
    public static final TableValue NONE = new TableValue("-", "");

    public TableValue {
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(raw, "raw");
    }

    public static TableValue of(String text) {
        return text.isEmpty() ? NONE : new TableValue(text, text);
    }

    static TableValue count(@Nullable Long count) {
        return count == null ? NONE : of(Long.toString(count));
    }

    /** A share of 0 to 1, shown in percent with one decimal. */
    public static TableValue ratio(@Nullable Double ratio) {
        return ratio == null ? NONE : new TableValue(percent(ratio), Double.toString(ratio));
    }

    /** A time in microseconds, shown with three digits in the unit that suits it. */
    static TableValue micros(double micros) {
        return new TableValue(readable(micros), number(micros));
    }

    /** A time that is only known to be at least that long. */
    static TableValue atLeastMicros(double micros) {
        return new TableValue(">=" + readable(micros), number(micros));
    }

    static TableValue seconds(double seconds) {
        return new TableValue(String.format(Locale.ROOT, "%.1f", seconds), number(seconds));
    }

    /** A scalar of a matrix or of published figures. */
    public static TableValue scalar(@Nullable Object value) {
        if (value == null) {
            return NONE;
        }
        return of(value instanceof Double number ? number(number) : value.toString());
    }

    boolean present() {
        return !raw.isEmpty();
    }

    /** A decimal number without an exponent and without a needless fraction. */
    private static String number(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return Long.toString((long) value);
        }
        return Double.isFinite(value) ? new BigDecimal(Double.toString(value)).toPlainString() : "";
    }

    private static String percent(double ratio) {
        String rounded = String.format(Locale.ROOT, "%.1f%%", ratio * 100);
        // One of 10 000 that was not reused must not read as "all".
        if (rounded.equals("100.0%") && ratio < 1) {
            return ">99.9%";
        }
        return rounded.equals("0.0%") && ratio > 0 ? "<0.1%" : rounded;
    }

    private static String readable(double micros) {
        // A difference of two times can be below zero.
        double size = Math.abs(micros);
        if (size < 999.5) {
            return threeDigits(micros) + "us";
        }
        return size < 999_500 ? threeDigits(micros / 1e3) + "ms" : threeDigits(micros / 1e6) + "s";
    }

    private static String threeDigits(double value) {
        double size = Math.abs(value);
        int decimals = size < 9.995 ? 2 : size < 99.95 ? 1 : 0;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}
