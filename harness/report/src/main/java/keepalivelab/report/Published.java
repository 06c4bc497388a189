package keepalivelab.report;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Figures that someone else published for this cell. In JSON the source stands among the figures, as {@code source}.
 *
 * @param figures figure → number or text. A figure named as a table column ({@code accepts}, {@code reuse}) stands beside
 *     that column; a time ends in its unit ({@code p50_us}, {@code p50_ms}) and is of another machine: shown, not compared
 * @param source where they were published
 */
public record Published(Map<String, Object> figures, String source) {
    private static final String SOURCE = "source";

    public Published {
        figures = Frozen.scalars(figures);
        Objects.requireNonNull(source, SOURCE);
        if (figures.containsKey(SOURCE)) {
            throw new IllegalArgumentException("a figure cannot be called '" + SOURCE + "'");
        }
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static Published ofJson(Map<String, Object> json) {
        Map<String, Object> figures = new LinkedHashMap<>(json);
        Object source = figures.remove(SOURCE);
        if (source == null) {
            throw new IllegalArgumentException("published figures without a source");
        }
        return new Published(figures, source.toString());
    }

    @JsonValue
    Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>(figures);
        json.put(SOURCE, source);
        return json;
    }
}
