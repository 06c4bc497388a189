package keepalivelab.api;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Extension point: does pool experiments, without any proxy or socket, on the pools that the arms of one driver name. Found
 * through {@link ServiceLoader}, so pools outside this process (a program around another language's pool) can run the same
 * scenarios: one class that starts the program and reads its counts. Stateless and thread-safe.
 */
public interface PoolLaboratory {
    /** Id of the driver whose arms it serves, e.g. {@code embedded}. */
    String driver();

    /** How such an arm is written, for messages, e.g. {@code embedded:<pool>}. */
    String armForm();

    /**
     * The names of what a task counts.
     *
     * @throws InputException for an experiment or parameter that it does not know, or a value out of range
     */
    PoolFigures.Names names(PoolTask task);

    /**
     * One sentence on the pool of that arm: what it is.
     *
     * @throws InputException if there is no such pool
     */
    String semantics(Arm arm);

    /**
     * Does a task once, on a fresh pool.
     *
     * @param arm names the pool
     * @param installation what the arm's driver found for it
     * @param seed decides whatever the experiment leaves to chance; the order in which threads run is not among that
     * @throws InputException as {@link #names} and {@link #semantics}
     * @throws ProxyFailedException if a program outside this process failed
     */
    PoolFigures run(Arm arm, Installation installation, PoolTask task, long seed) throws ProxyFailedException;

    /** Every laboratory on the class path, by driver. */
    static List<PoolLaboratory> all() {
        return ServiceLoader.load(PoolLaboratory.class).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(PoolLaboratory::driver))
                .toList();
    }

    /** The laboratory for the arms of that driver; empty if pool experiments cannot be done there. */
    static Optional<PoolLaboratory> of(String driver) {
        return all().stream().filter(lab -> lab.driver().equals(driver)).findFirst();
    }
}
