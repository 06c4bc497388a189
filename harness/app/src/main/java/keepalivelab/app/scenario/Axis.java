package keepalivelab.app.scenario;

import java.util.List;

/**
 * One dimension of the matrix.
 *
 * @param name as in {@code axes.name} and {@code ${name}}
 * @param points its values, in order
 */
record Axis(String name, List<Point> points) {
    Axis {
        points = List.copyOf(points);
    }

    /**
     * One value.
     *
     * @param value the value, or the name of an overlay
     * @param overlay what it changes in {@code proxy}, {@code backend} and {@code load}; empty for a plain value
     */
    record Point(YamlNode.Scalar value, YamlNode.Mapping overlay) {}

    /** The values, typed. */
    List<Object> values() {
        return points.stream().map(p -> p.value().value()).toList();
    }
}
