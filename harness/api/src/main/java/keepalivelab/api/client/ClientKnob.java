package keepalivelab.api.client;

import keepalivelab.api.DurationText;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobStatus;

/**
 * What a client library makes of one value of one knob.
 *
 * @param status what became of the knob
 * @param note what the reader of a result must know, or why it cannot be done; empty for nothing
 */
public record ClientKnob(KnobStatus status, String note) {
    /** Set with the same meaning. */
    public static ClientKnob applied() {
        return new ClientKnob(KnobStatus.APPLIED, "");
    }

    /** Set with the same meaning, and something to know about it. */
    public static ClientKnob applied(String note) {
        return new ClientKnob(KnobStatus.APPLIED, note);
    }

    /** Reached by another means; the note states the difference. */
    public static ClientKnob emulated(String note) {
        return new ClientKnob(KnobStatus.EMULATED, note);
    }

    /** Not possible. */
    public static ClientKnob unsupported(String why) {
        return new ClientKnob(KnobStatus.UNSUPPORTED, why);
    }

    /** Applied if the setting is what the library does anyway. */
    public static ClientKnob only(String own, String value) {
        return value.equals(own) ? applied() : unsupported("it has no such setting; it is always " + own);
    }

    /**
     * Applied if the library can take the duration exactly, or the absence of a limit.
     *
     * @param unit what the library counts in, e.g. {@code 1s}
     */
    public static ClientKnob inUnitsOf(String unit, String value) {
        if (value.equals(Knob.NONE)) {
            return applied();
        }
        long nanos = DurationText.parse(value).orElseThrow().toNanos();
        long step = DurationText.parse(unit).orElseThrow().toNanos();
        if (nanos / step > Integer.MAX_VALUE) {
            return unsupported("it counts at most " + Integer.MAX_VALUE + " times " + unit);
        }
        return nanos % step == 0 ? applied() : unsupported("it counts in steps of " + unit);
    }
}
