package keepalivelab.report.chart;

import java.math.BigDecimal;
import java.math.MathContext;

/** Numbers as axes show them: as short as they can be without being wrong. */
public final class TickText {
    private static final MathContext DIGITS = new MathContext(6);

    private TickText() {}

    /** E.g. {@code 0.5}, {@code 200}, {@code 20k}. */
    public static String plain(double value) {
        if (Math.abs(value) >= 10_000_000) {
            return digits(value / 1e6) + "M";
        }
        return Math.abs(value) >= 10_000 ? digits(value / 1e3) + "k" : digits(value);
    }

    /** A share of 0 to 1, e.g. {@code 99.9%}. */
    public static String percent(double share) {
        return digits(share * 100) + "%";
    }

    /** A change as a share, with its sign, e.g. {@code +10%}. */
    public static String change(double share) {
        return (share > 0 ? "+" : "") + percent(share);
    }

    /** A time in microseconds in the unit that suits it, e.g. {@code 200us}, {@code 5ms}. */
    public static String micros(double micros) {
        if (micros >= 1e6) {
            return digits(micros / 1e6) + "s";
        }
        return micros >= 1e3 ? digits(micros / 1e3) + "ms" : digits(micros) + "us";
    }

    private static String digits(double value) {
        BigDecimal rounded = BigDecimal.valueOf(value).round(DIGITS);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }
}
