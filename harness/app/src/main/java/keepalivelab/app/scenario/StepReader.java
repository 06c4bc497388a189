package keepalivelab.app.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import keepalivelab.load.LoadPlan;
import keepalivelab.load.LoadPlan.Action;
import keepalivelab.load.LoadPlan.Step;

/**
 * Reads the steps of a script. Each is a mapping with one verb: {@code client}, {@code pause}, {@code await},
 * {@code backend}, {@code proxy}, or {@code repeat} beside the {@code steps} it repeats.
 */
final class StepReader {
    /** Further words are further actions. */
    static final Map<String, Action> OF_BACKEND = Map.of(
            "close-idle", Action.CLOSE_IDLE,
            "reset-idle", Action.RESET_IDLE,
            "end-idle", Action.END_IDLE,
            "stop-listening", Action.STOP_LISTENING,
            "listen", Action.LISTEN);

    static final Map<String, Action> OF_PROXY = Map.of("pause", Action.PAUSE_PROXY, "resume", Action.RESUME_PROXY);

    static final Map<String, LoadPlan.Answer> ANSWERS =
            Map.of("awaited", LoadPlan.Answer.AWAITED, "later", LoadPlan.Answer.LATER);
    static final int MOST_REPEATS = 100_000;
    private static final int MOST_STEPS = 1_000_000;

    private final LoadReader load;
    private final Problems problems;

    StepReader(LoadReader load, Problems problems) {
        this.load = load;
        this.problems = problems;
    }

    private static String verbs() {
        return String.join(", ", Section.STEP.names());
    }

    /** Whether any of the steps sends a request. */
    static boolean sends(List<Step> steps) {
        return steps.stream()
                .anyMatch(step ->
                        step instanceof Step.Send || (step instanceof Step.Repeat repeat && sends(repeat.steps())));
    }

    /** The steps under a key; wrong ones are noted and missing. */
    List<Step> steps(Fields fields, String key) {
        List<Step> steps = new ArrayList<>();
        fields.items(key).forEach(node -> step(node).ifPresent(steps::add));
        return steps;
    }

    private Optional<Step> step(YamlNode node) {
        if (!(node instanceof YamlNode.Mapping mapping)) {
            problems.add(node.line(), "key 'load.steps': each step is one of " + verbs());
            return Optional.empty();
        }
        Fields step = new Fields(mapping, "load.steps", problems);
        if (step.has("repeat") || step.has("steps")) {
            return repeat(step.only(Section.REPEAT));
        }
        if (mapping.entries().size() != 1) {
            problems.add(node.line(), "key 'load.steps': each step is one of " + verbs());
            return Optional.empty();
        }
        return one(step.only(Section.STEP));
    }

    private Optional<Step> one(Fields step) {
        if (step.has("pause")) {
            return step.node("pause").map(gap -> new Step.Pause(new GapReader(problems).readPause(step, "pause", gap)));
        }
        if (step.has("backend")) {
            return action(step, "backend", OF_BACKEND);
        }
        if (step.has("proxy")) {
            return action(step, "proxy", OF_PROXY);
        }
        return step.has("await")
                ? step.mapping("await").flatMap(this::await)
                : step.mapping("client").map(this::send);
    }

    private Optional<Step> repeat(Fields fields) {
        fields.text("repeat");
        int times = fields.count("repeat", 1, 1, MOST_REPEATS);
        List<Step> steps = steps(fields, "steps");
        if (steps.isEmpty()) {
            problems.add(fields.line("steps"), "key 'load.steps.repeat': no 'steps' to repeat");
            return Optional.empty();
        }
        if ((long) times * size(steps) > MOST_STEPS) {
            fields.wrong(
                    fields.line("repeat"),
                    "repeat",
                    Integer.toString(times),
                    "makes more than " + MOST_STEPS + " steps");
            return Optional.empty();
        }
        return Optional.of(new Step.Repeat(times, steps));
    }

    private static long size(List<Step> steps) {
        return steps.stream()
                .mapToLong(step -> step instanceof Step.Repeat repeat ? repeat.times() * size(repeat.steps()) : 1)
                .sum();
    }

    private static Optional<Step> action(Fields step, String verb, Map<String, Action> words) {
        Map<String, Optional<Action>> meanings = new TreeMap<>();
        words.forEach((word, action) -> meanings.put(word, Optional.of(action)));
        return step.word(verb, meanings, Optional.empty()).map(Step.Act::new);
    }

    private Step send(YamlNode.Mapping mapping) {
        Fields fields = new Fields(mapping, "load.steps.client", problems).only(Section.CLIENT);
        Optional<String> connection = fields.optionalText("connection").filter(name -> !name.equals("new"));
        return new Step.Send(load.shape(fields), connection, fields.word("answer", ANSWERS, LoadPlan.Answer.AWAITED));
    }

    private Optional<Step> await(YamlNode.Mapping mapping) {
        Fields fields = new Fields(mapping, "load.steps.await", problems).only(Section.AWAIT);
        Duration limit = fields.duration("limit", LoadReader.TIMEOUT);
        String text = fields.text("fact");
        if (text.isEmpty()) {
            return Optional.empty();
        }
        Optional<LoadPlan.Fact> fact =
                FactText.parse(text, complaint -> fields.wrong(fields.line("fact"), "fact", text, complaint));
        return fact.map(f -> new Step.Await(f, limit));
    }
}
