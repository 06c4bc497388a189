package keepalivelab.app.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import keepalivelab.api.InputException;
import keepalivelab.api.PoolFigures;
import keepalivelab.api.PoolTask;
import keepalivelab.load.LoadPlan;

/** Reads what a cell does, {@code load} and {@code after}, once all names were replaced. */
final class WorkReader {
    /** The kind of load that is a pool experiment. */
    static final String POOL = "pool";

    static final int MOST_REPETITIONS = 100_000;
    static final Duration LIMIT = Duration.ofSeconds(10);

    private final Vocabulary vocabulary;
    private final Problems problems;

    WorkReader(Vocabulary vocabulary, Problems problems) {
        this.vocabulary = vocabulary;
        this.problems = problems;
    }

    /**
     * The work; empty where the sections are too wrong to make one, which was noted then.
     *
     * @param others the sections that a pool experiment has not, by name
     */
    Optional<CellWork> read(YamlNode.Mapping load, YamlNode.Mapping after, Map<String, YamlNode.Mapping> others) {
        Fields fields = new Fields(load, "load", problems);
        boolean pool = fields.optionalText("kind").filter(POOL::equals).isPresent();
        if (!pool) {
            List<AfterStep> steps = after(after);
            return new LoadReader(problems).read(load).map(plan -> new CellWork.Traffic(plan, steps));
        }
        others.forEach((name, section) -> refuse(name, section));
        refuse("after", after);
        return pool(fields);
    }

    private void refuse(String name, YamlNode.Mapping section) {
        if (!section.entries().isEmpty()) {
            problems.add(section.line(), "key '" + name + "': a load of kind pool has no proxy and no backend");
        }
    }

    private Optional<CellWork> pool(Fields fields) {
        fields.onlyIn("load of kind pool", Section.POOL);
        int repeat = fields.count("repeat", 1, 1, MOST_REPETITIONS);
        String experiment = fields.text("experiment");
        Map<String, YamlNode.Scalar> parameters = fields.mapping("parameters")
                .map(mapping -> new Fields(mapping, "load.parameters", problems).scalars())
                .orElse(Map.of());
        if (experiment.isEmpty()
                || names(fields.line("experiment"), experiment, Map.of()).isEmpty()) {
            return Optional.empty();
        }
        Map<String, String> texts = new LinkedHashMap<>();
        for (Map.Entry<String, YamlNode.Scalar> parameter : parameters.entrySet()) {
            String text = parameter.getValue().text();
            texts.put(parameter.getKey(), text);
            // One by one, so that a complaint has the line of the parameter it is about.
            if (names(parameter.getValue().line(), experiment, Map.of(parameter.getKey(), text))
                    .isEmpty()) {
                return Optional.empty();
            }
        }
        return names(fields.line("parameters"), experiment, texts)
                .map(names -> new CellWork.PoolTrials(new PoolTask(experiment, texts), repeat, names));
    }

    private Optional<PoolFigures.Names> names(int line, String experiment, Map<String, String> parameters) {
        try {
            return Optional.of(vocabulary.pool().apply(new PoolTask(experiment, parameters)));
        } catch (InputException e) {
            problems.add(line, e.getMessage());
            return Optional.empty();
        }
    }

    private List<AfterStep> after(YamlNode.Mapping section) {
        List<AfterStep> steps = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (YamlNode node : new Fields(section, "", problems).items("after")) {
            if (node instanceof YamlNode.Mapping mapping) {
                Fields fields = new Fields(mapping, "after", problems);
                step(fields).ifPresent(steps::add);
                fields.optionalText("as").filter(name -> !names.add(name)).ifPresent(twice -> {
                    fields.wrong(fields.line("as"), "as", twice, "stands twice");
                });
            } else {
                problems.add(node.line(), "key 'after': expected a list of mappings, found " + node.shape());
            }
        }
        return steps;
    }

    private Optional<AfterStep> step(Fields fields) {
        if (fields.has("await")) {
            return await(fields.only(Section.AFTER_AWAIT));
        }
        fields.only(Section.AFTER_RECORD);
        Duration wait = fields.duration("wait", Duration.ZERO);
        String as = name(fields);
        String text = fields.text("record");
        return text.isEmpty()
                ? Optional.empty()
                : FactText.number(text, complaint -> fields.wrong(fields.line("record"), "record", text, complaint))
                        .map(what -> new AfterStep.Mark(wait, what, as));
    }

    private Optional<AfterStep> await(Fields fields) {
        Duration limit = fields.duration("limit", LIMIT);
        String as = name(fields);
        String text = fields.text("await");
        Optional<LoadPlan.Fact> fact =
                FactText.parse(text, complaint -> fields.wrong(fields.line("await"), "await", text, complaint));
        return fact.map(f -> new AfterStep.Await(f, limit, as));
    }

    /** A name that expressions can write as {@code figures.<name>}. */
    private String name(Fields fields) {
        String as = fields.text("as");
        if (!as.isEmpty() && !as.matches("[A-Za-z][A-Za-z0-9_]*")) {
            fields.wrong(fields.line("as"), "as", as, "is not made of letters, digits and _, a letter first");
        }
        return as;
    }
}
