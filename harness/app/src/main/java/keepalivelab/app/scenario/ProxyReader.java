package keepalivelab.app.scenario;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;

/** Reads the {@code proxy} section: knob → value, or {@code {value: v, optional: true}}. */
final class ProxyReader {
    private final Problems problems;
    private final Map<Knob, String> values = new EnumMap<>(Knob.class);
    private final Set<Knob> optional = EnumSet.noneOf(Knob.class);

    ProxyReader(Problems problems) {
        this.problems = problems;
    }

    KnobSettings read(YamlNode.Mapping section) {
        Fields fields = new Fields(section, "proxy", problems);
        section.entries()
                .forEach((key, entry) -> problems.check(entry.line(), "", () -> {
                    Knob knob = Knob.of(key);
                    scalar(fields, key, knob)
                            .ifPresent(s -> problems.check(s.line(), "", () -> values.put(knob, knob.check(s.text()))));
                }));
        return new KnobSettings(values, optional);
    }

    private Optional<YamlNode.Scalar> scalar(Fields fields, String key, Knob knob) {
        if (!(fields.node(key).orElse(null) instanceof YamlNode.Mapping detailed)) {
            return fields.scalar(key);
        }
        Fields detail = new Fields(detailed, "proxy." + key, problems).only(Section.KNOB);
        if (detail.word("optional", Map.of("true", true, "false", false), false)) {
            optional.add(knob);
        }
        detail.text("value");
        return detail.scalar("value");
    }
}
