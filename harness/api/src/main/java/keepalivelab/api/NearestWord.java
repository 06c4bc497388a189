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

    /** Levenshtein distance: insertions, deletions and substitutions, each counted 1. */
    static int distance(String a, String b) {
        int[] previous = new int[b.length() + 1];
        int[] current = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substituted = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(substituted, 1 + Math.min(previous[j], current[j - 1]));
            }
            int[] swap = previous;
            previous = current;
            current = swap;
        }
        return previous[b.length()];
    }
}
