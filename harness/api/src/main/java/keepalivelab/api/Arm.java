package keepalivelab.api;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One of the things a run compares: a proxy, in a variant, from a place, with its own knobs. Written as
 * {@code [label=]driver[:variant][@target][,knob=value...]}, e.g. {@code embedded:lifo}, {@code nginx@1.31.3},
 * {@code old=nginx@/opt/nginx/sbin/nginx}, {@code external@127.0.0.1:8080}, {@code small=nginx,pool.max-idle=4}.
 *
 * @param givenLabel what the user called it; empty where not said
 * @param driver the driver's id
 * @param variant driver-specific, e.g. the pool of the embedded proxy; empty for the driver's default
 * @param target a version, a path to a binary, or an address; empty for what the driver finds first
 * @param knobs settings that win over the scenario's
 */
public record Arm(
        Optional<String> givenLabel,
        String driver,
        Optional<String> variant,
        Optional<String> target,
        Map<Knob, String> knobs) {
    private static final Pattern FORM =
            Pattern.compile("(?:([A-Za-z0-9._-]+)=)?([A-Za-z0-9-]+)(?::([A-Za-z0-9._-]+))?(?:@(.+))?");

    public Arm {
        knobs = Map.copyOf(knobs);
    }

    /**
     * Reads an arm.
     *
     * @throws InputException if {@code text} has not that shape, or names a knob or value that is not valid
     */
    public static Arm parse(String text) {
        String[] parts = text.split(",", -1);
        Matcher matcher = FORM.matcher(parts[0]);
        if (!matcher.matches()) {
            throw new InputException("arm '" + text
                    + "': expected [label=]driver[:variant][@binary, version or address][,knob=value...]");
        }
        EnumMap<Knob, String> knobs = new EnumMap<>(Knob.class);
        for (int i = 1; i < parts.length; i++) {
            addKnob(text, parts[i], knobs);
        }
        return new Arm(
                Optional.ofNullable(matcher.group(1)),
                matcher.group(2),
                Optional.ofNullable(matcher.group(3)),
                Optional.ofNullable(matcher.group(4)),
                knobs);
    }

    private static void addKnob(String text, String part, Map<Knob, String> knobs) {
        int equals = part.indexOf('=');
        if (equals < 1) {
            throw new InputException("arm '" + text + "': '" + part + "' is not knob=value");
        }
        Knob knob = Knob.of(part.substring(0, equals));
        knobs.put(knob, knob.check(part.substring(equals + 1)));
    }

    /** Label of the arm in tables: the given one, else driver, variant and version. */
    public String label(String version) {
        return givenLabel.orElseGet(
                () -> driver + variant.map(v -> ":" + v).orElse("") + (version.isEmpty() ? "" : "@" + version));
    }
}
