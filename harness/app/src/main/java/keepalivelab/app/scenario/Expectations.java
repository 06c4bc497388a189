package keepalivelab.app.scenario;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobStatus;

/**
 * The expressions of a scenario, compiled once before anything starts. The only way to CEL, whose classes take most of a
 * second to load: nothing that merely lists or shows scenarios comes here.
 *
 * <p>Expressions see {@code params}, {@code axes}, {@code settings}, {@code arm}, {@code client}, {@code backend}, {@code times},
 * {@code knobs}, {@code ledger}, {@code requests} and {@code proxyLog}, and may call {@code versionAtLeast(string, string)}
 * and {@code ceilDiv(int, int)}. Values are maps, lists, numbers, texts and booleans, as in the result file. Thread-safe.
 */
public final class Expectations {
    private static final List<String> KNOWN_EARLY = List.of("params", "axes", "arm", "settings");

    private final Scenario.Claims claims;
    private final List<String> numericAxes;
    private final Map<Expression, CelProgram> programs;

    private Expectations(Scenario scenario, Map<Expression, CelProgram> programs) {
        this.claims = scenario.claims();
        this.numericAxes = scenario.axes().entrySet().stream()
                .filter(axis -> axis.getValue().stream().allMatch(Number.class::isInstance))
                .map(Map.Entry::getKey)
                .toList();
        this.programs = Map.copyOf(programs);
    }

    /**
     * Compiles every expression of the scenario.
     *
     * @throws keepalivelab.api.InputException with file, line and a mark under the word, for the first few mistakes
     */
    public static Expectations compile(Scenario scenario) {
        Problems problems = new Problems(scenario.header().file());
        CelProgram.Compiler compiler = new CelProgram.Compiler(ResultNames.of(scenario), problems);
        Map<Expression, CelProgram> programs = new HashMap<>();
        conditions(scenario.claims()).forEach(e -> compiler.condition(e).ifPresent(p -> programs.put(e, p)));
        scenario.claims().rules().stream()
                .filter(rule -> rule.kind() == Kind.RECORD)
                .map(Rule::condition)
                .forEach(e -> compiler.any(e).ifPresent(p -> programs.put(e, p)));
        beforeTheRun(scenario.claims()).forEach(e -> early(e, programs, problems));
        problems.throwIfAny();
        return new Expectations(scenario, programs);
    }

    /** Conditions that are asked before there is any result. */
    private static List<Expression> beforeTheRun(Scenario.Claims claims) {
        List<Expression> early = new ArrayList<>();
        claims.skips().forEach(skip -> early.add(skip.when()));
        claims.published().cells().forEach(cell -> cell.arm().ifPresent(early::add));
        return early;
    }

    private static void early(Expression expression, Map<Expression, CelProgram> programs, Problems problems) {
        CelProgram program = programs.get(expression);
        if (program == null) {
            return;
        }
        program.paths().stream()
                .filter(path -> !KNOWN_EARLY.contains(path.variable()))
                .forEach(path -> problems.add(
                        expression.line(),
                        "expression '" + expression.text() + "': " + path + " is not known before the run; use "
                                + String.join(", ", KNOWN_EARLY)));
    }

    private static List<Expression> conditions(Scenario.Claims claims) {
        List<Expression> conditions = new ArrayList<>();
        claims.skips().forEach(skip -> conditions.add(skip.when()));
        for (Rule rule : claims.rules()) {
            rule.when().ifPresent(conditions::add);
            if (rule.kind() != Kind.RECORD) {
                conditions.add(rule.condition());
            }
        }
        claims.published().cells().forEach(cell -> cell.arm().ifPresent(conditions::add));
        claims.published().differs().ifPresent(differs -> conditions.add(differs.evidence()));
        return conditions;
    }

    /**
     * Why a cell is left out, if it is.
     *
     * @param variables {@code params}, {@code axes}, {@code settings} and {@code arm} are enough
     */
    public Optional<String> skipReason(Map<String, ?> variables) {
        Map<String, Object> plain = plain(variables);
        return claims.skips().stream()
                .filter(skip -> holds(skip.when(), plain))
                .map(SkipRule::because)
                .findFirst();
    }

    /** Judges every rule, in the order of the file. */
    public List<Judgement> judge(Map<String, ?> variables) {
        Map<String, Object> plain = plain(variables);
        return claims.rules().stream().map(rule -> judge(rule, plain)).toList();
    }

    /** The figures that others published for this cell and arm; the first whose arm condition holds. */
    public Optional<PublishedCell> published(CellPlan cell, Map<String, ?> variables) {
        Map<String, Object> plain = plain(variables);
        return cell.published().stream()
                .filter(p -> p.arm().map(arm -> holds(arm, plain)).orElse(true))
                .findFirst();
    }

    /**
     * The stated reason for a difference to the published figures; empty where there is none, or where its evidence is not in
     * this result.
     */
    public Optional<String> explanation(Map<String, ?> variables) {
        Map<String, Object> plain = plain(variables);
        return claims.published()
                .differs()
                .filter(differs -> holds(differs.evidence(), plain))
                .map(Published.Difference::because);
    }

    private Judgement judge(Rule rule, Map<String, Object> variables) {
        try {
            if (rule.when().isPresent() && !truth(rule.when().get(), variables)) {
                return new Judgement(rule, Judgement.Status.NOT_HERE, "");
            }
            Optional<Knob> missing = rule.needs().stream()
                    .filter(knob -> unsupported(knob, variables))
                    .sorted()
                    .findFirst();
            return missing.map(
                            knob -> new Judgement(rule, Judgement.Status.UNSUPPORTED, knob.key() + " is unsupported"))
                    .orElseGet(() -> evaluated(rule, variables));
        } catch (CelProgram.BrokenException e) {
            Optional<String> word = wordForNumber(variables);
            return word.isPresent()
                    ? new Judgement(rule, Judgement.Status.NOT_HERE, word.get())
                    : new Judgement(
                            rule, Judgement.Status.BROKEN, rule.condition().position() + ": " + e.getMessage());
        }
    }

    /** An arm may set {@code native} or {@code none} where the axis has numbers: no rule can compare that. */
    private Optional<String> wordForNumber(Map<String, Object> variables) {
        Map<?, ?> axes = variables.get("axes") instanceof Map<?, ?> map ? map : Map.of();
        return numericAxes.stream()
                .filter(axis -> axes.get(axis) instanceof String)
                .map(axis -> axis + " is " + axes.get(axis) + " for this arm")
                .findFirst();
    }

    private Judgement evaluated(Rule rule, Map<String, Object> variables) {
        if (rule.kind() == Kind.RECORD) {
            String value = String.valueOf(program(rule.condition()).value(variables));
            return new Judgement(
                    rule, Judgement.Status.RECORDED, rule.condition().text() + " = " + value);
        }
        boolean holds = truth(rule.condition(), variables);
        String seen = program(rule.condition()).paths().stream()
                .map(path -> path + " = " + path.shown(variables))
                .collect(Collectors.joining(", "));
        return new Judgement(rule, holds ? Judgement.Status.HELD : Judgement.Status.FAILED, seen);
    }

    private static boolean unsupported(Knob knob, Map<String, Object> variables) {
        return variables.get("knobs") instanceof Map<?, ?> knobs
                && KnobStatus.UNSUPPORTED.key().equals(knobs.get(knob.key()));
    }

    /** Like {@link #truth}, where a missing value means no. */
    private boolean holds(Expression expression, Map<String, Object> variables) {
        try {
            return truth(expression, variables);
        } catch (CelProgram.BrokenException e) {
            return false;
        }
    }

    private boolean truth(Expression expression, Map<String, Object> variables) {
        Object value = program(expression).value(variables);
        if (value instanceof Boolean truth) {
            return truth;
        }
        throw new CelProgram.BrokenException("'" + expression.text() + "' is " + value + ", not true or false", null);
    }

    private CelProgram program(Expression expression) {
        CelProgram program = programs.get(expression);
        if (program == null) {
            throw new IllegalStateException("not compiled: " + expression);
        }
        return program;
    }

    private static Map<String, Object> plain(Map<String, ?> variables) {
        Map<String, Object> plain = new LinkedHashMap<>();
        variables.forEach((name, value) -> plain.put(name, plain(value)));
        return plain;
    }

    /** CEL knows no int and no float: an {@code Integer} would be equal to no number. An absent value is left out. */
    private static Object plain(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> copy = new LinkedHashMap<>();
            map.forEach((key, inner) -> {
                if (inner != null) {
                    copy.put(key, plain(inner));
                }
            });
            return copy;
        }
        if (value instanceof List<?> list) {
            return list.stream().map(Expectations::plain).toList();
        }
        if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        if (value instanceof Float f) {
            return (double) f;
        }
        return value;
    }
}
