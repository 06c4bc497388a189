package keepalivelab.pools.experiment;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import keepalivelab.api.InputException;
import keepalivelab.api.NearestWord;
import keepalivelab.api.PoolFactory;
import keepalivelab.api.PoolFigures;

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

    /** What it counts, in the order in which a table shows it. */
    PoolFigures.Names names();

    /**
     * This experiment with parameters, all of them checked.
     *
     * @param parameters values other than the defaults, by name
     * @throws InputException for a parameter that it has not, or a value out of range
     */
    Trial with(Map<String, String> parameters);

    /** An experiment that is ready to be done, as often as one likes. */
    @FunctionalInterface
    interface Trial {
        /**
         * Runs it once on a new pool.
         *
         * @param pool the kind of pool
         * @param seed decides whatever the experiment leaves to chance; the order in which threads run is not among that
         */
        PoolFigures run(PoolFactory pool, long seed);
    }

    /**
     * Runs it once on a new pool.
     *
     * @throws InputException as {@link #with}
     */
    default PoolFigures run(PoolFactory pool, Map<String, String> parameters, long seed) {
        return with(parameters).run(pool, seed);
    }

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
