package keepalivelab.api;

import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A plan in the proxy's own language.
 *
 * @param files name in the plan's directory → native configuration, in the order a reader should see them
 * @param command what will be started, arguments separate; empty where nothing is
 * @param knobs what became of each knob that the cell sets
 * @param notes remarks for the reader of the result, e.g. the difference an emulation makes; empty for none
 * @param upstreamLimit the most connections to the upstream at any one time that this configuration allows, idle ones
 *     included; empty for no limit. A start barrier cannot wait for more requests than that
 */
public record Rendering(
        Map<String, String> files,
        List<String> command,
        Map<Knob, KnobStatus> knobs,
        List<String> notes,
        OptionalLong upstreamLimit) {
    /** A rendering without a limit of upstream connections. */
    public Rendering(Map<String, String> files, List<String> command, Map<Knob, KnobStatus> knobs, List<String> notes) {
        this(files, command, knobs, notes, OptionalLong.empty());
    }

    public Rendering {
        files = Collections.unmodifiableMap(new LinkedHashMap<>(files));
        command = List.copyOf(command);
        EnumMap<Knob, KnobStatus> copy = new EnumMap<>(Knob.class);
        copy.putAll(knobs);
        knobs = Collections.unmodifiableMap(copy);
        notes = List.copyOf(notes);
    }
}
