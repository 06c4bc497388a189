package keepalivelab.report.export;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Numbers as text that every reader takes. */
final class Numbers {
    private static final double EXACT = 1e15;

    private Numbers() {}

    /** A whole number where it is one, so that JSON shows no needless fraction. */
    static Number json(double value) {
        return new BigDecimal(plain(value));
    }

    /** To six digits behind the point: a ratio. */
    static String rounded(double value) {
        return new BigDecimal(Double.toString(value))
                .setScale(6, RoundingMode.HALF_EVEN)
                .toPlainString();
    }

    /** Without an exponent and without a needless fraction. */
    static String plain(double value) {
        return value == Math.rint(value) && Math.abs(value) < EXACT
                ? Long.toString((long) value)
                : new BigDecimal(Double.toString(value)).toPlainString();
    }
}
