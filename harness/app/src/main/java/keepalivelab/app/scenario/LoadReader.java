package keepalivelab.app.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import keepalivelab.api.NearestWord;
import keepalivelab.load.LoadPlan;

/** Reads the {@code load} section, after all names were replaced. */
final class LoadReader {
    /** Up to 39 bytes a request are kept to the end of a cell: 400 MB of the heap of 1 GB that the launcher sets. */
    static final int MOST_REQUESTS = 10_000_000;

    static final int MOST_CLIENTS = 100_000;
    static final int MOST_BODY_BYTES = 1 << 30;
    static final Duration TIMEOUT = Duration.ofSeconds(10);
    static final Map<String, LoadPlan.Downstream> DOWNSTREAMS =
            Map.of("keep", LoadPlan.Downstream.KEEP, "new", LoadPlan.Downstream.NEW);
    static final Map<String, LoadPlan.Start> STARTS =
            Map.of("at-once", LoadPlan.Start.AT_ONCE, "barrier", LoadPlan.Start.BARRIER);
    static final Map<String, LoadPlan.Arrivals> ARRIVALS =
            Map.of("constant", LoadPlan.Arrivals.CONSTANT, "poisson", LoadPlan.Arrivals.POISSON);
    private static final Pattern METHOD = Pattern.compile("[A-Z]+");
    private static final Pattern PATH = Pattern.compile("/[^\\s]*");
    private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+:[^\\r\\n]*");

    private final Problems problems;
    private final GapReader gaps;

    LoadReader(Problems problems) {
        this.problems = problems;
        this.gaps = new GapReader(problems);
    }

    /** The plan; empty where the section is too wrong to make one, which was noted then. */
    Optional<LoadPlan> read(YamlNode.Mapping section) {
        Fields fields = new Fields(section, "load", problems);
        String kind = fields.text("kind");
        return switch (kind) {
            case "closed" -> Optional.of(closed(fields));
            case "open" -> Optional.of(open(fields));
            case "script" -> script(fields);
            case "classes" -> new ClassesReader(this, problems).read(fields);
            default -> {
                if (!kind.isEmpty()) {
                    fields.wrong(
                            fields.line("kind"),
                            "kind",
                            kind,
                            "is not valid" + NearestWord.hint(kind, Section.kinds()));
                }
                yield Optional.empty();
            }
        };
    }

    private LoadPlan closed(Fields fields) {
        fields.onlyIn("load of kind closed", Section.CLOSED);
        LoadPlan.Gap gap =
                fields.node("gap").map(node -> gaps.read(fields, "gap", node)).orElse(LoadPlan.Gap.NONE);
        int clients = fields.count("clients", 1, 1, MOST_CLIENTS);
        return new LoadPlan.ClosedLoop(
                gap.sweep().isPresent() ? requestsOfSweep(fields, clients, gap) : requests(fields),
                clients,
                fields.word("downstream", DOWNSTREAMS, LoadPlan.Downstream.KEEP),
                gap,
                request(fields),
                fields.word("start", STARTS, LoadPlan.Start.AT_ONCE),
                fields.duration("timeout", TIMEOUT));
    }

    private LoadPlan open(Fields fields) {
        fields.onlyIn("load of kind open", Section.OPEN);
        return new LoadPlan.OpenLoop(
                requests(fields),
                rate(fields),
                fields.word("arrivals", ARRIVALS, LoadPlan.Arrivals.CONSTANT),
                fields.count("connections", 1, 1, MOST_CLIENTS),
                fields.word("downstream", DOWNSTREAMS, LoadPlan.Downstream.KEEP),
                request(fields),
                fields.duration("timeout", TIMEOUT));
    }

    private Optional<LoadPlan> script(Fields fields) {
        fields.onlyIn("load of kind script", Section.SCRIPT);
        List<LoadPlan.Step> steps = new StepReader(this, problems).steps(fields, "steps");
        Duration timeout = fields.duration("timeout", TIMEOUT);
        if (!StepReader.sends(steps)) {
            problems.add(fields.line("steps"), "key 'load.steps': a script needs at least one 'client' step");
            return Optional.empty();
        }
        return Optional.of(new LoadPlan.Script(steps, timeout));
    }

    private int requests(Fields fields) {
        fields.text("requests");
        return fields.count("requests", 1, 1, MOST_REQUESTS);
    }

    private int requestsOfSweep(Fields fields, int clients, LoadPlan.Gap gap) {
        if (fields.has("requests")) {
            problems.add(
                    fields.line("requests"),
                    "key 'load.requests' stands beside a sweep, which says itself how many there are; leave it out");
        }
        return clients + gap.count();
    }

    private double rate(Fields fields) {
        fields.text("rate");
        Optional<YamlNode.Scalar> rate = fields.scalar("rate");
        if (rate.isPresent() && rate.get().value() instanceof Number n && n.doubleValue() > 0) {
            return n.doubleValue();
        }
        rate.ifPresent(s -> fields.wrong(s.line(), "rate", s.text(), "is not a number of requests per second above 0"));
        return 1;
    }

    /** What is sent; {@code GET /} where the fields do not say. */
    LoadPlan.RequestShape request(Fields fields) {
        return fields.mapping("request")
                .map(mapping -> shape(new Fields(mapping, fields.path("request"), problems).only(Section.REQUEST)))
                .orElse(LoadPlan.RequestShape.GET);
    }

    /** One request as it is written. */
    LoadPlan.RequestShape shape(Fields fields) {
        return new LoadPlan.RequestShape(
                matching(fields, "method", METHOD, "GET", "is not a method in capitals"),
                matching(fields, "path", PATH, "/", "is not a path that begins with a slash"),
                fields.count("body", 0, 0, MOST_BODY_BYTES),
                headers(fields));
    }

    private String matching(Fields fields, String key, Pattern form, String absent, String complaint) {
        Optional<String> text = fields.optionalText(key);
        if (text.isPresent() && !form.matcher(text.get()).matches()) {
            fields.wrong(fields.line(key), key, text.get(), complaint);
            return absent;
        }
        return text.orElse(absent);
    }

    private List<String> headers(Fields fields) {
        List<String> headers = new ArrayList<>();
        for (YamlNode node : fields.items("headers")) {
            if (node instanceof YamlNode.Scalar scalar
                    && HEADER.matcher(scalar.text()).matches()) {
                headers.add(scalar.text());
            } else {
                String text = node instanceof YamlNode.Scalar scalar ? scalar.text() : node.shape();
                fields.wrong(node.line(), "headers", text, "is not a header line 'Name: value'");
            }
        }
        return headers;
    }
}
