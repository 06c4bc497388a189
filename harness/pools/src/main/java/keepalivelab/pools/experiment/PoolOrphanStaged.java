package keepalivelab.pools.experiment;

import com.google.auto.service.AutoService;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import keepalivelab.api.PoolFigures;
import keepalivelab.api.PoolSettings;
import keepalivelab.pools.experiment.Subject.Member;

/**
 * The crossing behind {@link PoolOverfill}, built instead of hoped for. Pool of size 1 with connection 1 in it. The calling
 * thread puts 2, which makes 1 leave; at the moment of the notice about 1 another thread puts 3 and ends; then the first put
 * goes on.
 *
 * <p>A pool that enters 2 into its eviction list before it stores it gives 3 the chance to evict a 2 that is not there yet:
 * 2 is stored afterwards and known to no list. Follows from the order of steps in pingora-pool 0.9.0; no published figure.
 * Figures: {@code left}, {@code orphans}, {@code noticesOfLeft} (of the connections left, how many had been given notice),
 * {@code dropped}, {@code blockedDuringNotice} (1 if the other thread's put could not end within two seconds, because the pool
 * holds a lock while it gives notice). A pool that gives notice only once 2 is stored ends with one connection.
 */
@AutoService(PoolExperiment.class)
public final class PoolOrphanStaged implements PoolExperiment {
    private static final long KEY = 1;
    private static final long PATIENCE_MILLIS = 2_000;
    private static final long FOR_EVER = 0;

    @Override
    public String id() {
        return "pool-orphan-staged";
    }

    @Override
    public String question() {
        return "Can a connection be evicted before it is stored, and stay for ever?";
    }

    @Override
    public Map<String, String> defaults() {
        return Map.of();
    }

    @Override
    public PoolFigures.Names names() {
        return new PoolFigures.Names(
                List.of("left", "orphans", "noticesOfLeft", "dropped", "blockedDuringNotice"), List.of("leftIds"));
    }

    @Override
    public Trial with(Map<String, String> parameters) {
        Parameters.requireNone(this, parameters);
        return (pool, seed) -> run(new Subject(pool, PoolSettings.of(1, 1)));
    }

    private static PoolFigures run(Subject subject) {
        subject.put(KEY, 1);
        Thread other = new Thread(() -> subject.put(KEY, 3), "pool-experiment-other");
        AtomicBoolean blocked = new AtomicBoolean();
        subject.onNextNotice(() -> {
            other.start();
            blocked.set(!ended(other, PATIENCE_MILLIS));
        });
        subject.put(KEY, 2);
        ended(other, FOR_EVER);
        int left = subject.idle();
        int orphans = subject.census().orphans();
        List<Member> taken = subject.takeAll(KEY, KEY);
        Map<String, Long> figures = new LinkedHashMap<>();
        figures.put("left", (long) left);
        figures.put("orphans", (long) orphans);
        figures.put("noticesOfLeft", taken.stream().filter(subject::gotNotice).count());
        figures.put("dropped", (long) subject.drops());
        figures.put("blockedDuringNotice", blocked.get() ? 1L : 0L);
        String ids = taken.stream().map(member -> String.valueOf(member.id)).collect(Collectors.joining(" "));
        return new PoolFigures(figures, Map.of("leftIds", ids), true);
    }

    private static boolean ended(Thread other, long limitMillis) {
        try {
            other.join(limitMillis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a pool experiment ran", e);
        }
        return !other.isAlive();
    }
}
