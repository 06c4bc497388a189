package keepalivelab.app.run;

import java.util.Map;
import java.util.Optional;
import keepalivelab.api.CapabilitySheet;
import keepalivelab.api.EarlyClose;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;
import keepalivelab.api.KnobStatus;
import keepalivelab.api.Rendering;

/** The variable {@code retry} of expressions: what the arm says it does with a request whose connection ended early. */
final class RetryFacts {
    private static final String UNKNOWN = "unknown";

    private RetryFacts() {}

    /** The rule that the cell sets, where the proxy can; else the proxy's own, by its sheet. */
    static Map<String, Object> of(CapabilitySheet sheet, KnobSettings settings, Rendering rendering) {
        Optional<EarlyClose> own = sheet.earlyClose();
        KnobStatus status = rendering.knobs().get(Knob.RETRY_RULE);
        boolean set = status == KnobStatus.APPLIED || status == KnobStatus.EMULATED;
        String rule = set
                ? settings.text(Knob.RETRY_RULE).orElse(UNKNOWN)
                : own.map(EarlyClose::retryRule).orElse(UNKNOWN);
        return Map.of(
                "rule", rule,
                "onFirstRequest", own.map(EarlyClose::onFirstRequest).orElse(UNKNOWN),
                "onLaterRequest", own.map(EarlyClose::onLaterRequest).orElse(UNKNOWN));
    }
}
