package keepalivelab.load;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counts names that arrive as bytes, without allocating for a name that is known. Confined to one thread. */
final class NameTally {
    static final int MOST_NAMES = 256;
    private static final String OTHER = "other";

    private final byte[][] names = new byte[MOST_NAMES][];
    private final int[] counts = new int[MOST_NAMES];
    private int known;
    private int others;
    private int last;

    /** Counts a name and returns its index; all names beyond those that are told apart have one. */
    int add(byte[] bytes, int from, int to) {
        // The same thread often answers twice in a row.
        if (last < known && is(last, bytes, from, to)) {
            counts[last]++;
            return last;
        }
        for (int i = 0; i < known; i++) {
            if (is(i, bytes, from, to)) {
                counts[i]++;
                last = i;
                return i;
            }
        }
        return learn(bytes, from, to);
    }

    /** The name of that index. */
    String name(int index) {
        return index == MOST_NAMES ? OTHER : new String(names[index], StandardCharsets.ISO_8859_1);
    }

    /** Adds these counts to that map. */
    void addTo(SortedMap<String, Integer> sum) {
        for (int i = 0; i < known; i++) {
            sum.merge(name(i), counts[i], Integer::sum);
        }
        if (others > 0) {
            sum.merge(OTHER, others, Integer::sum);
        }
    }

    SortedMap<String, Integer> counts() {
        SortedMap<String, Integer> counted = new TreeMap<>();
        addTo(counted);
        return counted;
    }

    private int learn(byte[] bytes, int from, int to) {
        if (known == MOST_NAMES) {
            others++;
            return MOST_NAMES;
        }
        names[known] = Arrays.copyOfRange(bytes, from, to);
        counts[known] = 1;
        last = known++;
        return last;
    }

    private boolean is(int index, byte[] bytes, int from, int to) {
        return Arrays.equals(names[index], 0, names[index].length, bytes, from, to);
    }
}
