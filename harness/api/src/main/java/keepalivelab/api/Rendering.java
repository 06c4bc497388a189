package keepalivelab.api;

import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A plan in the proxy's own language.
 *
 * @param files name in the plan's directory → native configuration, in the order a reader should see them
 * @param command what will be started, arguments separate; empty where nothing is
 * @param knobs what became of each knob that the cell sets
 * @param notes remarks for the reader of the result, e.g. the difference an emulation makes; empty for none
 */
public record Rendering(
        Map<String, String> files, List<String> command, Map<Knob, KnobStatus> knobs, List<String> notes) {
    public Rendering {
        files = Collections.unmodifiableMap(new LinkedHashMap<>(files));
        command = List.copyOf(command);
        EnumMap<Knob, KnobStatus> copy = new EnumMap<>(Knob.class);
        copy.putAll(knobs);
        knobs = Collections.unmodifiableMap(copy);
        notes = List.copyOf(notes);
    }
}
