package keepalivelab.proxies.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Native configuration of a proxy with gaps, kept as a resource beside its driver so that it reads like the proxy's own
 * language. A gap is {@code @name@}. A line whose gaps are all filled with nothing, and that holds nothing else, is left out.
 *
 * @param text the template
 */
public record NativeTemplate(String text) {
    private static final String LEFT_OUT = "\0";
    private static final Pattern GAP = Pattern.compile("@([a-z][a-z0-9.-]*)@");

    /** Reads the resource {@code name} beside {@code owner}. */
    public static NativeTemplate resource(Class<?> owner, String name) {
        try (InputStream in = Objects.requireNonNull(owner.getResourceAsStream(name), name)) {
            return new NativeTemplate(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Fills the gaps.
     *
     * @throws IllegalArgumentException if a gap has no value
     */
    public String fill(Map<String, String> values) {
        return text.lines()
                .map(line -> fillLine(line, values))
                .filter(line -> !line.equals(LEFT_OUT))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static String fillLine(String line, Map<String, String> values) {
        Matcher gaps = GAP.matcher(line);
        String filled = gaps.replaceAll(gap -> Matcher.quoteReplacement(value(gap.group(1), values)));
        return filled.isBlank() && !line.isBlank() ? LEFT_OUT : filled;
    }

    private static String value(String name, Map<String, String> values) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("no value for the gap @" + name + "@");
        }
        return value;
    }
}
