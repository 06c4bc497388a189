package keepalivelab.app.scenario;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Digests of the sections of a scenario that decide what is counted, whatever their layout, comments and lines. Whether a knob
 * is optional decides who can run the scenario, not what is counted, and is left out.
 */
final class SectionDigests {
    /** Characters of a digest: enough to tell versions of one file apart, few enough to read. */
    private static final int LENGTH = 12;

    private SectionDigests() {}

    /** Section → digest, in the order of the file; empty sections are left out. */
    static Map<String, String> of(Scenario.Matrix matrix) {
        Map<String, String> digests = new LinkedHashMap<>();
        StringBuilder axes = new StringBuilder();
        for (Axis axis : matrix.axes()) {
            for (Axis.Point point : axis.points()) {
                append(axes.append(axis.name()).append('=').append(quoted(point.value())), bare(point.overlay()));
            }
        }
        put(digests, "matrix", axes.toString());
        put(digests, "proxy", bareKnobs(matrix.proxy()));
        put(digests, "backend", matrix.backend());
        put(digests, "load", matrix.load());
        put(digests, "after", matrix.after());
        return digests;
    }

    /** An overlay with its knobs as {@link #bareKnobs} has them. */
    private static YamlNode.Mapping bare(YamlNode.Mapping overlay) {
        Map<String, YamlNode.Entry> sections = new LinkedHashMap<>(overlay.entries());
        sections.computeIfPresent(
                "proxy",
                (name, entry) -> entry.node() instanceof YamlNode.Mapping proxy
                        ? new YamlNode.Entry(entry.line(), bareKnobs(proxy))
                        : entry);
        return new YamlNode.Mapping(sections, overlay.line());
    }

    /** Each knob with its value alone: {@code v} for {@code {value: v, optional: true}}. */
    private static YamlNode.Mapping bareKnobs(YamlNode.Mapping proxy) {
        Map<String, YamlNode.Entry> knobs = new LinkedHashMap<>();
        proxy.entries().forEach((knob, entry) -> {
            YamlNode.Entry value = entry.node() instanceof YamlNode.Mapping detailed
                    ? detailed.entries().get("value")
                    : entry;
            knobs.put(knob, value == null ? entry : value);
        });
        return new YamlNode.Mapping(knobs, proxy.line());
    }

    private static void put(Map<String, String> digests, String section, YamlNode.Mapping content) {
        StringBuilder text = new StringBuilder();
        if (!content.entries().isEmpty()) {
            append(text, content);
        }
        put(digests, section, text.toString());
    }

    private static void put(Map<String, String> digests, String section, String text) {
        if (!text.isEmpty()) {
            digests.put(section, digest(text));
        }
    }

    private static void append(StringBuilder text, YamlNode node) {
        if (node instanceof YamlNode.Scalar scalar) {
            text.append(quoted(scalar));
        } else if (node instanceof YamlNode.Sequence sequence) {
            text.append('[');
            sequence.items().forEach(item -> append(text, item));
            text.append(']');
        } else if (node instanceof YamlNode.Mapping mapping) {
            text.append('{');
            mapping.entries().forEach((key, entry) -> append(text.append(key).append(':'), entry.node()));
            text.append('}');
        }
    }

    private static String quoted(YamlNode.Scalar scalar) {
        return '"' + scalar.text().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private static String digest(String text) {
        try {
            byte[] sha256 = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(sha256).substring(0, LENGTH);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
