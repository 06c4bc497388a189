package keepalivelab.report;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One metric of one cell, judged between two arms. Lower is better for every metric.
 *
 * <p>{@code estimate}, {@code low}, {@code high}, {@code margin}, {@code tolerance} and {@code minimalDetectable} are in
 * {@code unit}.
 *
 * @param cell id of the cell
 * @param metric {@code p50}, {@code p99}, {@code acceptsPer100}, ...
 * @param unit of the change
 * @param base what the base showed: the median over the rounds, µs for times
 * @param candidate what the candidate showed
 * @param estimate change from base to candidate (Hodges-Lehmann); null where nothing could be estimated
 * @param low lower bound of the change: above the margin exactly where the gate says regressed
 * @param high upper bound of the change, one-sided 95 %
 * @param p chance of rounds like these, or worse ones, if the change were exactly the margin
 * @param alpha limit that {@code p} was compared with, after correction for the other gates
 * @param margin a change up to this is no regression
 * @param tolerance a change that is surely below this passes
 * @param minimalDetectable change that rounds with this spread show nine times out of ten; null for too few rounds
 * @param rounds that could be used
 * @param verdict held for PASS, failed for REGRESSED, inconclusive, or void
 * @param reason one line
 */
public record Gate(
        String cell,
        String metric,
        Unit unit,
        @Nullable Double base,
        @Nullable Double candidate,
        @Nullable Double estimate,
        @Nullable Double low,
        @Nullable Double high,
        @Nullable Double p,
        double alpha,
        double margin,
        double tolerance,
        @Nullable Double minimalDetectable,
        int rounds,
        Verdict verdict,
        String reason) {
    /** What a change is measured in. */
    public enum Unit {
        /** Share of the base: 0.1 is ten percent more. */
        RATIO("ratio"),
        /** Difference of the two figures. */
        DIFFERENCE("difference");

        private final String key;

        Unit(String key) {
            this.key = key;
        }

        /** The word in result files. */
        @JsonValue
        public String key() {
            return key;
        }
    }

    public Gate {
        Objects.requireNonNull(cell, "cell");
        Objects.requireNonNull(metric, "metric");
        Objects.requireNonNull(unit, "unit");
        Objects.requireNonNull(verdict, "verdict");
        Objects.requireNonNull(reason, "reason");
        finite("base", base);
        finite("candidate", candidate);
        finite("estimate", estimate);
        finite("low", low);
        finite("high", high);
        finite("p", p);
        finite("minimalDetectable", minimalDetectable);
    }

    private static void finite(String name, @Nullable Double value) {
        if (value != null && !Double.isFinite(value)) {
            throw new IllegalArgumentException(name + " " + value + " is not a number");
        }
    }

    /** The word for people: PASS, REGRESSED, INCONCLUSIVE or VOID. */
    public String word() {
        return switch (verdict) {
            case HELD -> "PASS";
            case FAILED -> "REGRESSED";
            case VOID -> "VOID";
            default -> "INCONCLUSIVE";
        };
    }
}
