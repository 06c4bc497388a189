package keepalivelab.api;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The knobs that a cell sets for one proxy. Immutable.
 *
 * @param values checked values by knob; a knob that is absent was not set
 * @param optional knobs that a driver may leave out (marked unsupported) without an error
 */
public record KnobSettings(Map<Knob, String> values, Set<Knob> optional) {
    public KnobSettings {
        EnumMap<Knob, String> copy = new EnumMap<>(Knob.class);
        values.forEach((knob, value) -> copy.put(knob, knob.check(value)));
        values = Collections.unmodifiableMap(copy);
        EnumSet<Knob> optionalCopy = EnumSet.noneOf(Knob.class);
        optionalCopy.addAll(optional);
        optional = Collections.unmodifiableSet(optionalCopy);
    }

    /** No knob set. */
    public static KnobSettings none() {
        return new KnobSettings(Map.of(), Set.of());
    }

    /** These settings with {@code others} on top: what an arm sets wins over the scenario, and is not optional. */
    public KnobSettings with(Map<Knob, String> others) {
        EnumMap<Knob, String> merged = new EnumMap<>(Knob.class);
        merged.putAll(values);
        merged.putAll(others);
        EnumSet<Knob> stillOptional = EnumSet.noneOf(Knob.class);
        stillOptional.addAll(optional);
        stillOptional.removeAll(others.keySet());
        return new KnobSettings(merged, stillOptional);
    }

    /** The value as written, or empty where it was not set. */
    public Optional<String> text(Knob knob) {
        return Optional.ofNullable(values.get(knob));
    }

    /** Whether the proxy's own default was asked for. */
    public boolean isNative(Knob knob) {
        return Knob.NATIVE.equals(values.get(knob));
    }

    /** The number of a count knob; empty where it was not set, is native or {@code none}. */
    public OptionalLong count(Knob knob) {
        return text(knob)
                .filter(KnobSettings::isLimit)
                .map(Long::parseLong)
                .map(OptionalLong::of)
                .orElse(OptionalLong.empty());
    }

    /** The duration of a duration knob; empty where it was not set, is native or {@code none}. */
    public Optional<Duration> duration(Knob knob) {
        return text(knob).filter(KnobSettings::isLimit).flatMap(DurationText::parse);
    }

    private static boolean isLimit(String value) {
        return !value.equals(Knob.NATIVE) && !value.equals(Knob.NONE);
    }
}
