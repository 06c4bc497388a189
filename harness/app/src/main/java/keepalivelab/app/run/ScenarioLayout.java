package keepalivelab.app.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import keepalivelab.app.scenario.PublishedCell;
import keepalivelab.app.scenario.Scenario;
import keepalivelab.report.TableLayout;

/** The columns that a scenario chooses for its table. */
public final class ScenarioLayout {
    private ScenarioLayout() {}

    /**
     * The layout.
     *
     * @param arms of the run: with more than one, the table says which is which, whatever the scenario chose
     */
    public static TableLayout of(Scenario scenario, int arms) {
        Map<String, Object> figures = new LinkedHashMap<>();
        for (PublishedCell cell : scenario.claims().published().cells()) {
            figures.putAll(cell.figures());
        }
        List<String> columns = new ArrayList<>(scenario.claims().table());
        if (!columns.isEmpty() && arms > 1 && !columns.contains("arm")) {
            columns.add(0, "arm");
        }
        return TableLayout.of(columns, scenario.axes().keySet(), figures.keySet());
    }
}
