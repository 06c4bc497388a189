package keepalivelab.app.scenario;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import keepalivelab.api.DurationText;
import keepalivelab.api.KnobSettings;
import keepalivelab.load.LoadPlan;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLWriteFeature;

/** Writes a resolved scenario for people: every default filled in, every cell written out. */
final class ScenarioText {
    private ScenarioText() {}

    static String of(ResolvedScenario resolved) {
        return YAMLMapper.builder()
                .disable(YAMLWriteFeature.WRITE_DOC_START_MARKER)
                .enable(YAMLWriteFeature.MINIMIZE_QUOTES)
                .disable(YAMLWriteFeature.SPLIT_LINES)
                .build()
                .writeValueAsString(document(resolved));
    }

    private static Map<String, Object> document(ResolvedScenario resolved) {
        Scenario scenario = resolved.scenario();
        Scenario.Header header = scenario.header();
        Map<String, Object> text = new LinkedHashMap<>();
        text.put("id", header.id());
        text.put("title", header.title());
        text.put("question", header.question());
        if (!header.origin().document().isEmpty()) {
            text.put("source", source(header.origin()));
        }
        if (!scenario.defaultArms().isEmpty()) {
            text.put("arms", scenario.defaultArms());
        }
        text.put("params", resolved.params());
        text.put("matrix", scenario.axes());
        text.put("cells", resolved.cells().stream().map(ScenarioText::cell).toList());
        text.put(
                "skip",
                scenario.claims().skips().stream().map(ScenarioText::skip).toList());
        text.put(
                "expect",
                scenario.claims().rules().stream().map(ScenarioText::rule).toList());
        text.put("table", scenario.claims().table());
        return text;
    }

    private static Map<String, Object> source(Origin origin) {
        return mapOf("document", origin.document(), "experiment", origin.experiment());
    }

    private static Map<String, Object> cell(CellPlan cell) {
        Map<String, Object> text = new LinkedHashMap<>();
        text.put("id", cell.id());
        text.put("axes", cell.axes());
        if (cell.work() instanceof CellWork.PoolTrials trials) {
            text.put("load", trials(trials));
        } else if (cell.work() instanceof CellWork.Traffic traffic) {
            text.put("proxy", knobs(cell.knobs()));
            text.put("backend", Map.of("behaviours", cell.behaviours()));
            text.put("load", load(traffic.load()));
            if (!traffic.after().isEmpty()) {
                text.put(
                        "after",
                        traffic.after().stream().map(ScenarioText::after).toList());
            }
        }
        if (!cell.published().isEmpty()) {
            text.put(
                    "published",
                    cell.published().stream().map(ScenarioText::published).toList());
        }
        return text;
    }

    private static Map<String, Object> knobs(KnobSettings settings) {
        Map<String, Object> text = new LinkedHashMap<>();
        settings.values().forEach((knob, value) -> {
            boolean optional = settings.optional().contains(knob);
            text.put(knob.key(), optional ? mapOf("value", value, "optional", true) : value);
        });
        return text;
    }

    private static Map<String, Object> trials(CellWork.PoolTrials trials) {
        Map<String, Object> text =
                mapOf("kind", WorkReader.POOL, "experiment", trials.task().experiment());
        text.put("parameters", trials.task().parameters());
        text.put("repeat", trials.repeat());
        return text;
    }

    private static Map<String, Object> after(AfterStep step) {
        Map<String, Object> text = new LinkedHashMap<>();
        if (step instanceof AfterStep.Mark mark) {
            if (!mark.delay().isZero()) {
                text.put("wait", DurationText.format(mark.delay()));
            }
            text.put("record", FactText.word(mark.what()));
        } else if (step instanceof AfterStep.Await await) {
            text.put("await", FactText.format(await.fact()));
            text.put("limit", DurationText.format(await.limit()));
        }
        text.put("as", step.as());
        return text;
    }

    private static Map<String, Object> load(LoadPlan plan) {
        Map<String, Object> text = new LinkedHashMap<>();
        if (plan instanceof LoadPlan.ClosedLoop closed) {
            text.put("kind", "closed");
            text.put("requests", closed.requests());
            text.put("clients", closed.clients());
            text.put("start", closed.start() == LoadPlan.Start.BARRIER ? "barrier" : "at-once");
            text.put("downstream", word(closed.downstream()));
            text.put("gap", gap(closed.gap()));
            text.put("request", request(closed.request()));
        } else if (plan instanceof LoadPlan.OpenLoop open) {
            text.put("kind", "open");
            text.put("requests", open.requests());
            text.put("rate", open.perSecond());
            text.put("arrivals", open.arrivals() == LoadPlan.Arrivals.POISSON ? "poisson" : "constant");
            text.put("connections", open.connections());
            text.put("downstream", word(open.downstream()));
            text.put("request", request(open.request()));
        } else if (plan instanceof LoadPlan.Classes classes) {
            text.put("kind", "classes");
            classes.time().ifPresent(time -> text.put("duration", DurationText.format(time)));
            text.put("rounds", classes.rounds());
            classes.slow().ifPresent(slow -> text.put("slow", DurationText.format(slow)));
            text.put(
                    "classes",
                    classes.classes().stream()
                            .map(ScenarioText::connectionClass)
                            .toList());
        } else if (plan instanceof LoadPlan.Script script) {
            text.put("kind", "script");
            text.put("steps", script.steps().stream().map(ScenarioText::step).toList());
        }
        text.put("timeout", DurationText.format(plan.timeout()));
        return text;
    }

    private static Map<String, Object> step(LoadPlan.Step step) {
        if (step instanceof LoadPlan.Step.Pause pause) {
            return mapOf("pause", gap(pause.gap()));
        }
        if (step instanceof LoadPlan.Step.Await await) {
            return mapOf(
                    "await", mapOf("fact", FactText.format(await.fact()), "limit", DurationText.format(await.limit())));
        }
        if (step instanceof LoadPlan.Step.Act act) {
            return action(act.action());
        }
        if (step instanceof LoadPlan.Step.Repeat repeat) {
            return mapOf(
                    "repeat",
                    repeat.times(),
                    "steps",
                    repeat.steps().stream().map(ScenarioText::step).toList());
        }
        LoadPlan.Step.Send send = (LoadPlan.Step.Send) step;
        Map<String, Object> client = request(send.request());
        client.put("connection", send.connection().orElse("new"));
        if (send.answer() == LoadPlan.Answer.LATER) {
            client.put("answer", "later");
        }
        return mapOf("client", client);
    }

    private static Map<String, Object> action(LoadPlan.Action action) {
        Map<String, Object> text = new LinkedHashMap<>();
        StepReader.OF_BACKEND.forEach((word, a) -> {
            if (a == action) {
                text.put("backend", word);
            }
        });
        StepReader.OF_PROXY.forEach((word, a) -> {
            if (a == action) {
                text.put("proxy", word);
            }
        });
        return text;
    }

    private static Map<String, Object> connectionClass(LoadPlan.ConnectionClass plan) {
        Map<String, Object> text = mapOf("name", plan.name(), "connections", plan.connections());
        plan.requests().ifPresent(requests -> text.put("requests", requests));
        text.put("downstream", word(plan.downstream()));
        text.put("pause", gap(plan.pause()));
        text.put("request", request(plan.request()));
        if (!plan.threads().isEmpty()) {
            text.put("threads", plan.threads());
        }
        return text;
    }

    private static Map<String, Object> request(LoadPlan.RequestShape shape) {
        Map<String, Object> text = mapOf("method", shape.method(), "path", shape.path());
        text.put("body", shape.bodyBytes());
        text.put("headers", shape.headers());
        return text;
    }

    private static Object gap(LoadPlan.Gap gap) {
        if (gap.equals(LoadPlan.Gap.NONE)) {
            return "none";
        }
        String least = DurationText.format(gap.least());
        if (gap.sweep().isPresent()) {
            return mapOf("sweep", sweep(gap, gap.sweep().get()));
        }
        return gap.least().equals(gap.most())
                ? least
                : mapOf("uniform", List.of(least, DurationText.format(gap.most())));
    }

    private static Map<String, Object> sweep(LoadPlan.Gap gap, LoadPlan.Sweep sweep) {
        Map<String, Object> text = mapOf(
                "from", DurationText.format(gap.least()),
                "to", DurationText.format(gap.most()));
        text.put("step", DurationText.format(sweep.step()));
        text.put("repeat", sweep.repeat());
        return text;
    }

    private static String word(LoadPlan.Downstream downstream) {
        return downstream == LoadPlan.Downstream.KEEP ? "keep" : "new";
    }

    private static Map<String, Object> published(PublishedCell cell) {
        Map<String, Object> text = new LinkedHashMap<>(cell.figures());
        cell.arm().ifPresent(arm -> text.put("arm", arm.text()));
        text.put("source", cell.source());
        return text;
    }

    private static Map<String, Object> skip(SkipRule skip) {
        return mapOf("when", skip.when().text(), "because", skip.because());
    }

    private static Map<String, Object> rule(Rule rule) {
        Map<String, Object> text = new LinkedHashMap<>();
        text.put(rule.kind().key(), rule.condition().text());
        rule.when().ifPresent(when -> text.put("when", when.text()));
        text.put("says", rule.says());
        List<String> needs = new ArrayList<>();
        rule.needs().stream().sorted().forEach(knob -> needs.add(knob.key()));
        if (!needs.isEmpty()) {
            text.put("needs", needs);
        }
        return text;
    }

    private static Map<String, Object> mapOf(String key, Object value) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(key, value);
        return map;
    }

    private static Map<String, Object> mapOf(String key, Object value, String other, Object otherValue) {
        Map<String, Object> map = mapOf(key, value);
        map.put(other, otherValue);
        return map;
    }
}
