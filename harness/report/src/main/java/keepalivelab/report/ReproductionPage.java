package keepalivelab.report;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One page about all experiments: published, ours, and whether the mechanism is the same. Generated only, from results.
 *
 * <p>Every published figure has a row; a cell for which nothing is published has one without. Times of another machine are
 * shown and never compared.
 */
public final class ReproductionPage {
    private static final String HEADER = """
            | experiment | cell | arm | published | ours | same mechanism |
            |---|---|---|---|---|---|
            """;

    private ReproductionPage() {}

    /**
     * One experiment on the page.
     *
     * @param experiment as the source calls it, e.g. {@code A2}
     * @param question what it answers
     * @param result its run; a partial one is shown with what there is
     */
    public record Entry(String experiment, String question, RunResult result) {
        public Entry {
            Objects.requireNonNull(experiment, "experiment");
            Objects.requireNonNull(question, "question");
            Objects.requireNonNull(result, "result");
        }
    }

    /**
     * The page as Markdown.
     *
     * @param entries in the order of the page, at least one
     */
    public static String markdown(List<Entry> entries) {
        RunResult first = entries.get(0).result();
        StringBuilder page = new StringBuilder("# The published experiments, run again\n\n");
        page.append("Made by `run-scenario reproduce` (version ")
                .append(first.tool().version())
                .append(", commit ")
                .append(first.tool().commit())
                .append(") on ")
                .append(first.startedAt().toString(), 0, 10)
                .append("; not edited by hand.\n\n");
        page.append("Machine: ")
                .append(first.environment().cpuModel())
                .append(", ")
                .append(first.environment().cores())
                .append(" cores, ")
                .append(first.environment().kernel())
                .append(", Java ")
                .append(first.environment().jdk())
                .append(". Arms: ")
                .append(String.join(", ", arms(entries)))
                .append(". Measured phases of all cells together: ")
                .append(minutes(entries))
                .append(".\n\nCounts are compared; times of the published machine are shown and never compared.\n");
        entries.forEach(entry -> section(page, entry));
        return page.toString();
    }

    private static void section(StringBuilder page, Entry entry) {
        page.append("\n## ")
                .append(entry.experiment())
                .append(' ')
                .append(entry.result().scenario().id());
        page.append("\n\n").append(entry.question());
        page.append(entry.result().partial() ? " (partial: cells are missing)" : "")
                .append("\n\n")
                .append(HEADER);
        for (CellResult cell : entry.result().cells()) {
            rows(page, entry.experiment(), cell);
        }
        List<String> notes = reasons(entry.result());
        if (!notes.isEmpty()) {
            page.append('\n');
            notes.forEach(note -> page.append("* ").append(escaped(note)).append('\n'));
        }
    }

    private static void rows(StringBuilder page, String experiment, CellResult cell) {
        Published published = cell.published();
        if (published == null) {
            row(page, experiment, cell, "no figure", ownFigures(cell));
            return;
        }
        for (Map.Entry<String, Object> figure : published.figures().entrySet()) {
            TableColumn column = TableColumns.published(figure.getKey());
            String theirs = column.header().replaceFirst("published ", "") + " "
                    + column.value().apply(cell).text();
            row(page, experiment, cell, theirs, ours(cell, figure.getKey()));
        }
    }

    private static void row(StringBuilder page, String experiment, CellResult cell, String published, String ours) {
        String axes = cell.axes().entrySet().stream()
                .map(axis -> axis.getKey() + "=" + axis.getValue())
                .collect(Collectors.joining(" "));
        page.append("| ").append(experiment).append(" | ").append(escaped(axes.isEmpty() ? "-" : axes));
        page.append(" | ").append(escaped(cell.arm().label())).append(" | ").append(escaped(published));
        page.append(" | ")
                .append(escaped(ours))
                .append(" | ")
                .append(escaped(mechanism(cell)))
                .append(" |\n");
    }

    private static String ours(CellResult cell, String figure) {
        Optional<TableColumn> column =
                TableColumns.isFigure(figure) ? Optional.of(TableColumns.figure(figure)) : TableColumns.fixed(figure);
        return column.map(c -> c.value().apply(cell).text()).orElse("-");
    }

    /** What stands for a cell for which nothing was published. */
    private static String ownFigures(CellResult cell) {
        if (cell.backend() != null && cell.figures().isEmpty()) {
            return "accepts " + cell.backend().accepts();
        }
        return cell.figures().entrySet().stream()
                .limit(4)
                .map(figure -> figure.getKey() + " " + figure.getValue())
                .collect(Collectors.joining(", "));
    }

    private static String mechanism(CellResult cell) {
        if (!cell.verdict().measured()) {
            return cell.verdict().key();
        }
        String mechanism = Mechanism.of(cell);
        return switch (cell.verdict()) {
            case HELD, INCONCLUSIVE -> mechanism.isEmpty() ? "held" : yesOrNo(mechanism);
            default -> cell.verdict().key();
        };
    }

    private static String yesOrNo(String mechanism) {
        return mechanism.equals("agrees") ? "yes" : mechanism;
    }

    private static List<String> reasons(RunResult result) {
        Set<String> reasons = new LinkedHashSet<>();
        for (CellResult cell : result.cells()) {
            cell.reasons().forEach(reason -> reasons.add(cell.verdict().key() + ": " + reason));
        }
        return new ArrayList<>(reasons);
    }

    private static Set<String> arms(List<Entry> entries) {
        Set<String> arms = new LinkedHashSet<>();
        entries.forEach(entry ->
                entry.result().cells().forEach(cell -> arms.add(cell.arm().label())));
        return arms;
    }

    /** The measured phases alone: a run that was interrupted and went on later has a pause between its start and its end. */
    private static String minutes(List<Entry> entries) {
        double seconds = entries.stream()
                .flatMap(entry -> entry.result().cells().stream())
                .mapToDouble(CellResult::seconds)
                .sum();
        return String.format(Locale.ROOT, "%.1f minutes", seconds / 60);
    }

    private static String escaped(String text) {
        return PlainLine.of(text).replace("|", "\\|").replace("<", "&lt;");
    }
}
