package keepalivelab.app.command;

import java.util.List;
import keepalivelab.app.run.ArmBinding;
import keepalivelab.app.run.PoolArms;
import keepalivelab.app.scenario.Vocabulary;
import keepalivelab.backend.rule.Behaviours;
import keepalivelab.report.TableLayout;

/** The words that scenarios use and that other parts define, each checked by the part that defines it. */
public final class Words {
    private static final String PUBLISHED_FIGURE = "published_";

    private Words() {}

    /** The words that a scenario file may use. */
    public static Vocabulary ofScenarios() {
        return new Vocabulary(Behaviours::parseAll, Words::column, ArmBinding::checkWords, PoolArms::names);
    }

    private static void column(String id) {
        if (!id.startsWith(PUBLISHED_FIGURE)) {
            TableLayout.of(List.of(id), List.of(), List.of());
        }
    }
}
