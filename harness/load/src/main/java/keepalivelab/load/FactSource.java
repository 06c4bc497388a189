package keepalivelab.load;

/** Where a script's {@link LoadPlan.Step.Await} reads the backend's numbers. Called on a generator's loop: must not block. */
@FunctionalInterface
public interface FactSource {
    /** A source for plans that await nothing; asking it is a defect of the caller. */
    FactSource NONE = what -> {
        throw new IllegalStateException("the plan awaits " + what + ", and no source of facts was given");
    };

    /** The number as it is now. Thread-safe. */
    long value(LoadPlan.Fact.What what);
}
