package keepalivelab.app.scenario;

import java.util.LinkedHashMap;
import java.util.Map;

/** Lays one mapping over another. */
final class Overlay {
    private Overlay() {}

    /** Mappings are merged key by key; a single value or a list takes the place of what was there. */
    static YamlNode.Mapping merge(YamlNode.Mapping base, YamlNode.Mapping over) {
        Map<String, YamlNode.Entry> merged = new LinkedHashMap<>(base.entries());
        over.entries().forEach((key, entry) -> merged.merge(key, entry, Overlay::merge));
        return new YamlNode.Mapping(merged, base.entries().isEmpty() ? over.line() : base.line());
    }

    private static YamlNode.Entry merge(YamlNode.Entry base, YamlNode.Entry over) {
        if (base.node() instanceof YamlNode.Mapping below && over.node() instanceof YamlNode.Mapping above) {
            return new YamlNode.Entry(over.line(), merge(below, above));
        }
        return over;
    }
}
