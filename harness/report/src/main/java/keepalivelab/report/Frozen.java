package keepalivelab.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Immutable copies of maps that keep a stated order, so that the same result is always written as the same bytes. A value
 * that is missing is an {@link IllegalArgumentException}: a stored result may say null, which nobody expects afterwards.
 */
public final class Frozen {
    private Frozen() {}

    /** A copy in the order of the original. */
    public static <V> Map<String, V> inOrder(Map<String, V> map) {
        return whole(new LinkedHashMap<>(map));
    }

    /** A copy in the order of the keys. */
    static <V> Map<String, V> byKey(Map<String, V> map) {
        return whole(new TreeMap<>(map));
    }

    private static <V> Map<String, V> whole(Map<String, V> copy) {
        copy.forEach((key, value) -> {
            if (value == null) {
                throw new IllegalArgumentException(key + " has no value");
            }
        });
        return Collections.unmodifiableMap(copy);
    }

    /**
     * A copy in the order of the original whose values are texts, truths, whole numbers ({@code Long}) or other numbers
     * ({@code Double}): what JSON reads back as the same value.
     *
     * @throws IllegalArgumentException for any other value
     */
    static Map<String, Object> scalars(Map<String, Object> map) {
        Map<String, Object> copy = new LinkedHashMap<>();
        map.forEach((key, value) -> copy.put(key, scalar(key, value)));
        return Collections.unmodifiableMap(copy);
    }

    private static Object scalar(String key, Object value) {
        if (value instanceof String || value instanceof Boolean || value instanceof Long || value instanceof Double) {
            return value;
        }
        if (value instanceof Integer number) {
            return number.longValue();
        }
        throw new IllegalArgumentException(key + " is neither text, truth nor number: " + value);
    }
}
