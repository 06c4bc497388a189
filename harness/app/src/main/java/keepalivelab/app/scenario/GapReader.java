package keepalivelab.app.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import keepalivelab.load.LoadPlan;

/**
 * Reads gaps: {@code 100ms}, {@code none}, {@code {uniform: [270ms, 330ms]}} or
 * {@code {sweep: {from: 290ms, to: 310ms, step: 0.5ms, repeat: 2}}}.
 */
final class GapReader {
    static final int MOST_REPEATS = 10_000;
    private static final int MOST_GAPS = 1_000_000;

    private final Problems problems;

    GapReader(Problems problems) {
        this.problems = problems;
    }

    /** A gap between requests. */
    LoadPlan.Gap read(Fields fields, String key, YamlNode node) {
        if (node instanceof YamlNode.Mapping mapping && mapping.entries().containsKey("sweep")) {
            return new Fields(mapping, fields.path(key), problems)
                    .only(Section.GAP)
                    .mapping("sweep")
                    .flatMap(sweep -> sweep(new Fields(sweep, fields.path(key) + ".sweep", problems)))
                    .orElse(LoadPlan.Gap.NONE);
        }
        return readOne(fields, key, node, Section.PAUSE, Section.GAP);
    }

    /** A single pause, which cannot be a sweep. */
    LoadPlan.Gap readPause(Fields fields, String key, YamlNode node) {
        return readOne(fields, key, node, Section.PAUSE);
    }

    private LoadPlan.Gap readOne(Fields fields, String key, YamlNode node, Section... forms) {
        if (node instanceof YamlNode.Scalar scalar) {
            Duration fixed = scalar.text().equals("none") ? Duration.ZERO : fields.duration(key, scalar, Duration.ZERO);
            return new LoadPlan.Gap(fixed, fixed);
        }
        return fields.mapping(key)
                .map(mapping -> uniform(new Fields(mapping, fields.path(key), problems).only(forms)))
                .orElse(LoadPlan.Gap.NONE);
    }

    private LoadPlan.Gap uniform(Fields fields) {
        if (!fields.has("uniform") && !fields.isEmpty()) {
            // Another key was complained about already.
            return LoadPlan.Gap.NONE;
        }
        List<Duration> bounds = new ArrayList<>();
        for (YamlNode node : fields.items("uniform")) {
            if (node instanceof YamlNode.Scalar scalar) {
                bounds.add(fields.duration("uniform", scalar, Duration.ZERO));
            }
        }
        if (bounds.size() != 2 || bounds.get(0).compareTo(bounds.get(1)) > 0) {
            problems.add(
                    fields.line("uniform"),
                    "key '" + fields.path("uniform")
                            + "': expected two durations, the smaller first, e.g. [270ms, 330ms]");
            return LoadPlan.Gap.NONE;
        }
        return new LoadPlan.Gap(bounds.get(0), bounds.get(1));
    }

    private Optional<LoadPlan.Gap> sweep(Fields fields) {
        fields.only(Section.SWEEP);
        List.of("from", "to", "step").forEach(fields::text);
        Duration from = fields.duration("from", Duration.ZERO);
        Duration to = fields.duration("to", Duration.ZERO);
        Duration step = fields.duration("step", Duration.ZERO);
        int repeat = fields.count("repeat", 1, 1, MOST_REPEATS);
        if (from.isZero() || to.isZero() || step.isZero()) {
            return Optional.empty();
        }
        if (from.compareTo(to) > 0) {
            fields.wrong(fields.line("to"), "to", fields.text("to"), "is below 'from' (" + fields.text("from") + ")");
            return Optional.empty();
        }
        if ((to.minus(from).toNanos() / step.toNanos() + 1) * repeat > MOST_GAPS) {
            fields.wrong(
                    fields.line("step"),
                    "step",
                    fields.text("step"),
                    "makes more than " + MOST_GAPS + " gaps; make it larger or 'repeat' smaller");
            return Optional.empty();
        }
        return Optional.of(new LoadPlan.Gap(from, to, Optional.of(new LoadPlan.Sweep(step, repeat))));
    }
}
