package keepalivelab.report.export;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import keepalivelab.report.BaselineComparison;
import keepalivelab.report.CellResult;
import keepalivelab.report.ExitStatus;
import keepalivelab.report.ExpectationResult;
import keepalivelab.report.Gate;
import keepalivelab.report.RunResult;
import keepalivelab.report.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * One suite of test cases.
 *
 * @param name for people
 * @param className by which CI systems group
 * @param seconds that it took
 * @param properties numbers by name
 * @param cases at least one
 */
record JunitSuite(String name, String className, double seconds, Map<String, String> properties, List<Case> cases) {
    /** Name of the case that says whether a cell could be measured. */
    static final String MEASUREMENT = "measurement";

    /** How a case ended. */
    enum Outcome {
        PASSED,
        FAILURE,
        ERROR,
        SKIPPED
    }

    /**
     * One test case.
     *
     * @param name unique in its suite
     * @param type of a failure; empty for others
     * @param message why it did not pass; empty where it did
     */
    record Case(String name, Outcome outcome, String type, String message) {
        static Case passed(String name) {
            return new Case(name, Outcome.PASSED, "", "");
        }

        static Case skipped(String name, String why) {
            return new Case(name, Outcome.SKIPPED, "", why);
        }
    }

    /** The verdict of the whole run as a suite of one case: it passes exactly where the process exits with 0. */
    static JunitSuite ofRun(RunResult result) {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("verdict", result.verdict().key());
        properties.put("exitStatus", String.valueOf(status(result).code()));
        properties.put("seed", Long.toString(result.seed()));
        properties.put("version", result.tool().version());
        properties.put("commit", result.tool().commit());
        result.scenario().params().forEach((name, value) -> properties.put("params." + name, value.toString()));
        return new JunitSuite(
                result.scenario().id(), result.scenario().id(), 0, properties, List.of(verdictCase(result)));
    }

    private static ExitStatus status(RunResult result) {
        Integer status = result.exitStatus();
        return status == null
                ? result.exitStatus(ExitStatus.Strictness.LENIENT)
                : ExitStatus.ofCode(status).orElse(ExitStatus.INTERNAL);
    }

    private static Case verdictCase(RunResult result) {
        String name = "verdict";
        return switch (status(result)) {
            case HELD ->
                result.verdict() == Verdict.HELD ? Case.passed(name) : Case.skipped(name, result.verdictLine());
            case NOTHING_RAN -> Case.skipped(name, result.verdictLine());
            case FAILED, INCONCLUSIVE ->
                new Case(name, Outcome.FAILURE, result.verdict().key(), result.verdictLine());
            case VOID, USAGE, ENVIRONMENT, INTERNAL ->
                new Case(name, Outcome.ERROR, result.verdict().key(), result.verdictLine());
        };
    }

    /** The gates of a comparison, one case each. */
    static JunitSuite ofGates(RunResult result) {
        Map<String, String> properties = new LinkedHashMap<>();
        List<Case> cases = new ArrayList<>();
        for (Gate gate : result.gates()) {
            String name = gate.cell() + " " + gate.metric();
            properties.put(name + " verdict", gate.word());
            number(properties, name + " estimate", gate.estimate());
            number(properties, name + " low", gate.low());
            number(properties, name + " high", gate.high());
            number(properties, name + " p", gate.p());
            number(properties, name + " minimalDetectable", gate.minimalDetectable());
            cases.add(of(name, gate));
        }
        String id = result.scenario().id();
        return new JunitSuite(id + ".gates", id + ".gates", 0, properties, cases);
    }

    private static void number(Map<String, String> properties, String name, @Nullable Double value) {
        if (value != null) {
            properties.put(name, Double.toString(value));
        }
    }

    private static Case of(String name, Gate gate) {
        String message = gate.word() + ": " + gate.reason();
        return switch (gate.verdict()) {
            case HELD -> Case.passed(name);
            case FAILED -> new Case(name, Outcome.FAILURE, "regressed", message);
            case VOID -> new Case(name, Outcome.ERROR, "void", message);
            case SKIPPED, UNSUPPORTED, INCONCLUSIVE -> Case.skipped(name, message);
        };
    }

    /** A cell: whether it was measured, and everything that was judged in it. */
    static JunitSuite of(RunResult result, CellResult cell) {
        String place = cell.axes().entrySet().stream()
                .map(axis -> axis.getKey() + "=" + axis.getValue())
                .collect(Collectors.joining(","));
        String arm = result.scenario().id() + "." + cell.arm().label();
        return new JunitSuite(
                arm + (place.isEmpty() ? "" : " " + place),
                arm.replace(' ', '_') + (place.isEmpty() ? "" : "." + place),
                cell.seconds(),
                properties(cell),
                cases(cell));
    }

    private static Map<String, String> properties(CellResult cell) {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("verdict", cell.verdict().key());
        Measure.of(cell)
                .forEach(measure ->
                        properties.put(measure.kind().key() + (measure.kind().time() ? "_us" : ""), measure.number()));
        BaselineComparison compared = cell.baseline();
        if (compared != null) {
            properties.put("baseline", compared.baseline());
            compared.facts().forEach(fact -> properties.put("expected." + fact.name(), fact.expected()));
        }
        return properties;
    }

    private static List<Case> cases(CellResult cell) {
        List<Case> cases = new ArrayList<>();
        String reasons = String.join("; ", cell.reasons());
        switch (cell.verdict()) {
            case HELD, FAILED -> cases.add(Case.passed(MEASUREMENT));
            case VOID -> cases.add(new Case(MEASUREMENT, Outcome.ERROR, "void", reasons));
            case SKIPPED, UNSUPPORTED, INCONCLUSIVE ->
                cases.add(Case.skipped(MEASUREMENT, cell.verdict().key() + ": " + reasons));
        }
        if (cell.verdict() != Verdict.VOID) {
            judged(cell).forEach(expectation -> cases.add(of(expectation, cases.size())));
            BaselineComparison compared = cell.baseline();
            if (compared != null) {
                cases.add(of(compared));
            }
            unexplained(cell, cases);
        }
        return cases;
    }

    private static List<ExpectationResult> judged(CellResult cell) {
        return cell.expectations().stream()
                .filter(e -> e.kind() == ExpectationResult.Kind.REQUIRE || e.kind() == ExpectationResult.Kind.EXPECT)
                .toList();
    }

    /** Two expectations of one cell may have the same words: the number keeps the cases apart. */
    private static Case of(ExpectationResult expectation, int number) {
        String name = number + " " + expectation.expression();
        if (expectation.held() == null) {
            return Case.skipped(name, "not judged: " + expectation.says());
        }
        return expectation.held()
                ? Case.passed(name)
                : new Case(name, Outcome.FAILURE, expectation.kind().key(), expectation.says());
    }

    private static Case of(BaselineComparison compared) {
        String name = "counts as in the baseline";
        List<String> differences = compared.differences().stream()
                .map(BaselineComparison.Fact::text)
                .toList();
        return differences.isEmpty()
                ? Case.passed(name)
                : new Case(name, Outcome.FAILURE, "baseline", String.join("; ", differences));
    }

    /** A cell that failed for a reason that no expectation and no count tells must fail here, too. */
    private static void unexplained(CellResult cell, List<Case> cases) {
        boolean told = cases.stream().anyMatch(test -> test.outcome() == Outcome.FAILURE);
        if (cell.verdict() == Verdict.FAILED && !told) {
            cases.add(new Case("verdict", Outcome.FAILURE, "failed", String.join("; ", cell.reasons())));
        }
    }
}
