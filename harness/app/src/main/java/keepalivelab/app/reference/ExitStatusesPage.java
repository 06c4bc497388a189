package keepalivelab.app.reference;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import keepalivelab.app.run.Interruption;
import keepalivelab.report.ExitStatus;
import keepalivelab.report.Verdict;

/** Every exit status. */
final class ExitStatusesPage {
    private ExitStatusesPage() {}

    static String text() {
        return Markdown.page("Exit statuses")
                .table(List.of("status", "meaning"), statuses())
                .paragraph("Where several apply, the first of these wins: "
                        + ExitStatus.precedence().stream()
                                .map(status -> Integer.toString(status.code()))
                                .collect(Collectors.joining(", "))
                        + ".")
                .heading("Verdicts")
                .paragraph("A cell has one of these verdicts; a run has the worst of its cells that were measured.")
                .table(List.of("verdict", "status"), verdicts())
                .toString();
    }

    private static List<List<String>> statuses() {
        List<List<String>> rows = new ArrayList<>();
        Arrays.stream(ExitStatus.values())
                .forEach(status -> rows.add(List.of(Integer.toString(status.code()), status.meaning())));
        rows.add(List.of(
                Integer.toString(Interruption.EXIT_STATUS),
                "interrupted (Ctrl-C); what was finished is kept and readable"));
        return rows;
    }

    private static List<List<String>> verdicts() {
        return Arrays.stream(Verdict.values())
                .map(verdict -> List.of(Markdown.code(verdict.key()), status(verdict)))
                .toList();
    }

    private static String status(Verdict verdict) {
        int lenient =
                ExitStatus.of(List.of(verdict), ExitStatus.Strictness.LENIENT).code();
        int strict =
                ExitStatus.of(List.of(verdict), ExitStatus.Strictness.STRICT).code();
        return lenient == strict ? Integer.toString(lenient) : lenient + ", with `--strict` " + strict;
    }
}
