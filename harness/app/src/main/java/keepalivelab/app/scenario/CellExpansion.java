package keepalivelab.app.scenario;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;

/** Makes the cells of a matrix: every combination of the axes' values, overlays applied, names replaced. Immutable. */
final class CellExpansion {
    private static final int MOST_CELLS = 10_000;

    private final String file;
    private final Map<String, YamlNode.Scalar> parameters;
    private final Scenario.Matrix matrix;
    private final Scenario.Claims claims;

    CellExpansion(
            String file, Map<String, YamlNode.Scalar> parameters, Scenario.Matrix matrix, Scenario.Claims claims) {
        this.file = file;
        this.parameters = Ordered.copyOf(parameters);
        this.matrix = matrix;
        this.claims = claims;
    }

    /**
     * The cells for an arm with these knobs.
     *
     * @throws keepalivelab.api.InputException naming line and value
     */
    List<CellPlan> cells(Map<Knob, String> armKnobs) {
        Problems problems = new Problems(file);
        List<CellPlan> cells = cells(armKnobs, problems);
        problems.throwIfAny();
        return cells;
    }

    /** The same, with the problems noted instead of thrown; cells with problems are missing. */
    List<CellPlan> cells(Map<Knob, String> armKnobs, Problems problems) {
        Map<String, String> overridden = new LinkedHashMap<>();
        List<Axis> axes = new ArrayList<>();
        for (Axis axis : matrix.axes()) {
            Optional<String> own = armsValue(axis, armKnobs);
            own.ifPresent(value -> overridden.put(axis.name(), value));
            axes.add(own.map(value -> collapsed(axis, value)).orElse(axis));
        }
        long size = axes.stream().mapToLong(a -> a.points().size()).reduce(1, CellExpansion::product);
        if (size > MOST_CELLS) {
            problems.add(1, "the matrix has " + size + " cells; at most " + MOST_CELLS + " are supported");
            return List.of();
        }
        Builder builder = new Builder(armKnobs, overridden, problems);
        combinations(axes).forEach(builder::add);
        return builder.cells;
    }

    private static long product(long a, long b) {
        return Math.min(a * b, Integer.MAX_VALUE);
    }

    private static Axis collapsed(Axis axis, String value) {
        YamlNode.Scalar scalar = YamlTree.scalar(value, 1);
        return new Axis(axis.name(), List.of(new Axis.Point(scalar, YamlNode.Mapping.empty(1))));
    }

    /** What the arm sets for a knob that this axis drives; a named overlay drives nothing, the arm just wins over it. */
    private Optional<String> armsValue(Axis axis, Map<Knob, String> armKnobs) {
        String reference = "${" + axis.name() + "}";
        return armKnobs.entrySet().stream()
                .filter(e -> proxySections().stream().anyMatch(p -> drives(p, e.getKey(), reference)))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    private List<YamlNode.Mapping> proxySections() {
        List<YamlNode.Mapping> sections = new ArrayList<>();
        sections.add(matrix.proxy());
        for (Axis axis : matrix.axes()) {
            for (Axis.Point point : axis.points()) {
                YamlNode.Entry entry = point.overlay().entries().get("proxy");
                if (entry != null && entry.node() instanceof YamlNode.Mapping proxy) {
                    sections.add(proxy);
                }
            }
        }
        return sections;
    }

    private static boolean drives(YamlNode.Mapping proxy, Knob knob, String reference) {
        YamlNode.Entry entry = proxy.entries().get(knob.key());
        if (entry != null && entry.node() instanceof YamlNode.Mapping detailed) {
            entry = detailed.entries().get("value");
        }
        return entry != null
                && entry.node() instanceof YamlNode.Scalar scalar
                && scalar.text().equals(reference);
    }

    private static List<Map<String, Axis.Point>> combinations(List<Axis> axes) {
        List<Map<String, Axis.Point>> combinations = List.of(Map.of());
        for (Axis axis : axes) {
            List<Map<String, Axis.Point>> longer = new ArrayList<>();
            for (Map<String, Axis.Point> shorter : combinations) {
                for (Axis.Point point : axis.points()) {
                    Map<String, Axis.Point> one = new LinkedHashMap<>(shorter);
                    one.put(axis.name(), point);
                    longer.add(one);
                }
            }
            combinations = longer;
        }
        return combinations;
    }

    /** Builds the cells of one arm. */
    private final class Builder {
        private final Map<Knob, String> armKnobs;
        private final Map<String, String> overridden;
        private final Problems problems;
        private final List<CellPlan> cells = new ArrayList<>();

        Builder(Map<Knob, String> armKnobs, Map<String, String> overridden, Problems problems) {
            this.armKnobs = armKnobs;
            this.overridden = overridden;
            this.problems = problems;
        }

        void add(Map<String, Axis.Point> points) {
            Substitution names = substitution(points);
            KnobSettings knobs = new ProxyReader(problems)
                    .read(names.in(merged(matrix.proxy(), "proxy", points)))
                    .with(armKnobs);
            YamlNode.Mapping backend = names.in(merged(matrix.backend(), "backend", points));
            List<String> behaviours = new BackendReader(matrix.vocabulary(), problems).read(backend);
            YamlNode.Mapping proxy = merged(matrix.proxy(), "proxy", points);
            Optional<CellWork> work = new WorkReader(matrix.vocabulary(), problems)
                    .read(
                            names.in(merged(matrix.load(), "load", points)),
                            names.in(matrix.after()),
                            Map.of("proxy", proxy, "backend", backend));
            Map<String, Object> axes = new LinkedHashMap<>();
            points.forEach((name, point) -> axes.put(name, point.value().value()));
            work.ifPresent(done ->
                    cells.add(new CellPlan(id(points), axes, overridden, knobs, behaviours, done, published(axes))));
        }

        private Substitution substitution(Map<String, Axis.Point> points) {
            Map<String, YamlNode.Scalar> names = new LinkedHashMap<>(parameters);
            points.forEach((name, point) -> names.put(name, point.value()));
            return new Substitution(names, problems);
        }

        private YamlNode.Mapping merged(YamlNode.Mapping base, String section, Map<String, Axis.Point> points) {
            YamlNode.Mapping merged = base;
            for (Axis.Point point : points.values()) {
                YamlNode.Entry overlay = point.overlay().entries().get(section);
                if (overlay != null && overlay.node() instanceof YamlNode.Mapping over) {
                    merged = Overlay.merge(merged, over);
                }
            }
            return merged;
        }

        private List<PublishedCell> published(Map<String, Object> axes) {
            return claims.published().cells().stream()
                    .filter(c -> c.matches(axes))
                    .toList();
        }
    }

    private static String id(Map<String, Axis.Point> points) {
        List<String> parts = new ArrayList<>();
        points.forEach((name, point) -> parts.add(name + "=" + point.value().text()));
        return parts.isEmpty() ? "single" : String.join(",", parts).replaceAll("[^A-Za-z0-9=,._-]", "_");
    }
}
