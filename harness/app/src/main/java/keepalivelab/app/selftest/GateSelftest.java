package keepalivelab.app.selftest;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import keepalivelab.app.run.ComparisonOrder;
import keepalivelab.app.run.ComparisonTrial;
import keepalivelab.app.run.Interruption;
import keepalivelab.app.run.RunOutput;
import keepalivelab.app.run.TrialLog;
import keepalivelab.report.RunResult;

/**
 * Every check of the gate, trial by trial; a trial that stands in the log is not made again. Confined to one thread.
 *
 * <p>Counts: each defect, planted many times, must be found each time with the right reason. Times: a service time that is
 * 100 µs longer must be found nearly always. Equal arms, a busy machine and a generator that stands still must never look
 * like a regression.
 */
public final class GateSelftest {
    /** Name of the check of a longer service time. */
    static final String SLOWER = "times-100us";

    /** Name of the check of equal arms. */
    static final String EQUAL = "equal-arms";

    /** Name of the check of equal arms on a busy machine. */
    static final String BURNER = "cpu-burner";

    /** Name of the check of equal arms and a generator that stands still. */
    static final String PAUSES = "paused-generator";

    private static final List<String> PLANTED_DELAY = List.of("delay(100us)");

    private final Plan plan;
    private final TrialLog log;
    private final Function<List<String>, Typed> gate;
    private final Environs environs;

    /**
     * What a command line gave.
     *
     * @param status it exited with
     * @param out what it printed
     */
    public record Typed(int status, String out) {}

    /**
     * How much is done.
     *
     * @param counts trials of each planted defect of counts
     * @param slower comparisons with a longer service time
     * @param equal comparisons of equal arms
     * @param disturbed comparisons of equal arms under each disturbance
     */
    public record Plan(int counts, int slower, int equal, int disturbed) {
        /** Everything that the gate's promises rest on; some two hours. */
        public static final Plan FULL = new Plan(30, 20, 25, 3);

        /** Whether anything is found at all; some ten minutes. */
        public static final Plan SHORT = new Plan(2, 2, 2, 1);
    }

    /**
     * Where comparisons run.
     *
     * @param order seed → comparison of an arm with itself
     * @param runs folder of their results
     * @param output where progress is said
     * @param interruption that ends it
     */
    public record Environs(
            LongFunction<ComparisonOrder> order, Path runs, RunOutput output, Interruption interruption) {}

    public GateSelftest(Plan plan, TrialLog log, Function<List<String>, Typed> gate, Environs environs) {
        this.plan = plan;
        this.log = log;
        this.gate = gate;
        this.environs = environs;
    }

    /** Makes what is missing, until all is there or it is interrupted. */
    public void run() {
        for (int trial = 0; trial < plan.counts(); trial++) {
            for (CountPlant plant : CountPlant.values()) {
                counts(plant, trial);
            }
        }
        compared(SLOWER, plan.slower(), 1_000, order -> order.planted(PLANTED_DELAY), Optional::empty);
        compared(EQUAL, plan.equal(), 2_000, order -> order, Optional::empty);
        compared(BURNER, plan.disturbed(), 3_000, order -> order, () -> Optional.of(Disturbance.burningCores()));
        compared(PAUSES, plan.disturbed(), 4_000, order -> order, () -> Optional.of(Disturbance.pauses()));
    }

    private void counts(CountPlant plant, int trial) {
        String check = check(plant);
        if (log.has(check, trial) || environs.interruption().requested()) {
            return;
        }
        List<String> words = new ArrayList<>(List.of("gate"));
        words.addAll(plant.words());
        words.addAll(List.of("-q", "--out", environs.runs().toString(), "--seed", Integer.toString(trial + 1)));
        Typed typed = gate.apply(words);
        if (environs.interruption().requested()) {
            return;
        }
        boolean found = typed.status() == 1 && plant.explains(typed.out());
        String word = found ? SelftestPage.FOUND : typed.status() == 1 ? "wrong reason" : "missed";
        log.add(List.of(new TrialLog.Entry(check, trial, "counts", word, "exit " + typed.status())));
        environs.output().remark(check + " " + (trial + 1) + " of " + plan.counts() + ": " + word);
    }

    static String check(CountPlant plant) {
        return plant.what();
    }

    private void compared(
            String check,
            int trials,
            long firstSeed,
            Function<ComparisonOrder, ComparisonOrder> changed,
            Supplier<Optional<Disturbance>> disturbance) {
        for (int trial = 0; trial < trials && !environs.interruption().requested(); trial++) {
            if (log.has(check, trial)) {
                continue;
            }
            ComparisonOrder order = changed.apply(environs.order().apply(firstSeed + trial));
            Optional<RunResult> result = underneath(disturbance, order);
            int number = trial;
            result.ifPresent(r -> {
                log.add(ComparisonTrial.entries(check, number, r));
                environs.output()
                        .remark(check + " " + (number + 1) + " of " + trials + ": "
                                + r.verdict().key());
            });
        }
    }

    private Optional<RunResult> underneath(Supplier<Optional<Disturbance>> disturbance, ComparisonOrder order) {
        Optional<Disturbance> disturbing = disturbance.get();
        try {
            return ComparisonTrial.run(order, environs.runs(), environs.output(), environs.interruption());
        } finally {
            disturbing.ifPresent(Disturbance::close);
        }
    }
}
