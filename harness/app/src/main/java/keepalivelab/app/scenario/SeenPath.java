package keepalivelab.app.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A place in a result that an expression looks at, e.g. {@code backend.accepts} or {@code requests[1].status}.
 *
 * @param steps from the variable inwards: names as {@code String}, indexes as {@code Long},
 *     {@link #EACH} to every item of a list; empty for no such place
 */
record SeenPath(List<Object> steps) {
    private static final int MOST_SHOWN = 8;
    /** The step to every item of a list. */
    static final String EACH = "*";

    static final SeenPath NOWHERE = new SeenPath(List.of());

    SeenPath {
        steps = List.copyOf(steps);
    }

    /** The variable of the result it begins with. */
    String variable() {
        return exists() ? steps.get(0).toString() : "";
    }

    boolean exists() {
        return !steps.isEmpty();
    }

    /** One step further in; nowhere stays nowhere. */
    SeenPath then(Object step) {
        List<Object> longer = new ArrayList<>(steps);
        longer.add(step);
        return exists() ? new SeenPath(longer) : NOWHERE;
    }

    boolean startsWith(SeenPath other) {
        return steps.size() >= other.steps.size()
                && steps.subList(0, other.steps.size()).equals(other.steps);
    }

    /** The value there, in words. */
    String shown(Map<String, Object> variables) {
        Object value = variables;
        for (Object step : steps) {
            value = inside(value, step);
        }
        if (value instanceof Each each) {
            value = each.items();
        }
        if (value instanceof List<?> list && (list.size() > MOST_SHOWN || isTable(list))) {
            return list.size() + " entries";
        }
        return value instanceof Map<?, ?> map ? map.size() + " entries" : String.valueOf(value);
    }

    /** One value for each item of a list. */
    private record Each(List<? extends @Nullable Object> items) {}

    private static boolean isTable(List<?> list) {
        return list.size() > 1 && list.get(0) instanceof Map;
    }

    private static @Nullable Object inside(@Nullable Object value, Object step) {
        if (value instanceof Map<?, ?> map) {
            return map.get(step);
        }
        if (value instanceof Each each) {
            return new Each(
                    each.items().stream().map(item -> inside(item, step)).toList());
        }
        if (value instanceof List<?> list && step.equals(EACH)) {
            return new Each(list);
        }
        if (value instanceof List<?> list && step instanceof Long index && index >= 0 && index < list.size()) {
            return list.get(index.intValue());
        }
        return null;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (Object step : steps) {
            boolean name = step instanceof String s && s.matches("[A-Za-z0-9_]+");
            String shown = step instanceof String && !name && !step.equals(EACH) ? "\"" + step + "\"" : step.toString();
            text.append(!name ? "[" + shown + "]" : text.isEmpty() ? shown : "." + shown);
        }
        return text.toString();
    }
}
