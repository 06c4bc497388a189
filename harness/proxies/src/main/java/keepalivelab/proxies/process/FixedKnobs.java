package keepalivelab.proxies.process;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import keepalivelab.api.Knob;

/**
 * The knobs that a proxy does not have, and the value of each that says what it does anyway.
 *
 * @param proxy its name, for notes
 * @param values that need no line, because the proxy is never otherwise
 */
public record FixedKnobs(String proxy, Map<Knob, String> values) {
    public FixedKnobs {
        EnumMap<Knob, String> copy = new EnumMap<>(Knob.class);
        copy.putAll(values);
        values = Collections.unmodifiableMap(copy);
    }

    /** What becomes of that value of such a knob. */
    public Directive directive(Knob knob, String value) {
        String own = values.getOrDefault(knob, "");
        return value.equals(own)
                ? Directive.applied("")
                : Directive.unsupported(
                        proxy + " has no such setting" + (own.isEmpty() ? "" : "; it is always " + own));
    }
}
