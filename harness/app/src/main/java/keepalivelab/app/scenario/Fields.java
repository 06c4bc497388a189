package keepalivelab.app.scenario;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import keepalivelab.api.DurationText;
import keepalivelab.api.NearestWord;

/** Reads the keys of one mapping strictly: what is not asked for is an error. Wrong values are noted and replaced. */
final class Fields {
    private final YamlNode.Mapping mapping;
    private final String where;
    private final Problems problems;

    /**
     * @param where the section for messages, e.g. {@code load}; empty at the top
     */
    Fields(YamlNode.Mapping mapping, String where, Problems problems) {
        this.mapping = mapping;
        this.where = where;
        this.problems = problems;
    }

    /** Notes every key as unknown that none of these sections has. */
    Fields only(Section... sections) {
        return onlyIn(where, sections);
    }

    /** The same, where messages call the place so. */
    Fields onlyIn(String place, Section... sections) {
        List<String> valid = Section.names(sections);
        String in = place.isEmpty() ? "" : " in " + place;
        mapping.entries().forEach((key, entry) -> {
            if (!valid.contains(key)) {
                problems.add(entry.line(), "unknown key '" + key + "'" + in + NearestWord.hint(key, valid));
            }
        });
        return this;
    }

    /** The keys that the section does not have, in the order of the file. */
    List<String> keysExcept(Section section) {
        return mapping.entries().keySet().stream()
                .filter(k -> !section.names().contains(k))
                .toList();
    }

    boolean isEmpty() {
        return mapping.entries().isEmpty();
    }

    int line() {
        return mapping.line();
    }

    /** Line of a key, or of the mapping where the key is absent. */
    int line(String key) {
        YamlNode.Entry entry = mapping.entries().get(key);
        return entry == null ? line() : entry.line();
    }

    boolean has(String key) {
        return mapping.entries().containsKey(key);
    }

    Optional<YamlNode> node(String key) {
        return Optional.ofNullable(mapping.entries().get(key)).map(YamlNode.Entry::node);
    }

    /** A value that must be there; noted and empty if it is not. */
    String text(String key) {
        if (!has(key)) {
            String section = where.isEmpty() ? "" : " in " + where;
            problems.add(line(), "key '" + key + "' is missing" + section);
        }
        return optionalText(key).orElse("");
    }

    Optional<String> optionalText(String key) {
        return scalar(key).map(YamlNode.Scalar::text);
    }

    Optional<YamlNode.Scalar> scalar(String key) {
        return of(key, YamlNode.Scalar.class, "a single value");
    }

    Optional<YamlNode.Mapping> mapping(String key) {
        return of(key, YamlNode.Mapping.class, "a mapping");
    }

    List<YamlNode> items(String key) {
        return of(key, YamlNode.Sequence.class, "a list")
                .map(YamlNode.Sequence::items)
                .orElse(List.of());
    }

    /** A whole number in a range. */
    int count(String key, int absent, int least, int most) {
        return scalar(key)
                .map(s -> {
                    if (s.value() instanceof Long n && n >= least && n <= most) {
                        return n.intValue();
                    }
                    wrong(s.line(), key, s.text(), "is not a whole number from " + least + " to " + most);
                    return absent;
                })
                .orElse(absent);
    }

    /** A duration above zero. */
    Duration duration(String key, Duration absent) {
        return scalar(key).map(s -> duration(key, s, absent)).orElse(absent);
    }

    Duration duration(String key, YamlNode.Scalar scalar, Duration instead) {
        Optional<Duration> parsed = DurationText.parse(scalar.text()).filter(d -> !d.isZero());
        if (parsed.isEmpty()) {
            String hint = scalar.value() instanceof Number
                    ? "has no unit; write it with one of us ms s m h, e.g. " + scalar.text() + "ms"
                    : "is not a duration; write e.g. 300ms (units: us ms s m h)";
            wrong(scalar.line(), key, scalar.text(), hint);
        }
        return parsed.orElse(instead);
    }

    /** One of several words, mapped to its meaning. */
    <T> T word(String key, Map<String, T> meanings, T absent) {
        return scalar(key)
                .map(s -> {
                    T meaning = meanings.get(s.text());
                    if (meaning == null) {
                        wrong(
                                s.line(),
                                key,
                                s.text(),
                                "is not valid" + NearestWord.hint(s.text(), new TreeSet<>(meanings.keySet())));
                    }
                    return meaning == null ? absent : meaning;
                })
                .orElse(absent);
    }

    /** Scalars by key, in the order of the file. */
    Map<String, YamlNode.Scalar> scalars() {
        Map<String, YamlNode.Scalar> values = new LinkedHashMap<>();
        mapping.entries().keySet().forEach(key -> scalar(key).ifPresent(s -> values.put(key, s)));
        return values;
    }

    /** Notes {@code key 'load.gap': '100' has no unit}. */
    void wrong(int line, String key, String value, String complaint) {
        problems.add(line, "key '" + path(key) + "': '" + value + "' " + complaint);
    }

    String path(String key) {
        return where.isEmpty() ? key : where + "." + key;
    }

    private <T extends YamlNode> Optional<T> of(String key, Class<T> type, String expected) {
        Optional<YamlNode> node = node(key);
        if (node.isPresent() && !type.isInstance(node.get())) {
            problems.add(
                    line(key),
                    "key '" + path(key) + "': expected " + expected + ", found "
                            + node.get().shape());
        }
        return node.filter(type::isInstance).map(type::cast);
    }
}
