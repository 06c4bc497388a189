package keepalivelab.app.scenario;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import keepalivelab.api.NearestWord;

/** The names of the figures that the cells of a scenario will have, where they are known before it runs. */
final class FigureNames {
    private static final String PREFIX = "figures.";
    private static final String PUBLISHED = "published_";

    private FigureNames() {}

    /** Of all these cells together; empty if one of them does not know, or there is none because the file is wrong. */
    static Optional<Set<String>> of(List<CellPlan> cells) {
        if (cells.isEmpty()) {
            return Optional.empty();
        }
        Set<String> all = new LinkedHashSet<>();
        for (CellPlan cell : cells) {
            Optional<Set<String>> names = cell.work().figureNames();
            if (names.isEmpty()) {
                return Optional.empty();
            }
            all.addAll(names.get());
        }
        return Optional.of(all);
    }

    /** Notes every {@code figures.<name>} among the columns and published figures that none of these cells will have. */
    static void check(Fields top, List<CellPlan> cells, Problems problems) {
        of(cells).ifPresent(names -> {
            for (YamlNode node : top.items("table")) {
                if (node instanceof YamlNode.Scalar column) {
                    check(column.text(), column.line(), names, problems);
                }
            }
            top.mapping("published").ifPresent(section -> {
                for (YamlNode cell : new Fields(section, "published", problems).items("cells")) {
                    if (cell instanceof YamlNode.Mapping mapping) {
                        mapping.entries().forEach((key, entry) -> check(key, entry.line(), names, problems));
                    }
                }
            });
        });
    }

    private static void check(String word, int line, Set<String> names, Problems problems) {
        String column = word.startsWith(PUBLISHED) ? word.substring(PUBLISHED.length()) : word;
        if (column.startsWith(PREFIX) && !names.contains(column.substring(PREFIX.length()))) {
            String name = column.substring(PREFIX.length());
            problems.add(line, "unknown figure '" + name + "'" + NearestWord.hint(name, names));
        }
    }
}
