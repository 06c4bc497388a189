package keepalivelab.report;

import java.util.Locale;
import keepalivelab.report.stats.Binomial;

/**
 * How often a gate said regressed of arms that are equal.
 *
 * @param alarms verdicts that said so
 * @param verdicts all that were reached, void ones not counted
 */
public record FalseAlarms(long alarms, long verdicts) {
    private static final double BOUND_ALPHA = 0.05;
    private static final double TOO_MANY = 0.01;

    public FalseAlarms {
        if (alarms < 0 || verdicts < alarms) {
            throw new IllegalArgumentException(alarms + " alarms in " + verdicts + " verdicts");
        }
    }

    /** The upper bound of the rate, 95 %, after Clopper and Pearson. */
    public double upperBound() {
        return Binomial.upperBound(alarms, verdicts, BOUND_ALPHA);
    }

    /** Whether a gate whose true rate is alpha would raise so many in less than one of a hundred such checks. */
    public boolean moreThan(double alpha) {
        return alarms > 0 && Binomial.atLeast(alarms, verdicts, alpha) <= TOO_MANY;
    }

    /** One line. */
    public String text() {
        if (verdicts == 0) {
            return "no verdict was reached";
        }
        return String.format(
                Locale.ROOT,
                "false alarms: %d of %d verdicts (%.2f%%); the rate is at most %.2f%% (95%%, exact)",
                alarms,
                verdicts,
                100.0 * alarms / verdicts,
                100 * upperBound());
    }
}
