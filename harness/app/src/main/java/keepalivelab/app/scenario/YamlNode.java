package keepalivelab.app.scenario;

import java.util.List;
import java.util.Map;

/** A piece of a YAML document that still knows its line, so that every later complaint can name it. Lines count from 1. */
sealed interface YamlNode {
    int line();

    /** What it is, for messages. */
    String shape();

    /**
     * One value.
     *
     * @param text as written, so that {@code 1.0} stays {@code 1.0}
     * @param value {@code Long}, {@code Double}, {@code Boolean} or {@code String}
     */
    record Scalar(String text, Object value, int line) implements YamlNode {
        @Override
        public String shape() {
            return "a single value";
        }

        /** The type in words: what a value given in its place must be. */
        String type() {
            if (value instanceof Long) {
                return "a whole number";
            }
            if (value instanceof Double) {
                return "a number";
            }
            return value instanceof Boolean ? "true or false" : "a text";
        }
    }

    /** Key → value in the order of the file. */
    record Mapping(Map<String, Entry> entries, int line) implements YamlNode {
        public Mapping {
            entries = Ordered.copyOf(entries);
        }

        static Mapping empty(int line) {
            return new Mapping(Map.of(), line);
        }

        @Override
        public String shape() {
            return "a mapping";
        }
    }

    /**
     * A value under its key.
     *
     * @param line of the key
     */
    record Entry(int line, YamlNode node) {}

    /** Items in the order of the file. */
    record Sequence(List<YamlNode> items, int line) implements YamlNode {
        public Sequence {
            items = List.copyOf(items);
        }

        @Override
        public String shape() {
            return "a list";
        }
    }
}
