package keepalivelab.app.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import keepalivelab.load.LoadPlan;

/** Reads a load of kind {@code classes}: groups of connections that run at once. */
final class ClassesReader {
    /** Each has a histogram of its own. */
    static final int MOST_CONNECTIONS = 1_000;

    static final int MOST_ROUNDS = 100;
    private static final Pattern NAME = Pattern.compile("[a-z][A-Za-z0-9]*");

    private final LoadReader reader;
    private final GapReader gaps;
    private final Problems problems;

    ClassesReader(LoadReader reader, Problems problems) {
        this.reader = reader;
        this.gaps = new GapReader(problems);
        this.problems = problems;
    }

    /** The plan; empty where the section is too wrong to make one, which was noted then. */
    Optional<LoadPlan> read(Fields fields) {
        fields.onlyIn("load of kind classes", Section.CLASSES);
        Optional<Duration> time = optional(fields, "duration");
        Optional<Duration> slow = optional(fields, "slow");
        int rounds = fields.count("rounds", 1, 1, MOST_ROUNDS);
        Duration timeout = fields.duration("timeout", LoadReader.TIMEOUT);
        List<LoadPlan.ConnectionClass> classes = new ArrayList<>();
        boolean complete = true;
        Set<String> names = new HashSet<>();
        for (YamlNode node : fields.items("classes")) {
            Optional<LoadPlan.ConnectionClass> one = one(node, time.isPresent());
            one.ifPresent(classes::add);
            complete &= one.isPresent() && distinct(one.get().name(), node.line(), names);
        }
        if (classes.isEmpty() && complete) {
            problems.add(fields.line("classes"), "key 'load.classes': at least one class is needed");
        }
        return classes.isEmpty() || !complete
                ? Optional.empty()
                : Optional.of(new LoadPlan.Classes(classes, time, rounds, slow, timeout));
    }

    private static Optional<Duration> optional(Fields fields, String key) {
        return fields.has(key) ? Optional.of(fields.duration(key, Duration.ofSeconds(1))) : Optional.empty();
    }

    private boolean distinct(String name, int line, Set<String> names) {
        boolean first = names.add(name);
        if (!first) {
            problems.add(line, "key 'load.classes.name': '" + name + "' stands twice");
        }
        return first;
    }

    private Optional<LoadPlan.ConnectionClass> one(YamlNode node, boolean timed) {
        if (!(node instanceof YamlNode.Mapping mapping)) {
            problems.add(node.line(), "key 'load.classes': expected a list of mappings, found " + node.shape());
            return Optional.empty();
        }
        Fields fields = new Fields(mapping, "load.classes", problems).only(Section.CLASS);
        String name = fields.text("name");
        boolean named = NAME.matcher(name).matches();
        if (!named && !name.isEmpty()) {
            fields.wrong(fields.line("name"), "name", name, "is not made of letters and digits, a small letter first");
        }
        OptionalInt requests = fields.has("requests")
                ? OptionalInt.of(fields.count("requests", 1, 1, LoadReader.MOST_REQUESTS))
                : OptionalInt.empty();
        LoadPlan.Downstream downstream = fields.word("downstream", LoadReader.DOWNSTREAMS, LoadPlan.Downstream.KEEP);
        List<String> threads = threads(fields);
        boolean fits = fits(fields, timed, downstream, !threads.isEmpty());
        LoadPlan.Gap pause = fields.node("pause")
                .map(gap -> gaps.readPause(fields, "pause", gap))
                .orElse(LoadPlan.Gap.NONE);
        int connections = fields.count("connections", 1, 1, MOST_CONNECTIONS);
        LoadPlan.RequestShape request = reader.request(fields);
        return named && fits
                ? Optional.of(
                        new LoadPlan.ConnectionClass(name, connections, request, downstream, pause, requests, threads))
                : Optional.empty();
    }

    private boolean fits(Fields fields, boolean timed, LoadPlan.Downstream downstream, boolean placed) {
        if (!timed && !fields.has("requests")) {
            problems.add(
                    fields.line(),
                    "key 'requests' is missing in load.classes: without 'load.duration' it ends a class");
            return false;
        }
        if (placed && (!timed || downstream == LoadPlan.Downstream.NEW)) {
            problems.add(
                    fields.line("threads"),
                    "key 'load.classes.threads': only kept connections of a load with 'duration' can be placed");
            return false;
        }
        return true;
    }

    private List<String> threads(Fields fields) {
        List<String> threads = new ArrayList<>();
        for (YamlNode node : fields.items("threads")) {
            if (node instanceof YamlNode.Scalar scalar) {
                threads.add(scalar.text());
            } else {
                problems.add(node.line(), "key 'load.classes.threads': expected a name, found " + node.shape());
            }
        }
        return threads;
    }
}
