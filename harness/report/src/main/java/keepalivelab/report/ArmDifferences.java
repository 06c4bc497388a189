package keepalivelab.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** In what the arms of one result differ, beside their names: versions that a label hides, and what became of each knob. */
final class ArmDifferences {
    private static final String OWN_DRIVER = "embedded";

    private ArmDifferences() {}

    /** One line for each version that no label tells, and for each knob that not all arms did alike. */
    static List<String> of(List<CellResult> cells) {
        List<String> lines = new ArrayList<>(versions(cells));
        Set<String> knobs = new TreeSet<>();
        cells.forEach(cell -> knobs.addAll(cell.knobs().keySet()));
        knobs.forEach(knob -> addKnob(knob, cells, lines));
        return lines;
    }

    /** A given label says nothing of the version behind it; the embedded proxy is always the harness's own. */
    private static Set<String> versions(List<CellResult> cells) {
        Set<String> lines = new LinkedHashSet<>();
        for (CellResult cell : cells) {
            MeasuredArm arm = cell.arm();
            boolean told = arm.version().isEmpty()
                    || arm.driver().equals(OWN_DRIVER)
                    || arm.label().contains("@" + arm.version());
            if (!told) {
                lines.add(arm.label() + " is " + arm.driver() + " " + arm.version());
            }
        }
        return lines;
    }

    private static void addKnob(String knob, List<CellResult> cells, List<String> lines) {
        Map<String, Set<String>> armsByWord = new LinkedHashMap<>();
        wordByArm(knob, cells)
                .forEach((arm, word) -> armsByWord
                        .computeIfAbsent(word, w -> new LinkedHashSet<>())
                        .add(arm));
        if (armsByWord.size() > 1) {
            List<String> parts = new ArrayList<>();
            armsByWord.forEach((word, arms) -> parts.add(word + " on " + String.join(", ", arms)));
            lines.add("knob " + knob + ": " + String.join("; ", parts));
        }
    }

    /** What each arm made of the knob: all words, where its cells differ. Cells that did not run have none. */
    private static Map<String, String> wordByArm(String knob, List<CellResult> cells) {
        Map<String, Set<String>> words = new LinkedHashMap<>();
        for (CellResult cell : cells) {
            String word = cell.knobs().get(knob);
            if (word != null) {
                words.computeIfAbsent(cell.arm().label(), arm -> new TreeSet<>())
                        .add(word);
            }
        }
        Map<String, String> byArm = new LinkedHashMap<>();
        words.forEach((arm, all) -> byArm.put(arm, String.join(" or ", all)));
        return byArm;
    }
}
