package keepalivelab.load;

import java.time.Duration;

/**
 * A fact that a script awaited and that never came: the run is void. Immutable.
 *
 * @param fact which
 * @param lastValue the number when waiting ended
 * @param limit how long it was awaited
 */
public record MissedFact(LoadPlan.Fact fact, long lastValue, Duration limit) {}
