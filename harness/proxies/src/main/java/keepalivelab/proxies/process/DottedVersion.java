package keepalivelab.proxies.process;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A version of numbers and dots that compares number by number; a missing number counts as 0.
 *
 * @param numbers e.g. 1, 22, 1
 */
public record DottedVersion(List<Integer> numbers) implements Comparable<DottedVersion> {
    private static final Pattern FORM = Pattern.compile("\\d{1,9}(\\.\\d{1,9})*");
    private static final Pattern DOT = Pattern.compile("\\.");

    public DottedVersion {
        numbers = List.copyOf(numbers);
    }

    /** Whether {@code text} is such a version, or the first numbers of one. */
    public static boolean matches(String text) {
        return FORM.matcher(text).matches();
    }

    /**
     * Reads e.g. {@code 1.22.1}.
     *
     * @throws IllegalArgumentException if {@code text} is no such version
     */
    public static DottedVersion of(String text) {
        if (!matches(text)) {
            throw new IllegalArgumentException("'" + text + "' is not a version of numbers and dots");
        }
        return new DottedVersion(
                Arrays.stream(DOT.split(text)).map(Integer::valueOf).toList());
    }

    /** Whether it is {@code other} or newer. */
    public boolean atLeast(String other) {
        return compareTo(of(other)) >= 0;
    }

    /** Whether it begins with all numbers of {@code other}: 1.31.3 is a 1.31. */
    public boolean isA(DottedVersion other) {
        int length = other.numbers.size();
        return numbers.size() >= length && numbers.subList(0, length).equals(other.numbers);
    }

    @Override
    public int compareTo(DottedVersion other) {
        int length = Math.max(numbers.size(), other.numbers.size());
        int order = 0;
        for (int i = 0; i < length && order == 0; i++) {
            order = Integer.compare(number(i), other.number(i));
        }
        return order;
    }

    private int number(int index) {
        return index < numbers.size() ? numbers.get(index) : 0;
    }
}
