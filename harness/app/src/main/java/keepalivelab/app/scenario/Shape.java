package keepalivelab.app.scenario;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What names a value of a result has, so that a mistyped one is found before anything runs. */
sealed interface Shape {
    /** Anything: a number, a text, or a map whose keys are not known beforehand. */
    Shape ANY = new Any();

    /** See {@link #ANY}. */
    record Any() implements Shape {}

    /** A map with known names. */
    record Members(Map<String, Shape> names) implements Shape {
        public Members {
            names = Ordered.copyOf(names);
        }
    }

    /** A list whose items have one shape. */
    record ListOf(Shape item) implements Shape {}

    /** A map of these names to anything. */
    static Members members(Iterable<String> names) {
        Map<String, Shape> members = new LinkedHashMap<>();
        names.forEach(name -> members.put(name, ANY));
        return new Members(members);
    }

    /** A map of these names to anything. */
    static Members members(String... names) {
        return members(List.of(names));
    }

    /** A map of these names to one shape. */
    static Members members(Shape shape, String... names) {
        Map<String, Shape> members = new LinkedHashMap<>();
        List.of(names).forEach(name -> members.put(name, shape));
        return new Members(members);
    }
}
