package keepalivelab.load;

/**
 * Carries out one job, once. It never retries and never hides a close. {@link #cancel} and {@link #sent} are thread-safe;
 * {@link #run} blocks its caller.
 */
public final class LoadGenerator {
    private final LoadJob job;
    private final FactSource facts;
    private final int loops;

    /** A generator with one loop, for a plan that awaits nothing. */
    public LoadGenerator(LoadJob job) {
        this(job, FactSource.NONE, 1);
    }

    /**
     * @param job what to do
     * @param facts where a script's awaited facts are read
     * @param loops threads that send, at least 1; one per core that neither proxy nor backend needs
     */
    public LoadGenerator(LoadJob job, FactSource facts, int loops) {
        if (loops < 1) {
            throw new IllegalArgumentException("loops " + loops + " is below 1");
        }
        this.job = job;
        this.facts = facts;
        this.loops = loops;
    }

    /**
     * Sends every request of the plan and waits for every outcome, or until {@link #cancel}.
     *
     * @throws IllegalStateException if the generator itself is broken: a loop failed or the accounting does not balance
     * @throws keepalivelab.api.EnvironmentException if the machine is out of file descriptors or local ports
     */
    public LoadResult run() {
        return java.util.Optional.<LoadResult>empty()
                .orElseThrow(() -> new IllegalStateException("no loop yet for " + job + facts + loops));
    }

    /** Stops sending at once: what was not taken up is never sent, what has no outcome is in flight at the end. */
    public void cancel() {}

    /** Requests taken up so far. */
    public int sent() {
        return 0;
    }
}
