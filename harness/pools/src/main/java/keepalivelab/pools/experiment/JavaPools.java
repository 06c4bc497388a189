package keepalivelab.pools.experiment;

import com.google.auto.service.AutoService;
import keepalivelab.api.Arm;
import keepalivelab.api.Installation;
import keepalivelab.api.PoolFactory;
import keepalivelab.api.PoolFigures;
import keepalivelab.api.PoolLaboratory;
import keepalivelab.api.PoolTask;

/**
 * Does every {@link PoolExperiment} on every {@link PoolFactory}, in this process: the pools that arms of the embedded proxy
 * name by their variant.
 */
@AutoService(PoolLaboratory.class)
public final class JavaPools implements PoolLaboratory {
    /** The pool of an arm without a variant: the same that the embedded proxy takes then. */
    private static final String DEFAULT_POOL = "lifo";

    @Override
    public String driver() {
        return "embedded";
    }

    @Override
    public String armForm() {
        return "embedded:<pool>";
    }

    @Override
    public PoolFigures.Names names(PoolTask task) {
        PoolExperiment experiment = PoolExperiment.of(task.experiment());
        experiment.with(task.parameters());
        return experiment.names();
    }

    @Override
    public String semantics(Arm arm) {
        PoolFactory pool = pool(arm);
        return pool.id() + ": " + pool.semantics();
    }

    @Override
    public PoolFigures run(Arm arm, Installation installation, PoolTask task, long seed) {
        return PoolExperiment.of(task.experiment()).with(task.parameters()).run(pool(arm), seed);
    }

    private static PoolFactory pool(Arm arm) {
        return PoolFactory.of(arm.variant().orElse(DEFAULT_POOL));
    }
}
