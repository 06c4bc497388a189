package keepalivelab.app.scenario;

import java.util.Arrays;

/** Compares version numbers by their dotted numbers, so that 1.9 is before 1.10. */
final class VersionText {
    private VersionText() {}

    /** Whether {@code version} is {@code least} or later; a version without any number, such as an unknown one, never is. */
    static boolean atLeast(String version, String least) {
        long[] a = numbers(version);
        long[] b = numbers(least);
        if (a.length == 0) {
            return false;
        }
        for (int i = 0; i < Math.max(a.length, b.length); i++) {
            int order = Long.compare(i < a.length ? a[i] : 0, i < b.length ? b[i] : 0);
            if (order != 0) {
                return order > 0;
            }
        }
        return true;
    }

    /** The leading dotted numbers: {@code v1.31.3-dev} gives 1, 31, 3. */
    private static long[] numbers(String version) {
        String dotted = version.replaceFirst("^[^0-9]*", "").replaceFirst("[^0-9.].*$", "");
        return Arrays.stream(dotted.split("\\."))
                .filter(part -> !part.isEmpty() && part.length() <= 18)
                .mapToLong(Long::parseLong)
                .toArray();
    }
}
