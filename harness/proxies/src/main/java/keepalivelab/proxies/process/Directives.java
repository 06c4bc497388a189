package keepalivelab.proxies.process;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import keepalivelab.api.InputException;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobStatus;
import keepalivelab.api.ProxyPlan;

/**
 * What a driver makes of every knob for one plan.
 *
 * @param plan what is translated
 * @param directives by knob, of all knobs
 */
public record Directives(ProxyPlan plan, Map<Knob, Directive> directives) {
    public Directives {
        directives = Collections.unmodifiableMap(new EnumMap<>(directives));
    }

    /**
     * Translates every knob, set or not: a knob that is set to {@code native} is left untouched.
     *
     * @param translation of a knob; what it gives for a knob that the cell does not set is the driver's choice
     * @throws InputException if a knob that is set and not optional cannot be mapped
     */
    public static Directives of(ProxyPlan plan, Function<Knob, Directive> translation) {
        EnumMap<Knob, Directive> all = new EnumMap<>(Knob.class);
        Arrays.stream(Knob.values())
                .forEach(knob ->
                        all.put(knob, plan.knobs().isNative(knob) ? Directive.untouched() : translation.apply(knob)));
        Directives directives = new Directives(plan, all);
        plan.knobs().values().keySet().forEach(directives::refuse);
        return directives;
    }

    private void refuse(Knob knob) {
        Directive directive = directive(knob);
        if (directive.isUnsupported() && !plan.knobs().optional().contains(knob)) {
            throw new InputException(
                    (plan.installation().driver() + " " + plan.installation().version()).strip()
                            + ": cannot do " + setting(knob) + ": " + directive.note()
                            + "; leave it out, set it to native, or mark it optional");
        }
    }

    /** What was made of that knob. */
    public Directive directive(Knob knob) {
        return Objects.requireNonNull(directives.get(knob));
    }

    /** Status of each knob that the cell sets. */
    public Map<Knob, KnobStatus> statuses() {
        EnumMap<Knob, KnobStatus> statuses = new EnumMap<>(Knob.class);
        plan.knobs()
                .values()
                .keySet()
                .forEach(knob -> statuses.put(knob, directive(knob).status()));
        return statuses;
    }

    /** What must be known about the knobs that the cell sets. */
    public List<String> notes() {
        List<String> notes = new ArrayList<>();
        for (Knob knob : plan.knobs().values().keySet()) {
            String note = directive(knob).note();
            if (!note.isEmpty()) {
                notes.add(setting(knob) + ": " + note);
            }
        }
        return notes;
    }

    /** The lines by knob key, as gaps of a {@link NativeTemplate}; a new map that the caller may add to. */
    public Map<String, String> gaps() {
        Map<String, String> gaps = new HashMap<>();
        directives.forEach((knob, directive) -> gaps.put(knob.key(), directive.text()));
        return gaps;
    }

    private String setting(Knob knob) {
        return knob.key() + "=" + plan.knobs().text(knob).orElse("");
    }
}
