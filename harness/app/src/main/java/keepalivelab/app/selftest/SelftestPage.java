package keepalivelab.app.selftest;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import keepalivelab.app.run.TrialLog;
import keepalivelab.report.Environment;
import keepalivelab.report.FalseAlarms;
import keepalivelab.report.stats.Binomial;

/** What the checks of the gate came to, as Markdown, and whether that is good enough. Immutable. */
public final class SelftestPage {
    static final String FOUND = "found";

    private static final String REGRESSED = "REGRESSED";
    private static final double BOUND_ALPHA = 0.05;
    private static final double LEAST_FOUND = 0.9;

    private final List<Row> rows;

    private SelftestPage(List<Row> rows) {
        this.rows = rows;
    }

    private record Row(String check, String wanted, String found, String bound, Good good) {}

    private enum Good {
        YES("yes"),
        NO("NO"),
        NOT_RUN("not run");

        private final String word;

        Good(String word) {
            this.word = word;
        }

        static Good of(boolean good) {
            return good ? YES : NO;
        }
    }

    /** The page of a log. */
    public static SelftestPage of(TrialLog log) {
        List<Row> rows = new ArrayList<>();
        for (CountPlant plant : CountPlant.values()) {
            rows.add(planted(plant.what(), log.of(GateSelftest.check(plant)), FOUND, 1));
        }
        List<TrialLog.Entry> slower = log.of(GateSelftest.SLOWER).stream()
                .filter(e -> e.metric().endsWith(" p50") || e.metric().endsWith(" times"))
                .toList();
        rows.add(planted("service time 100 us longer, p50", slower, REGRESSED, LEAST_FOUND));
        rows.add(unplanted("equal arms", log.of(GateSelftest.EQUAL)));
        rows.add(unplanted("equal arms, every core burning", log.of(GateSelftest.BURNER)));
        rows.add(unplanted("equal arms, generator stands still 0.2 s in every second", log.of(GateSelftest.PAUSES)));
        return new SelftestPage(rows);
    }

    private static Row planted(String what, List<TrialLog.Entry> trials, String word, double least) {
        String wanted = least == 1 ? "found each time" : "found in 90% at least";
        if (trials.isEmpty()) {
            return new Row(what, wanted, "-", "-", Good.NOT_RUN);
        }
        long found = trials.stream().filter(e -> e.found().equals(word)).count();
        String bound = String.format(
                Locale.ROOT, "at least %.1f%%", 100 * Binomial.lowerBound(found, trials.size(), BOUND_ALPHA));
        return new Row(what, wanted, found + " of " + trials.size(), bound, Good.of(found >= least * trials.size()));
    }

    private static Row unplanted(String what, List<TrialLog.Entry> verdicts) {
        String wanted = "never regressed";
        if (verdicts.isEmpty()) {
            return new Row(what, wanted, "-", "-", Good.NOT_RUN);
        }
        List<TrialLog.Entry> reached =
                verdicts.stream().filter(e -> !e.found().equals("VOID")).toList();
        long regressed =
                reached.stream().filter(e -> e.found().equals(REGRESSED)).count();
        FalseAlarms alarms = new FalseAlarms(regressed, reached.size());
        String voids = verdicts.size() == reached.size() ? "" : ", and " + (verdicts.size() - reached.size()) + " void";
        String bound =
                reached.isEmpty() ? "-" : String.format(Locale.ROOT, "at most %.1f%%", 100 * alarms.upperBound());
        return new Row(
                what,
                wanted,
                regressed + " regressed of " + reached.size() + " verdicts" + voids,
                bound,
                Good.of(regressed == 0));
    }

    /** Whether no check that was made came out badly. */
    public boolean good() {
        return rows.stream().noneMatch(row -> row.good() == Good.NO);
    }

    /** The page. */
    public String markdown(Environment where) {
        StringBuilder text = new StringBuilder("# The gate, tested by what was planted\n\n");
        text.append("Made by `./run-scenario selftest gate`. ")
                .append(where.cores())
                .append(" cores (")
                .append(where.cpuModel())
                .append("), ")
                .append(where.kernel())
                .append(", ")
                .append(where.jdk())
                .append(".\n\n| planted | wanted | observed | bound of the rate (95%, exact) | good |\n")
                .append("| --- | --- | --- | --- | --- |\n");
        for (Row row : rows) {
            text.append("| ")
                    .append(String.join(" | ", row.check(), row.wanted(), row.found(), row.bound(), row.good().word))
                    .append(" |\n");
        }
        return text.toString();
    }
}
