package keepalivelab.app.scenario;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import keepalivelab.api.Knob;
import keepalivelab.api.NearestWord;

/** Reads what must come out: {@code skip}, {@code expect}, {@code table}, {@code published} and {@code gate}. */
final class ClaimsReader {
    private final String file;
    private final List<Axis> axes;
    private final Vocabulary vocabulary;
    private final Problems problems;

    ClaimsReader(String file, List<Axis> axes, Vocabulary vocabulary, Problems problems) {
        this.file = file;
        this.axes = axes;
        this.vocabulary = vocabulary;
        this.problems = problems;
    }

    Scenario.Claims read(Fields top) {
        Published published = published(top);
        return new Scenario.Claims(skips(top), rules(top), table(top, published), published, gate(top));
    }

    private List<SkipRule> skips(Fields top) {
        List<SkipRule> skips = new ArrayList<>();
        for (Fields fields : mappings(top, "skip")) {
            fields.only(Section.SKIP);
            String because = fields.text("because");
            required(fields, "when").ifPresent(when -> skips.add(new SkipRule(when, because)));
        }
        return skips;
    }

    private List<Rule> rules(Fields top) {
        List<Rule> rules = new ArrayList<>();
        mappings(top, "expect").forEach(fields -> rule(fields).ifPresent(rules::add));
        return rules;
    }

    private Optional<Rule> rule(Fields fields) {
        fields.only(Section.EXPECT);
        List<Kind> kinds =
                List.of(Kind.values()).stream().filter(k -> fields.has(k.key())).toList();
        if (kinds.size() != 1) {
            problems.add(fields.line(), "each line of 'expect' has exactly one of require, expect, record, known");
            return Optional.empty();
        }
        Kind kind = kinds.get(0);
        String says = fields.text("says");
        Optional<Expression> when = expression(fields, "when");
        Set<Knob> needs = needs(fields);
        return required(fields, kind.key()).map(condition -> new Rule(kind, condition, when, says, needs));
    }

    private Set<Knob> needs(Fields fields) {
        Set<Knob> needs = EnumSet.noneOf(Knob.class);
        for (YamlNode node : fields.items("needs")) {
            if (node instanceof YamlNode.Scalar scalar) {
                problems.check(scalar.line(), "", () -> needs.add(Knob.of(scalar.text())));
            } else {
                problems.add(node.line(), "key 'expect.needs': expected a knob, found " + node.shape());
            }
        }
        return needs;
    }

    private List<String> table(Fields top, Published published) {
        Set<String> own = new HashSet<>();
        axes.forEach(axis -> own.add(axis.name()));
        published.cells().forEach(cell -> cell.figures().keySet().forEach(figure -> own.add("published_" + figure)));
        List<String> columns = new ArrayList<>();
        for (YamlNode node : top.items("table")) {
            if (!(node instanceof YamlNode.Scalar scalar)) {
                problems.add(node.line(), "key 'table': expected a column, found " + node.shape());
                continue;
            }
            columns.add(scalar.text());
            if (!own.contains(scalar.text())) {
                problems.check(
                        scalar.line(), "table: ", () -> vocabulary.column().accept(scalar.text()));
            }
        }
        return columns;
    }

    private Published published(Fields top) {
        Optional<YamlNode.Mapping> section = top.mapping("published");
        if (section.isEmpty()) {
            return new Published("", List.of(), Optional.empty());
        }
        Fields fields = new Fields(section.get(), "published", problems).only(Section.PUBLISHED);
        String source = fields.text("source");
        List<PublishedCell> cells = mappings(fields, "cells").stream()
                .map(cell -> publishedCell(cell, source))
                .toList();
        return new Published(source, cells, differs(fields));
    }

    private Optional<Published.Difference> differs(Fields published) {
        return published.mapping("differs").flatMap(mapping -> {
            Fields fields = new Fields(mapping, "published.differs", problems).only(Section.DIFFERS);
            String because = fields.text("because");
            return required(fields, "evidence").map(evidence -> new Published.Difference(because, evidence));
        });
    }

    private PublishedCell publishedCell(Fields fields, String source) {
        Map<String, Object> figures = new LinkedHashMap<>();
        fields.keysExcept(Section.PUBLISHED_CELL).forEach(key -> {
            problems.check(
                    fields.line(key), "published: ", () -> vocabulary.column().accept(key));
            fields.scalar(key).ifPresent(s -> figures.put(key, s.value()));
        });
        Map<String, Object> when = fields.mapping("when")
                .map(m -> point(new Fields(m, "published.cells.when", problems)))
                .orElse(Map.of());
        String own = fields.optionalText("source").orElse(source);
        return new PublishedCell(when, expression(fields, "arm"), figures, own);
    }

    private List<Map<String, Object>> gate(Fields top) {
        return mappings(top, "gate").stream().map(this::point).toList();
    }

    /** Axis → value, both of the matrix. */
    private Map<String, Object> point(Fields fields) {
        Map<String, Object> point = new LinkedHashMap<>();
        List<String> names = axes.stream().map(Axis::name).toList();
        fields.scalars().forEach((name, value) -> {
            point.put(name, value.value());
            Optional<Axis> axis =
                    axes.stream().filter(a -> a.name().equals(name)).findFirst();
            if (axis.isEmpty()) {
                problems.add(value.line(), "unknown axis '" + name + "'" + NearestWord.hint(name, names));
            } else if (!axis.get().values().contains(value.value())) {
                List<String> values =
                        axis.get().points().stream().map(p -> p.value().text()).toList();
                problems.add(
                        value.line(),
                        "axis '" + name + "' has no value '" + value.text() + "'"
                                + NearestWord.hint(value.text(), values));
            }
        });
        return point;
    }

    private List<Fields> mappings(Fields parent, String key) {
        List<Fields> mappings = new ArrayList<>();
        for (YamlNode node : parent.items(key)) {
            if (node instanceof YamlNode.Mapping mapping) {
                mappings.add(new Fields(mapping, parent.path(key), problems));
            } else {
                problems.add(
                        node.line(),
                        "key '" + parent.path(key) + "': expected a list of mappings, found " + node.shape());
            }
        }
        return mappings;
    }

    private Optional<Expression> required(Fields fields, String key) {
        fields.text(key);
        return expression(fields, key);
    }

    private Optional<Expression> expression(Fields fields, String key) {
        return fields.scalar(key).filter(s -> !s.text().isBlank()).map(s -> new Expression(s.text(), file, s.line()));
    }
}
