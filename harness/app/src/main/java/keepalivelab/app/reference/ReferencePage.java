package keepalivelab.app.reference;

import java.util.List;
import keepalivelab.api.ProxyDriver;
import picocli.CommandLine.Model.CommandSpec;

/**
 * One page of {@code docs/reference}.
 *
 * @param file its name
 * @param text Markdown
 */
public record ReferencePage(String file, String text) {
    /** What makes the committed pages again. */
    public static final String REFRESH = "docs/reference/refresh";

    /**
     * Every page. The same on every machine: it tells of proxies that have a recipe, not of those that are here.
     *
     * @param root of the command line
     * @param drivers those to tell of
     */
    public static List<ReferencePage> all(CommandSpec root, List<ProxyDriver> drivers) {
        ProxySubjects subjects = ProxySubjects.of(drivers);
        return List.of(
                new ReferencePage("scenario-keys.md", ScenarioKeysPage.text()),
                new ReferencePage("behaviours.md", BehavioursPage.text()),
                new ReferencePage("pools.md", PoolsPage.text()),
                new ReferencePage("knobs.md", KnobsPage.text(subjects)),
                new ReferencePage("proxies.md", ProxiesPage.text(subjects)),
                new ReferencePage("result-columns.md", ResultColumnsPage.text()),
                new ReferencePage("exit-statuses.md", ExitStatusesPage.text()),
                new ReferencePage("command-line.md", CommandLinePage.text(root)));
    }
}
