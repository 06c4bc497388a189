package keepalivelab.load;

/**
 * Carries out what a script does to the backend and the proxy. Called on a thread of its own, one action after the other;
 * may block.
 */
@FunctionalInterface
public interface Stage {
    /** A stage for plans without actions; asking it is a defect of the caller. */
    Stage NONE = action -> {
        throw new IllegalStateException("the plan does " + action + ", and no stage was given");
    };

    /**
     * Does it and returns when it is done.
     *
     * @return whether it could be done; if not, the script ends here, and whoever gave the stage knows why
     */
    boolean perform(LoadPlan.Action action);
}
