package keepalivelab.app.scenario;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads {@code params} and {@code matrix}. */
final class MatrixReader {
    private final Problems problems;

    MatrixReader(Problems problems) {
        this.problems = problems;
    }

    Map<String, YamlNode.Scalar> params(Optional<YamlNode.Mapping> section) {
        if (section.isEmpty()) {
            return Map.of();
        }
        Map<String, YamlNode.Scalar> params = new Fields(section.get(), "params", problems).scalars();
        params.forEach((name, value) -> {
            name(name, "parameter", value.line());
            plain(name, value);
        });
        return params;
    }

    List<Axis> axes(Optional<YamlNode.Mapping> section, Set<String> params) {
        List<Axis> axes = new ArrayList<>();
        section.ifPresent(matrix -> matrix.entries().forEach((name, entry) -> {
            name(name, "axis", entry.line());
            if (params.contains(name)) {
                problems.add(entry.line(), "axis '" + name + "' has the name of a parameter");
            }
            axis(name, entry).ifPresent(axes::add);
        }));
        return axes;
    }

    private Optional<Axis> axis(String name, YamlNode.Entry entry) {
        List<Axis.Point> points = new ArrayList<>();
        if (entry.node() instanceof YamlNode.Mapping named) {
            named.entries().forEach((value, overlay) -> points.add(overlay(name, value, overlay)));
        } else if (entry.node() instanceof YamlNode.Sequence sequence) {
            sequence.items().forEach(item -> plainPoint(name, item).ifPresent(points::add));
        } else {
            problems.add(
                    entry.line(),
                    "axis '" + name + "': expected a list of values, or a mapping of names to what they change");
            return Optional.empty();
        }
        if (points.isEmpty()) {
            problems.add(entry.line(), "axis '" + name + "' has no values");
        }
        distinct(name, points);
        return Optional.of(new Axis(name, points));
    }

    private Optional<Axis.Point> plainPoint(String axis, YamlNode item) {
        if (item instanceof YamlNode.Scalar scalar) {
            plain(axis, scalar);
            return Optional.of(new Axis.Point(scalar, YamlNode.Mapping.empty(scalar.line())));
        }
        problems.add(item.line(), "axis '" + axis + "': expected a single value, found " + item.shape());
        return Optional.empty();
    }

    private Axis.Point overlay(String axis, String value, YamlNode.Entry entry) {
        YamlNode.Scalar name = new YamlNode.Scalar(value, value, entry.line());
        String where = "matrix." + axis + "." + value;
        if (entry.node() instanceof YamlNode.Mapping mapping) {
            Fields fields = new Fields(mapping, where, problems).only(Section.AXIS_VALUE);
            Section.AXIS_VALUE.names().forEach(fields::mapping);
            return new Axis.Point(name, mapping);
        }
        problems.add(entry.line(), "key '" + where + "': expected a mapping of proxy, backend or load");
        return new Axis.Point(name, YamlNode.Mapping.empty(entry.line()));
    }

    private void distinct(String axis, List<Axis.Point> points) {
        Set<String> seen = new LinkedHashSet<>();
        Map<String, Integer> twice = new LinkedHashMap<>();
        for (Axis.Point point : points) {
            if (!seen.add(point.value().text())) {
                twice.put(point.value().text(), point.value().line());
            }
        }
        twice.forEach((value, line) -> problems.add(line, "axis '" + axis + "': value '" + value + "' stands twice"));
    }

    private void plain(String name, YamlNode.Scalar value) {
        if (Substitution.isIn(value.text())) {
            problems.add(value.line(), "'" + name + "': a parameter or axis cannot refer to another");
        }
    }

    private void name(String name, String what, int line) {
        if (!name.matches("[a-z][a-z0-9_]*")) {
            problems.add(line, what + " '" + name + "' is not made of a-z, 0-9 and _, a letter first");
        }
    }
}
