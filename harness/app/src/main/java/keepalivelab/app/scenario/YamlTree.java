package keepalivelab.app.scenario;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import keepalivelab.api.InputException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLParser;

/**
 * Reads YAML into {@link YamlNode}s. Stricter than YAML: no duplicate keys, no aliases, no empty values, one document.
 * Works on the token stream because a bound object no longer knows its lines.
 */
final class YamlTree {
    private static final YAMLFactory FACTORY = new YAMLFactory();

    private final Problems problems;
    private final YAMLParser parser;

    private YamlTree(String text, Problems problems) {
        this.problems = problems;
        this.parser = (YAMLParser) FACTORY.createParser(ObjectReadContext.empty(), text);
    }

    /**
     * The document's top mapping.
     *
     * @param problems takes what is wrong but can be read past
     * @throws InputException if it is no YAML, or no mapping
     */
    static YamlNode.Mapping read(String text, Problems problems) {
        try {
            return new YamlTree(text, problems).document();
        } catch (JacksonException e) {
            throw new InputException(syntaxError(text, e, problems));
        }
    }

    /** A value as if it stood in a file: {@code 7} is a number, {@code 1s} a text. */
    static YamlNode.Scalar scalar(String text, int line) {
        if (text.matches("[-+]?\\d{1,18}")) {
            return new YamlNode.Scalar(text, Long.parseLong(text), line);
        }
        if (text.matches("[-+]?\\d+\\.\\d+([eE][-+]?\\d{1,2})?")) {
            return new YamlNode.Scalar(text, Double.parseDouble(text), line);
        }
        boolean truth = text.equals("true") || text.equals("false");
        return new YamlNode.Scalar(text, truth ? (Object) Boolean.valueOf(text) : text, line);
    }

    private YamlNode.Mapping document() {
        JsonToken first = parser.nextToken();
        if (first == null) {
            throw new InputException(problems.file() + ":1: the file is empty");
        }
        YamlNode node = node(first, "the file");
        if (parser.nextToken() != null) {
            problems.add(line(), "a second document begins here; a scenario file holds one");
        }
        if (node instanceof YamlNode.Mapping mapping) {
            return mapping;
        }
        throw new InputException(
                problems.file() + ":" + node.line() + ": expected keys and values, found " + node.shape());
    }

    private YamlNode node(JsonToken token, String where) {
        return switch (token) {
            case START_OBJECT -> mapping();
            case START_ARRAY -> sequence(where);
            default -> value(token, where);
        };
    }

    private YamlNode value(JsonToken token, String where) {
        int line = line();
        String raw = parser.getString() == null ? "" : parser.getString();
        if (parser.isCurrentAlias()) {
            problems.add(line, where + ": '*" + raw + "' is an alias; write the value out");
        } else if (token == JsonToken.VALUE_NULL) {
            problems.add(line, where + " has no value");
        }
        boolean plain = token != JsonToken.VALUE_STRING;
        return plain ? scalar(raw, line) : new YamlNode.Scalar(raw, raw, line);
    }

    private YamlNode mapping() {
        int line = line();
        Map<String, YamlNode.Entry> entries = new LinkedHashMap<>();
        while (next() == JsonToken.PROPERTY_NAME) {
            String key = parser.currentName();
            int keyLine = line();
            YamlNode.Entry entry = new YamlNode.Entry(keyLine, node(next(), "key '" + key + "'"));
            YamlNode.Entry earlier = entries.putIfAbsent(key, entry);
            if (earlier != null) {
                problems.add(keyLine, "duplicate key '" + key + "'; it stands already in line " + earlier.line());
            }
        }
        return new YamlNode.Mapping(entries, line);
    }

    private YamlNode sequence(String where) {
        int line = line();
        List<YamlNode> items = new ArrayList<>();
        for (JsonToken token = next(); token != JsonToken.END_ARRAY; token = next()) {
            items.add(node(token, where));
        }
        return new YamlNode.Sequence(items, line);
    }

    private JsonToken next() {
        JsonToken token = parser.nextToken();
        if (token == null) {
            throw new InputException(problems.file() + ":" + line() + ": the file ends too early");
        }
        return token;
    }

    private int line() {
        return parser.currentTokenLocation().getLineNr();
    }

    private static String syntaxError(String text, JacksonException e, Problems problems) {
        int line = Math.max(1, e.getLocation() == null ? 1 : e.getLocation().getLineNr());
        String reason = e.getOriginalMessage() == null ? "" : e.getOriginalMessage();
        List<String> parts =
                reason.lines().map(String::strip).filter(p -> !p.isEmpty()).toList();
        String last = parts.stream()
                .filter(p -> p.startsWith("expected") || p.startsWith("found") || p.startsWith("mapping values"))
                .findFirst()
                .orElse(parts.isEmpty() ? "" : parts.get(0));
        List<String> lines = text.lines().toList();
        boolean unquoted = line <= lines.size() && lines.get(line - 1).contains("${");
        String remedy = unquoted ? "; inside { } and [ ] a ${name} must stand in quotes" : "";
        return problems.file() + ":" + line + ": not YAML: " + last + remedy;
    }
}
