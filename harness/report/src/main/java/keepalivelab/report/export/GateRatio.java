package keepalivelab.report.export;

import java.util.List;
import java.util.Optional;
import keepalivelab.report.Gate;
import keepalivelab.report.RunResult;
import org.jspecify.annotations.Nullable;

/**
 * What a gate of a comparison estimated, as the ratio of candidate to base: 1.1 is ten percent more. Gates that judge a
 * difference have none.
 *
 * @param gate it is of
 * @param value of the ratio
 * @param low lower bound; null where there is none
 * @param high upper bound; null where there is none
 */
record GateRatio(
        Gate gate,
        double value,
        @Nullable Double low,
        @Nullable Double high) {
    static List<GateRatio> of(RunResult result) {
        return result.gates().stream().flatMap(gate -> of(gate).stream()).toList();
    }

    private static Optional<GateRatio> of(Gate gate) {
        Double estimate = gate.estimate();
        return gate.unit() == Gate.Unit.RATIO && estimate != null
                ? Optional.of(new GateRatio(gate, 1 + estimate, ratio(gate.low()), ratio(gate.high())))
                : Optional.empty();
    }

    private static @Nullable Double ratio(@Nullable Double change) {
        return change == null ? null : 1 + change;
    }

    /** Its name in files: {@code size=8,clients=32/p50_to_base}. */
    String name() {
        return gate.cell() + "/" + gate.metric() + "_to_base";
    }
}
