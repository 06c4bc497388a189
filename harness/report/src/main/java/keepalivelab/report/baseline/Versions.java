package keepalivelab.report.baseline;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Versions of a proxy for which a baseline speaks. Compared number by number, so that 1.9 comes before 1.10.
 *
 * @param from the first of them; null for any
 * @param before the first that is none of them; null for no end
 */
public record Versions(@Nullable String from, @Nullable String before) {
    /** Any version: of a proxy that has none of its own. */
    public static final Versions ANY = new Versions(null, null);

    /** All versions that share the first two numbers with this one; {@link #ANY} for a version without two numbers. */
    public static Versions around(String version) {
        long[] numbers = numbers(version);
        return numbers.length < 2
                ? ANY
                : new Versions(numbers[0] + "." + numbers[1] + ".0", numbers[0] + "." + (numbers[1] + 1) + ".0");
    }

    /** Whether the version is one of them. */
    public boolean include(String version) {
        return (from == null || compare(version, from) >= 0) && (before == null || compare(version, before) < 0);
    }

    /** The numbers that all of them begin with, for a file's name; empty for {@link #ANY}. */
    String prefix() {
        return from == null ? "" : from.replaceFirst("\\.0$", "");
    }

    /** For people: {@code 1.22.0 up to, not including, 1.23.0}. */
    @Override
    public String toString() {
        if (from == null && before == null) {
            return "any version";
        }
        return (from == null ? "any version" : from)
                + (before == null ? " or later" : " up to, not including, " + before);
    }

    private static int compare(String one, String other) {
        long[] a = numbers(one);
        long[] b = numbers(other);
        for (int i = 0; i < Math.max(a.length, b.length); i++) {
            int order = Long.compare(i < a.length ? a[i] : 0, i < b.length ? b[i] : 0);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private static long[] numbers(String version) {
        String dotted = version.replaceFirst("^[^0-9]*", "").replaceFirst("[^0-9.].*$", "");
        return Arrays.stream(dotted.split("\\.", -1))
                .filter(part -> !part.isEmpty() && part.length() <= 18)
                .mapToLong(Long::parseLong)
                .toArray();
    }
}
