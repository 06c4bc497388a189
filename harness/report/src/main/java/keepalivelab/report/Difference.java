package keepalivelab.report;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Why a cell may differ from what was published.
 *
 * @param because the reason, in words
 * @param evidence expression over the result that shows the reason to be at work; null for a bare claim
 * @param held whether the evidence was found in this cell; false for a bare claim, which then explains nothing
 */
public record Difference(String because, @Nullable String evidence, boolean held) {
    public Difference {
        Objects.requireNonNull(because, "because");
        if (held && evidence == null) {
            throw new IllegalArgumentException("a difference without evidence cannot be shown: " + because);
        }
    }
}
