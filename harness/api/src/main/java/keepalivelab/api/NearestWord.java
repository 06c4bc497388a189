package keepalivelab.api;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the valid word that a mistyped one most likely meant. */
public final class NearestWord {
    private NearestWord() {}

    /**
     * The valid word nearest to {@code typed} by edit distance, if it is near enough to be worth suggesting: at most half
     * of the typed word's length differs, or one word starts with the other.
     *
     * @return empty where nothing is near
     */
    public static Optional<String> to(String typed, Collection<String> valid) {
        String word = typed.toLowerCase(Locale.ROOT);
        return valid.stream()
                .min(Comparator.<String>comparingInt(v -> distance(word, v.toLowerCase(Locale.ROOT)))
                        .thenComparing(Comparator.naturalOrder()))
                .filter(v -> near(word, v.toLowerCase(Locale.ROOT)));
    }

    /** {@code "; did you mean 'x'?"}, or, where nothing is near, {@code "; valid: a, b, c"}. */
    public static String hint(String typed, Collection<String> valid) {
        return to(typed, valid)
                .map(v -> "; did you mean '" + v + "'?")
                .orElseGet(() -> "; valid: " + String.join(", ", valid));
    }

    private static boolean near(String typed, String valid) {
        return valid.startsWith(typed)
                || typed.startsWith(valid)
                || distance(typed, valid) <= Math.max(1, typed.length() / 2);
    }

    /**
     * Optimal string alignment distance (Damerau 1964, restricted): insertions, deletions, substitutions and swaps of
     * neighbours, each counted 1.
     */
    static int distance(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            d[i][0] = i;
        }
        for (int j = 0; j <= b.length(); j++) {
            d[0][j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            for (int j = 1; j <= b.length(); j++) {
                int substituted = d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                d[i][j] = Math.min(substituted, 1 + Math.min(d[i - 1][j], d[i][j - 1]));
                if (swapped(a, i, b, j)) {
                    d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
                }
            }
        }
        return d[a.length()][b.length()];
    }

    private static boolean swapped(String a, int i, String b, int j) {
        return i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    }
}
