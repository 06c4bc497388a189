package keepalivelab.report.page;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import keepalivelab.report.ProxyLog;
import keepalivelab.report.Verdict;
import keepalivelab.report.chart.Markup;

/** What each arm's proxy was told, natively, and what it logged where something is to be explained. */
final class ProxyFiles {
    private static final int MOST_CONFIG_LINES = 400;
    private static final int LOG_LINES = 25;
    private static final int MOST_LOGS = 8;

    private final List<ShownCell> cells;

    ProxyFiles(List<ShownCell> cells) {
        this.cells = cells;
    }

    void write(Markup page, String of) {
        Map<String, List<ShownCell>> byArm = new LinkedHashMap<>();
        cells.forEach(shown -> byArm.computeIfAbsent(shown.cell().arm().label(), a -> new ArrayList<>())
                .add(shown));
        byArm.forEach((arm, shown) -> configuration(page, arm + of, shown));
        logs(page, of);
    }

    private static void configuration(Markup page, String arm, List<ShownCell> shown) {
        Optional<ShownCell> first = shown.stream()
                .filter(cell -> cell.files().configurations().stream()
                        .anyMatch(name -> cell.files().text(name).isPresent()))
                .findFirst();
        if (first.isEmpty()) {
            return;
        }
        ShownCell cell = first.get();
        page.open("details").element("summary", "Native configuration: " + arm);
        for (String name : cell.files().configurations()) {
            String text = cell.files().text(name).orElse("");
            page.element(
                    "p",
                    name.replaceFirst("^config ", "") + (cell.place().isEmpty() ? "" : " of cell " + cell.place()));
            pre(page, name + ", " + arm, text.lines().limit(MOST_CONFIG_LINES).collect(Collectors.joining("\n")));
            others(page, shown, cell, name, text);
        }
        page.close().newline();
    }

    /** The lines in which the other cells' files differ, so that each file is on the page without being there n times. */
    private static void others(Markup page, List<ShownCell> shown, ShownCell first, String name, String text) {
        Set<String> known = lines(text);
        page.open("ul");
        for (ShownCell other : shown) {
            Optional<String> its = other.files().text(name);
            if (!other.equals(first) && its.isPresent()) {
                List<String> different = its.get()
                        .lines()
                        .filter(line -> !known.contains(withoutPorts(line)))
                        .map(String::strip)
                        .toList();
                page.open("li").text(other.place() + ": ");
                if (different.isEmpty()) {
                    page.text("the same but for ports");
                }
                different.forEach(line -> page.element("code", line).text(" "));
                page.close();
            }
        }
        page.close();
    }

    private static Set<String> lines(String text) {
        return text.lines().map(ProxyFiles::withoutPorts).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Ports are drawn for each cell and paths are temporary: neither is a difference of the configuration. */
    private static String withoutPorts(String line) {
        return line.replaceAll(":\\d{4,5}\\b", ":port")
                .replaceAll("/tmp/\\S+", "/tmp/")
                .strip();
    }

    private void logs(Markup page, String of) {
        List<ShownCell> telling = cells.stream()
                .filter(ProxyFiles::hasSomethingToTell)
                .limit(MOST_LOGS)
                .toList();
        for (ShownCell shown : telling) {
            for (Path log : shown.files().logs()) {
                List<String> lines = CellFiles.textOf(log).orElse("").lines().toList();
                if (!lines.isEmpty()) {
                    String what = "End of " + log.getFileName() + ": " + shown.name() + of;
                    page.open("details").element("summary", what);
                    List<String> end = lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size());
                    pre(page, what, String.join("\n", end));
                    page.close().newline();
                }
            }
        }
    }

    private static boolean hasSomethingToTell(ShownCell shown) {
        ProxyLog log = shown.cell().proxyLog();
        boolean alarming =
                log != null && (!log.alerts().isEmpty() || (log.earlyCloses() != null && log.earlyCloses() > 0));
        return alarming || shown.cell().verdict() != Verdict.HELD;
    }

    private static void pre(Markup page, String label, String text) {
        page.open("pre", "tabindex", "0", "aria-label", label).lines(text).close();
    }
}
