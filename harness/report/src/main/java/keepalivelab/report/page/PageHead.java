package keepalivelab.report.page;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import keepalivelab.report.CellResult;
import keepalivelab.report.ExitStatus;
import keepalivelab.report.ExpectationResult;
import keepalivelab.report.Gate;
import keepalivelab.report.RunResult;
import keepalivelab.report.StoredRun;
import keepalivelab.report.Verdict;
import keepalivelab.report.chart.Markup;

/** The top of the page: the verdict of each run, why, and what a reader must know before any figure. */
final class PageHead {
    private static final int MOST_REASONS = 12;
    private static final int CELLS_NAMED = 3;

    private final List<ReportedRun> runs;

    PageHead(List<ReportedRun> runs) {
        this.runs = runs;
    }

    void write(Markup page) {
        page.open("header");
        if (runs.size() == 1) {
            RunResult result = runs.get(0).stored().result();
            page.element("h1", result.scenario().title());
            one(page, runs.get(0));
        } else {
            page.element("h1", runs.size() + " runs");
            verdict(page, worst(runs), "over all runs of this page.");
            for (int i = 0; i < runs.size(); i++) {
                page.open("section", "class", "run");
                StoredRun stored = runs.get(i).stored();
                page.element(
                        "h2",
                        ReportPage.letter(i) + ": " + stored.result().scenario().id() + ", " + stored.name());
                one(page, runs.get(i));
                page.close();
            }
        }
        page.close().newline();
    }

    static Verdict worst(List<ReportedRun> runs) {
        return ExitStatus.verdictOf(
                runs.stream().map(run -> run.stored().result().verdict()).toList());
    }

    private static void one(Markup page, ReportedRun run) {
        RunResult result = run.stored().result();
        verdict(page, result.verdict(), summary(result));
        warnings(page, run);
        List<String> reasons = reasons(result);
        if (!reasons.isEmpty()) {
            page.open("ul", "class", "reasons");
            reasons.stream().limit(MOST_REASONS).forEach(reason -> page.element("li", reason));
            int more = reasons.size() - MOST_REASONS;
            if (more > 0) {
                page.element("li", "and " + more + " more; all stand with their cells below");
            }
            page.close();
        }
        page.element(
                "p",
                "Scenario " + result.scenario().id() + ", run " + run.stored().name() + ", seed " + result.seed()
                        + ", started " + result.startedAt().toString().replaceFirst("\\.\\d+Z$", "Z") + ", arms "
                        + String.join(", ", arms(result)) + ".",
                "class",
                "soft");
    }

    private static void verdict(Markup page, Verdict verdict, String why) {
        page.open("p", "class", "verdict");
        page.element("strong", mark(verdict) + " " + verdict.key(), "class", "badge " + verdict.key());
        page.text(" " + why).close();
    }

    /** A sign beside the word, so that neither colour nor language is the only carrier. */
    private static String mark(Verdict verdict) {
        return switch (verdict) {
            case HELD -> "✓";
            case FAILED, VOID -> "✗";
            case INCONCLUSIVE -> "?";
            case SKIPPED, UNSUPPORTED -> "–";
        };
    }

    private static String summary(RunResult result) {
        Map<Verdict, Long> counts = result.cells().stream()
                .collect(Collectors.groupingBy(
                        CellResult::verdict, () -> new EnumMap<>(Verdict.class), Collectors.counting()));
        List<String> parts = new ArrayList<>();
        counts.forEach((verdict, count) -> parts.add(count + " " + verdict.key()));
        String cells = result.cells().isEmpty()
                ? "No cell was finished"
                : result.cells().size()
                        + (result.cells().size() == 1 ? " cell: " : " cells: ")
                        + String.join(", ", parts);
        long judged = expectations(result).count();
        long held = expectations(result)
                .filter(expectation -> Boolean.TRUE.equals(expectation.held()))
                .count();
        String expectations = judged == 0 ? "" : "; " + held + " of " + judged + " judged expectations held";
        return cells + expectations + gates(result) + ".";
    }

    /** Those that were judged: what a scenario asks for other cells only, or what could not be evaluated, is not among them. */
    private static Stream<ExpectationResult> expectations(RunResult result) {
        return result.cells().stream()
                .flatMap(cell -> cell.expectations().stream())
                .filter(expectation -> expectation.kind() == ExpectationResult.Kind.REQUIRE
                        || expectation.kind() == ExpectationResult.Kind.EXPECT)
                .filter(expectation -> expectation.held() != null);
    }

    private static String gates(RunResult result) {
        if (result.gates().isEmpty()) {
            return "";
        }
        Map<String, Long> words = result.gates().stream()
                .collect(Collectors.groupingBy(Gate::word, LinkedHashMap::new, Collectors.counting()));
        return "; gates: "
                + words.entrySet().stream()
                        .map(entry -> entry.getValue() + " " + entry.getKey())
                        .collect(Collectors.joining(", "));
    }

    private static void warnings(Markup page, ReportedRun run) {
        List<String> warnings = warnings(run);
        if (!warnings.isEmpty()) {
            page.open("ul", "class", "warnings", "aria-label", "Warnings");
            warnings.forEach(warning -> page.element("li", warning));
            page.close();
        }
    }

    /** What limits all that follows. */
    private static List<String> warnings(ReportedRun run) {
        RunResult result = run.stored().result();
        List<String> warnings = new ArrayList<>();
        if (result.verdict() == Verdict.VOID) {
            warnings.add(
                    "This run is void: its numbers cannot be trusted. Cells that are void are marked and not drawn.");
        }
        if (result.partial()) {
            warnings.add("This run is partial: it was cut short, and cells are missing. Shown is what there is.");
        }
        if (!result.schemaVersion().equals(RunResult.SCHEMA_VERSION)) {
            warnings.add("Written in form " + result.schemaVersion() + " of the result, and this report knows form "
                    + RunResult.SCHEMA_VERSION + ": what only one of them holds is missing here.");
        }
        Stream.of(run.stored().problems(), run.stored().missingFiles())
                .flatMap(List::stream)
                .map(line -> withoutPlace(line, run.stored()))
                .forEach(warnings::add);
        warnings.addAll(run.remarks());
        return warnings;
    }

    /** Where the run lay when the page was made is nobody's business who gets the page. */
    private static String withoutPlace(String line, StoredRun run) {
        return line.replace(run.folder().toString(), run.name());
    }

    /** Why cells and gates are not held, the same reason once with its cells. */
    private static List<String> reasons(RunResult result) {
        Map<String, List<String>> cellsOf = new LinkedHashMap<>();
        for (CellResult cell : result.cells()) {
            String name = (cell.arm().label() + " " + ShownCell.place(cell.axes())).strip();
            for (String reason : cell.reasons()) {
                cellsOf.computeIfAbsent(cell.verdict().key() + ": " + reason, r -> new ArrayList<>())
                        .add(name);
            }
        }
        List<String> reasons = new ArrayList<>();
        result.gates().stream()
                .filter(gate -> gate.verdict() != Verdict.HELD)
                .forEach(gate ->
                        reasons.add(gate.word() + ": " + gate.metric() + ", " + gate.cell() + ": " + gate.reason()));
        cellsOf.forEach((reason, cells) -> reasons.add(reason + " [" + named(cells) + "]"));
        return reasons;
    }

    private static String named(List<String> cells) {
        int more = cells.size() - CELLS_NAMED;
        return cells.stream().limit(CELLS_NAMED).collect(Collectors.joining("; "))
                + (more > 0 ? "; and " + more + " more" : "");
    }

    private static List<String> arms(RunResult result) {
        return result.cells().stream()
                .map(cell -> cell.arm().label())
                .distinct()
                .toList();
    }
}
