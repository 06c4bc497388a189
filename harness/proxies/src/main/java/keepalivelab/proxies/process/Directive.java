package keepalivelab.proxies.process;

import keepalivelab.api.KnobStatus;

/**
 * What a driver makes of one value of one knob.
 *
 * @param status what became of the knob
 * @param text the line for the configuration; empty where none is written
 * @param note what the reader of a result must know, or why it cannot be done; empty for nothing
 */
public record Directive(KnobStatus status, String text, String note) {
    /** Written with the same meaning. */
    public static Directive applied(String text) {
        return new Directive(KnobStatus.APPLIED, text, "");
    }

    /** Written with the same meaning, and something to know about it. */
    public static Directive applied(String text, String note) {
        return new Directive(KnobStatus.APPLIED, text, note);
    }

    /** Reached by another means; the note states the difference. */
    public static Directive emulated(String text, String note) {
        return new Directive(KnobStatus.EMULATED, text, note);
    }

    /** Not possible. */
    public static Directive unsupported(String why) {
        return new Directive(KnobStatus.UNSUPPORTED, "", why);
    }

    /** Left to the proxy. */
    public static Directive untouched() {
        return new Directive(KnobStatus.NATIVE, "", "");
    }

    /** Whether it cannot be done; the note says why. */
    public boolean isUnsupported() {
        return status == KnobStatus.UNSUPPORTED;
    }
}
