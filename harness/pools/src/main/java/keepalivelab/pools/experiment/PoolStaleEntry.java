package keepalivelab.pools.experiment;

import com.google.auto.service.AutoService;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import keepalivelab.api.PoolFactory;
import keepalivelab.api.PoolFigures;
import keepalivelab.api.PoolSettings;
import keepalivelab.pools.experiment.Subject.Member;

/**
 * An id is used again, as file descriptors are, after its first connection was taken on another thread than the one that
 * put it. Pool of size 1; thread A puts 7; the calling thread takes it and puts a new connection, again 7; A puts 8. Then
 * everything is taken, by A first.
 *
 * <p>Published: both versions of pingora-pool end with A's 8 alone; in 0.8.0 the notice goes to the old 7 while the new one
 * vanishes without any, in 0.9.0 it goes to the new 7. Figures: {@code left}; {@code leftIsA8}, {@code firstTaken}, {@code
 * noticeToOld7}, {@code noticeToNew7} and {@code new7Lost} (dropped for the sake of another), each 0 or 1; {@code staleEntries}
 * before the last take.
 */
@AutoService(PoolExperiment.class)
public final class PoolStaleEntry implements PoolExperiment {
    private static final long KEY = 1;
    private static final int REUSED_ID = 7;
    private static final int LAST_ID = 8;

    @Override
    public String id() {
        return "pool-stale-entry";
    }

    @Override
    public String question() {
        return "Does an entry outlive its connection, and who pays when its id is used again?";
    }

    @Override
    public Map<String, String> defaults() {
        return Map.of();
    }

    @Override
    public PoolFigures.Names names() {
        return new PoolFigures.Names(
                List.of("left", "leftIsA8", "firstTaken", "noticeToOld7", "noticeToNew7", "new7Lost", "staleEntries"),
                List.of("leftIds"));
    }

    @Override
    public Trial with(Map<String, String> parameters) {
        Parameters.requireNone(this, parameters);
        return (pool, seed) -> run(pool);
    }

    private PoolFigures run(PoolFactory pool) {
        ExecutorService threadA = Executors.newSingleThreadExecutor(body -> new Thread(body, "pool-experiment-A"));
        try {
            return run(new Subject(pool, PoolSettings.of(1, 1)), threadA);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while " + id() + " ran", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("thread A of " + id() + " failed", e);
        } finally {
            threadA.shutdownNow();
        }
    }

    private static PoolFigures run(Subject subject, ExecutorService threadA)
            throws InterruptedException, ExecutionException {
        Member old7 = threadA.submit(() -> subject.put(KEY, REUSED_ID)).get();
        boolean firstTaken = subject.take(KEY) == old7;
        Member new7 = subject.put(KEY, REUSED_ID);
        Member last8 = threadA.submit(() -> subject.put(KEY, LAST_ID)).get();
        int stale = subject.census().staleEntries();
        int left = subject.idle();
        List<Member> taken = threadA.submit(() -> subject.takeAll(KEY, KEY)).get();
        Map<String, Long> figures = new LinkedHashMap<>();
        figures.put("left", (long) left);
        figures.put("leftIsA8", flag(left == 1 && taken.equals(List.of(last8))));
        figures.put("firstTaken", flag(firstTaken));
        figures.put("noticeToOld7", flag(subject.gotNotice(old7)));
        figures.put("noticeToNew7", flag(subject.gotNotice(new7)));
        figures.put("new7Lost", flag(subject.wasLost(new7)));
        figures.put("staleEntries", (long) stale);
        String ids = taken.stream().map(member -> String.valueOf(member.id)).collect(Collectors.joining(" "));
        return new PoolFigures(figures, Map.of("leftIds", ids), true);
    }

    private static long flag(boolean holds) {
        return holds ? 1 : 0;
    }
}
