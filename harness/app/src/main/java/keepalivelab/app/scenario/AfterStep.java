package keepalivelab.app.scenario;

import java.time.Duration;
import keepalivelab.load.LoadPlan;

/** Something that is noted at the backend once the last request has ended, while the proxy still runs. */
public sealed interface AfterStep {
    /** Name of the figure that it becomes. */
    String as();

    /** The longest it can take. */
    Duration longest();

    /**
     * Notes a number.
     *
     * @param delay time to let pass first, since the step before or since the last request ended; zero for none
     * @param what which number
     * @param as name of the figure, a whole number
     */
    record Mark(Duration delay, LoadPlan.Fact.What what, String as) implements AfterStep {
        @Override
        public Duration longest() {
            return delay;
        }
    }

    /**
     * Notes whether a fact becomes true in time.
     *
     * @param fact which
     * @param limit how long to wait for it
     * @param as name of the figure, true or false
     */
    record Await(LoadPlan.Fact fact, Duration limit, String as) implements AfterStep {
        @Override
        public Duration longest() {
            return limit;
        }
    }
}
