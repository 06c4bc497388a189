package keepalivelab.app.scenario;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import keepalivelab.api.Arm;
import keepalivelab.api.InputException;
import keepalivelab.api.Knob;
import keepalivelab.api.NearestWord;

/**
 * A scenario as its file says it, checked but with its parameters open. Immutable.
 */
public final class Scenario {
    private final Header header;
    private final Map<String, YamlNode.Scalar> parameters;
    private final Matrix matrix;
    private final Claims claims;
    private final List<String> arms;

    Scenario(Header header, Map<String, YamlNode.Scalar> parameters, Matrix matrix, Claims claims, List<String> arms) {
        this.header = header;
        this.parameters = Ordered.copyOf(parameters);
        this.matrix = matrix;
        this.claims = claims;
        this.arms = List.copyOf(arms);
    }

    /** What a catalogue shows of it. */
    public Header header() {
        return header;
    }

    /** Its name on the command line. */
    public String id() {
        return header.id();
    }

    /** What must come out, and what to show. */
    public Claims claims() {
        return claims;
    }

    /** The arms of a run that names none, as {@code --proxy} takes them; empty where the scenario leaves that open. */
    public List<String> defaultArms() {
        return arms;
    }

    /** Names of the figures that its cells will have; empty where that is not known before the run. */
    Optional<Set<String>> figureNames() {
        return FigureNames.of(resolve(Map.of(), List.of()).cells());
    }

    /** Parameter → default, typed, in the order of the file. */
    public Map<String, Object> params() {
        return values(parameters);
    }

    /** Axis → its values, typed, in the order of the file. */
    public Map<String, List<Object>> axes() {
        Map<String, List<Object>> axes = new LinkedHashMap<>();
        matrix.axes().forEach(axis -> axes.put(axis.name(), axis.values()));
        return Ordered.copyOf(axes);
    }

    /**
     * Section → digest of what it says, of the sections that decide what is counted: a change of words, expectations or
     * tables changes none of them.
     */
    public Map<String, String> measures() {
        return SectionDigests.of(matrix);
    }

    /**
     * This scenario with parameters set, and its cells for each arm checked.
     *
     * @param sets parameter → value as typed; empty for the defaults
     * @param arms the arms of the run; empty to check the scenario alone
     * @throws InputException for an unknown parameter, a value of another type than the default's, or a cell that is wrong
     *     with these values
     */
    public ResolvedScenario resolve(Map<String, String> sets, List<Arm> arms) {
        Map<String, YamlNode.Scalar> set = new LinkedHashMap<>(parameters);
        sets.forEach((name, text) -> set.put(name, parameter(name, text)));
        CellExpansion expansion = new CellExpansion(header.file(), set, matrix, claims);
        ResolvedScenario resolved = new ResolvedScenario(this, values(set), expansion);
        List<Map<Knob, String>> knobs = new ArrayList<>();
        knobs.add(Map.of());
        arms.forEach(arm -> knobs.add(arm.knobs()));
        knobs.stream().distinct().forEach(expansion::cells);
        return resolved;
    }

    private YamlNode.Scalar parameter(String name, String text) {
        YamlNode.Scalar preset = parameters.get(name);
        if (preset == null) {
            throw new InputException("--set " + name + "=" + text + ": " + unknown(name));
        }
        return ParameterType.of(preset).check("--set " + name + "=" + text, text, preset);
    }

    private String unknown(String name) {
        String all = String.join(", ", parameters.keySet());
        if (matrix.axes().stream().anyMatch(a -> a.name().equals(name))) {
            return "'" + name + "' is an axis of the matrix; parameters: " + (all.isEmpty() ? "none" : all);
        }
        return all.isEmpty()
                ? "scenario " + id() + " has no parameters"
                : "unknown parameter" + NearestWord.hint(name, parameters.keySet());
    }

    private static Map<String, Object> values(Map<String, YamlNode.Scalar> scalars) {
        Map<String, Object> values = new LinkedHashMap<>();
        scalars.forEach((name, scalar) -> values.put(name, scalar.value()));
        return Ordered.copyOf(values);
    }

    /**
     * What a catalogue shows.
     *
     * @param file where it was read from
     * @param sha256 of the file's bytes, in hex
     * @param id its name on the command line
     * @param title one line
     * @param question what it answers
     * @param origin where it comes from
     */
    public record Header(String file, String sha256, String id, String title, String question, Origin origin) {}

    /**
     * What must come out, and what to show.
     *
     * @param skips cells to leave out
     * @param rules in the order of the file
     * @param table ids of the columns
     * @param published figures of others; with an empty source where there are none
     * @param gate the cells that a gate looks at, as axis → value; empty for all
     */
    public record Claims(
            List<SkipRule> skips,
            List<Rule> rules,
            List<String> table,
            Published published,
            List<Map<String, Object>> gate) {
        public Claims {
            skips = List.copyOf(skips);
            rules = List.copyOf(rules);
            table = List.copyOf(table);
            gate = gate.stream().map(Ordered::copyOf).toList();
        }
    }

    /**
     * What the cells are made of.
     *
     * @param axes in the order of the file
     * @param proxy knob → value
     * @param backend its behaviours
     * @param load what is sent
     * @param after what is noted afterwards, under its own key; empty for nothing
     * @param vocabulary the words that other parts define
     */
    record Matrix(
            List<Axis> axes,
            YamlNode.Mapping proxy,
            YamlNode.Mapping backend,
            YamlNode.Mapping load,
            YamlNode.Mapping after,
            Vocabulary vocabulary) {
        Matrix {
            axes = List.copyOf(axes);
        }
    }
}
