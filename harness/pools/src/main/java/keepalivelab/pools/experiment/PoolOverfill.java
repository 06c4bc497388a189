package keepalivelab.pools.experiment;

import com.google.auto.service.AutoService;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import keepalivelab.api.PoolFigures;
import keepalivelab.api.PoolSettings;
import keepalivelab.pools.experiment.Subject.Member;
import keepalivelab.pools.experiment.Subject.Phase;

/**
 * {@code threads} threads put {@code puts} connections each into a pool of size {@code size}, all at once and without taking
 * any, under one key ({@code keys=shared}) or a key for each thread ({@code per-thread}). When all have ended, the calling
 * thread puts {@code latePuts} more, which turns out everything that the pool's eviction still knows of; what is left
 * from the first phase then is out of its sight. With {@code earlyPut=yes} each thread's first put comes before the common
 * start, so that no thread can end before another has begun.
 *
 * <p>Published for pingora-pool 0.9.0: 5302 to 5435 left with a shared key, all but 13 or so from the first phase; 2302 to
 * 3585 with a key each. For 0.8.0: 178 to 190, and 128 of which 112 (one list of 16 for each thread but one) from the
 * first phase. How many are left where threads race depends on how they overlap, so only the kind compares. Figures:
 * {@code left}, {@code fromFirstPhase}, {@code orphans}, {@code leftBeforeLate}, {@code aboveSize} (left above the size, at
 * least 0), {@code dropped}.
 */
@AutoService(PoolExperiment.class)
public final class PoolOverfill implements PoolExperiment {
    private static final int MOST_SIZE = 100_000;
    private static final int MOST_PUTS = 1_000_000;
    private static final int MOST_THREADS = 64;

    /** How the threads' connections are grouped. */
    private enum Keys {
        SHARED,
        PER_THREAD
    }

    private enum YesOrNo {
        YES,
        NO
    }

    /** The checked parameters. */
    private record Plan(int size, int threads, int puts, int latePuts, Keys keys, YesOrNo earlyPut) {
        /** Keys start at 1; the late phase has the shared key, or one after all the threads' keys. */
        long key(int thread) {
            return keys == Keys.SHARED ? 1 : 1L + thread;
        }

        int firstId(int thread) {
            return 1 + thread * puts;
        }
    }

    @Override
    public String id() {
        return "pool-overfill";
    }

    @Override
    public String question() {
        return "Does the pool keep its size when many threads put at once?";
    }

    @Override
    public Map<String, String> defaults() {
        return Map.of(
                "size", "16", "threads", "8", "puts", "10000", "latePuts", "1000", "keys", "shared", "earlyPut", "yes");
    }

    @Override
    public PoolFigures.Names names() {
        return new PoolFigures.Names(
                List.of("left", "fromFirstPhase", "orphans", "leftBeforeLate", "aboveSize", "dropped"), List.of());
    }

    @Override
    public Trial with(Map<String, String> parameters) {
        Parameters given = new Parameters(this, parameters);
        Plan plan = new Plan(
                given.count("size", 0, MOST_SIZE),
                given.count("threads", 1, MOST_THREADS),
                given.count("puts", 1, MOST_PUTS),
                given.count("latePuts", 0, MOST_PUTS),
                given.word("keys", Keys.class),
                given.word("earlyPut", YesOrNo.class));
        return (pool, seed) -> run(new Subject(pool, PoolSettings.of(plan.size, 1)), plan);
    }

    private static PoolFigures run(Subject subject, Plan plan) {
        int early = plan.earlyPut == YesOrNo.YES ? 1 : 0;
        Crew.together(
                plan.threads,
                thread -> put(subject, plan, thread, 0, early),
                thread -> put(subject, plan, thread, early, plan.puts));
        int leftBeforeLate = subject.idle();
        for (int i = 0; i < plan.latePuts; i++) {
            subject.put(plan.key(plan.threads), plan.firstId(plan.threads) + i, Phase.LATE);
        }
        return count(subject, plan, leftBeforeLate);
    }

    private static void put(Subject subject, Plan plan, int thread, int from, int to) {
        for (int i = from; i < to; i++) {
            subject.put(plan.key(thread), plan.firstId(thread) + i, Phase.FIRST);
        }
    }

    private static PoolFigures count(Subject subject, Plan plan, int leftBeforeLate) {
        int left = subject.idle();
        int orphans = subject.census().orphans();
        List<Member> taken = subject.takeAll(1, plan.key(plan.threads));
        // A pool whose threads cannot reach each other's connections gives the calling thread only its own.
        long late = taken.stream().filter(member -> member.phase == Phase.LATE).count();
        Map<String, Long> figures = new LinkedHashMap<>();
        figures.put("left", (long) left);
        figures.put("fromFirstPhase", left - late);
        figures.put("orphans", (long) orphans);
        figures.put("leftBeforeLate", (long) leftBeforeLate);
        figures.put("aboveSize", Math.max(0L, left - plan.size));
        figures.put("dropped", (long) subject.drops());
        return new PoolFigures(figures, Map.of(), plan.threads == 1);
    }
}
