package keepalivelab.report;

import java.util.Locale;

/** A change for people: {@code +9.8%} for a share, {@code +1.25} for a difference. */
final class ChangeText {
    private ChangeText() {}

    static String of(double value, Gate.Unit unit) {
        return unit == Gate.Unit.RATIO
                ? String.format(Locale.ROOT, "%+.1f%%", 100 * value)
                : value == Math.rint(value)
                        ? String.format(Locale.ROOT, "%+d", (long) value)
                        : String.format(Locale.ROOT, "%+.2f", value);
    }
}
