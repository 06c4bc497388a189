package keepalivelab.app.scenario;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import keepalivelab.api.NearestWord;

/** Replaces {@code ${name}} by the value of a parameter or axis. A value that is nothing else keeps its type. */
final class Substitution {
    private static final Pattern NAME = Pattern.compile("\\$\\{([^}]*)\\}");

    private final Map<String, YamlNode.Scalar> names;
    private final Problems problems;

    Substitution(Map<String, YamlNode.Scalar> names, Problems problems) {
        this.names = names;
        this.problems = problems;
    }

    /** Whether a text refers to anything. */
    static boolean isIn(String text) {
        return text.contains("${");
    }

    YamlNode.Mapping in(YamlNode.Mapping mapping) {
        Map<String, YamlNode.Entry> entries = new LinkedHashMap<>();
        mapping.entries()
                .forEach((key, entry) -> entries.put(key, new YamlNode.Entry(entry.line(), inside(entry.node()))));
        return new YamlNode.Mapping(entries, mapping.line());
    }

    private YamlNode inside(YamlNode node) {
        if (node instanceof YamlNode.Mapping mapping) {
            return in(mapping);
        }
        if (node instanceof YamlNode.Sequence sequence) {
            return new YamlNode.Sequence(
                    sequence.items().stream().map(this::inside).toList(), sequence.line());
        }
        YamlNode.Scalar scalar = (YamlNode.Scalar) node;
        return isIn(scalar.text()) ? replaced(scalar) : scalar;
    }

    private YamlNode.Scalar replaced(YamlNode.Scalar scalar) {
        Matcher matcher = NAME.matcher(scalar.text());
        if (matcher.matches()) {
            YamlNode.Scalar value = value(matcher.group(1), scalar.line());
            return new YamlNode.Scalar(value.text(), value.value(), scalar.line());
        }
        String text = matcher.replaceAll(found ->
                Matcher.quoteReplacement(value(found.group(1), scalar.line()).text()));
        return new YamlNode.Scalar(text, text, scalar.line());
    }

    private YamlNode.Scalar value(String name, int line) {
        YamlNode.Scalar value = names.get(name);
        if (value == null) {
            problems.add(line, "unknown name '${" + name + "}'" + NearestWord.hint(name, names.keySet()));
            return new YamlNode.Scalar("", "", line);
        }
        return value;
    }
}
