package keepalivelab.report;

import keepalivelab.report.stats.PairedTest.Limits;
import keepalivelab.report.stats.SignedRank;

/**
 * What a comparison allows. Times are ratios on the logarithmic scale, accepts a difference for every hundred requests.
 *
 * @param p50 limits of the median
 * @param p99 limits of the 99th percentile
 * @param accepts limits of the accepts of a cell whose counts depend on chance
 * @param mostDropped share of the window pairs that may be left out because the generator was late
 */
record GateRules(Limits p50, Limits p99, Limits accepts, double mostDropped) {
    /**
     * Measured on a shared two-core machine: with sixteen rounds these margins were passed by equal arms in less than one of
     * two thousand comparisons, and a median that was 10 % worse in 96 of a hundred.
     */
    static final GateRules STANDARD = new GateRules(ratios(0.03, 0.10), ratios(0.10, 0.35), new Limits(0.5, 2.0), 0.2);

    private static Limits ratios(double margin, double tolerance) {
        return new Limits(Math.log1p(margin), Math.log1p(tolerance));
    }

    /** The fewest rounds with which every gate of a comparison can say regressed. */
    static int fewestRounds(double alpha, int timeGates) {
        return SignedRank.fewestValues(alpha / Math.max(1, timeGates));
    }
}
