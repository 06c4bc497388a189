package keepalivelab.proxies.nginx;

import keepalivelab.api.KnobStatus;

/**
 * What nginx makes of one value of one knob.
 *
 * @param status what became of the knob
 * @param text the line for the configuration; empty where none is written
 * @param note what the reader of a result must know, or why it cannot be done; empty for nothing
 */
record Directive(KnobStatus status, String text, String note) {
    static Directive applied(String text) {
        return new Directive(KnobStatus.APPLIED, text, "");
    }

    static Directive applied(String text, String note) {
        return new Directive(KnobStatus.APPLIED, text, note);
    }

    static Directive emulated(String text, String note) {
        return new Directive(KnobStatus.EMULATED, text, note);
    }

    static Directive unsupported(String why) {
        return new Directive(KnobStatus.UNSUPPORTED, "", why);
    }

    static Directive untouched() {
        return new Directive(KnobStatus.NATIVE, "", "");
    }

    boolean isUnsupported() {
        return status == KnobStatus.UNSUPPORTED;
    }
}
