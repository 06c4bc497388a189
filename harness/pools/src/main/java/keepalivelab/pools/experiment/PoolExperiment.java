package keepalivelab.pools.experiment;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import keepalivelab.api.InputException;
import keepalivelab.api.NearestWord;
import keepalivelab.api.PoolFactory;

/**
 * Extension point: something done to a fresh pool, and the counts that come of it. Stateless; several runs may be under way
 * at once.
 */
public interface PoolExperiment {
    /** The word that selects it, e.g. {@code pool-order}. */
    String id();

    /** What it asks of a pool, as one question. */
    String question();

    /** Every parameter it has, by name, with the value that the published experiment used. */
    Map<String, String> defaults();

    /**
     * Runs it once on a new pool.
     *
     * @param pool the kind of pool
     * @param parameters values other than the defaults, by name
     * @param seed decides whatever the experiment leaves to chance; the order in which threads run is not among that
     * @throws InputException for a parameter that it has not, or a value out of range
     */
    PoolFigures run(PoolFactory pool, Map<String, String> parameters, long seed);

    /** Every experiment on the class path, by id. */
    static List<PoolExperiment> all() {
        return ServiceLoader.load(PoolExperiment.class).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(PoolExperiment::id))
                .toList();
    }

    /**
     * The experiment of that id.
     *
     * @throws InputException naming the nearest id
     */
    static PoolExperiment of(String id) {
        List<PoolExperiment> all = all();
        return all.stream()
                .filter(experiment -> experiment.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new InputException("unknown pool experiment '" + id + "'"
                        + NearestWord.hint(
                                id, all.stream().map(PoolExperiment::id).toList())));
    }
}
