package keepalivelab.app.reference;

import java.util.List;
import keepalivelab.app.scenario.Section;

/** Every key of a scenario file. */
final class ScenarioKeysPage {
    private ScenarioKeysPage() {}

    static String text() {
        Markdown page = Markdown.page("Keys of a scenario file")
                .paragraph(
                        "Any other key is refused, with its line and the nearest valid word. What the sections mean stands"
                                + " in [the format of scenario files](../scenario-format.md).")
                .paragraph(
                        "A *duration* has a unit: `us`, `ms`, `s`, `m` or `h`. A *gap* is a duration, `none`, or a mapping"
                                + " that draws or sweeps it. A *fact* is a number of the backend, `==`, `>=` or `<=`, and a value. The"
                                + " numbers of the backend are "
                                + Markdown.codes(Section.facts().toArray(String[]::new)) + ".");
        for (Section section : Section.values()) {
            page.heading(section.where())
                    .table(
                            List.of("key", "value", "without it", "meaning"),
                            section.keys().stream().map(ScenarioKeysPage::row).toList());
        }
        return page.toString();
    }

    private static List<String> row(Section.Key key) {
        return List.of(Markdown.code(key.name()), key.value(), key.absent(), key.meaning());
    }
}
