package keepalivelab.report;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What was run.
 *
 * @param id of the scenario
 * @param title its question in one line
 * @param source where the scenario comes from, for people; null where it does not say
 * @param sha256 of the scenario's text, lower-case hexadecimal
 * @param params parameters after overrides: texts, truths and numbers
 */
public record Scenario(String id, String title, @Nullable String source, String sha256, Map<String, Object> params) {
    public Scenario {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(sha256, "sha256");
        params = Frozen.scalars(params);
    }
}
