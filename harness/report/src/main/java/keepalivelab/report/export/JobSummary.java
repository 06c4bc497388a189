package keepalivelab.report.export;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import keepalivelab.api.EnvironmentException;
import keepalivelab.report.CellResult;
import keepalivelab.report.GateTable;
import keepalivelab.report.MarkdownTable;
import keepalivelab.report.RunResult;
import keepalivelab.report.StoredRun;
import keepalivelab.report.TableLayout;
import keepalivelab.report.Verdict;

/**
 * What a CI shows on the page of a job, as Markdown: the verdict, what is not held and why, the tables. A page above 1 MiB is
 * dropped whole by the CI, so a table that does not fit is left out and named.
 */
public final class JobSummary {
    /** Where GitHub and those that follow it say which file to append to. */
    public static final String VARIABLE = "GITHUB_STEP_SUMMARY";

    /** Bytes of a whole page, with some room for what other steps append. */
    private static final long MOST_BYTES = 1024L * 1024 - 64 * 1024;

    private static final int MOST_REASONS = 20;

    private JobSummary() {}

    static String text(StoredRun run) {
        return text(run.result(), TableLayout.standard(), MOST_BYTES);
    }

    /**
     * Appends the summary of a run to a page.
     *
     * @param layout columns of the table
     * @throws EnvironmentException where the file takes no more
     */
    public static void append(Path page, RunResult result, TableLayout layout) {
        try {
            long there = Files.exists(page) ? Files.size(page) : 0;
            String text = text(result, layout, MOST_BYTES - there);
            Files.writeString(page, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new EnvironmentException("cannot append to " + page + ", which " + VARIABLE + " names: " + e);
        }
    }

    /**
     * The summary.
     *
     * @param mostBytes that it may have in UTF-8; with no room for a table its place says so
     */
    static String text(RunResult result, TableLayout layout, long mostBytes) {
        StringBuilder text = new StringBuilder("### ");
        text.append(MarkdownTable.escaped(result.scenario().id() + ": " + result.verdictLine()))
                .append("\n\n");
        reasons(result)
                .forEach(reason ->
                        text.append("- ").append(MarkdownTable.escaped(reason)).append('\n'));
        text.append("\n`")
                .append(String.join(" ", result.tool().command()).replace('`', '\''))
                .append("`\n\n");
        List<String> tables = new ArrayList<>();
        GateTable.of(result).ifPresent(gate -> tables.add(MarkdownTable.render(gate)));
        tables.add(MarkdownTable.render(layout.model(result)));
        layout.seriesTables(result).forEach(series -> tables.add(MarkdownTable.render(series)));
        for (String table : tables) {
            boolean fits = bytes(text) + bytes(table) + 200 <= mostBytes;
            text.append(
                    fits
                            ? table
                            : "A table of " + bytes(table) + " bytes has no room on this page; it is in table.md.\n");
            text.append('\n');
        }
        return text.toString();
    }

    private static long bytes(CharSequence text) {
        return text.toString().getBytes(StandardCharsets.UTF_8).length;
    }

    private static List<String> reasons(RunResult result) {
        List<String> reasons = new ArrayList<>();
        for (CellResult cell : result.cells()) {
            if (cell.verdict() != Verdict.HELD) {
                reasons.add(cell.arm().label() + " " + Measure.place(cell) + ": "
                        + cell.verdict().key() + ": " + String.join("; ", cell.reasons()));
            }
        }
        if (reasons.size() <= MOST_REASONS) {
            return reasons;
        }
        int more = reasons.size() - MOST_REASONS;
        List<String> first = new ArrayList<>(reasons.subList(0, MOST_REASONS));
        first.add("and " + more + " more cells");
        return first;
    }
}
