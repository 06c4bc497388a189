package keepalivelab.pools.experiment;

import com.google.auto.service.AutoService;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import keepalivelab.api.PoolFigures;
import keepalivelab.api.PoolSettings;

/**
 * {@code threads} threads put {@code puts} connections each into a pool of size {@code size}, under one key and without
 * taking any: either all alive at once until the last has put ({@code threading=concurrent}), or one after the other, each
 * ended before the next begins ({@code sequential}). Figures: what is {@code left}, how many of those are {@code orphans}, how
 * many connections the pool {@code dropped}.
 *
 * <p>Published for size 2 and four threads with two puts: 8 left by pingora-pool 0.8.0, or 2 if the threads follow each
 * other; 2 to 5 left by 0.9.0. Measured on the crates on two cores: 8, 2, and 2 to 6.
 */
@AutoService(PoolExperiment.class)
public final class PoolCapPerThread implements PoolExperiment {
    private static final long KEY = 1;
    private static final int MOST = 100_000;
    private static final int MOST_THREADS = 64;

    /** Whether the threads are alive together. */
    private enum Threading {
        CONCURRENT,
        SEQUENTIAL
    }

    @Override
    public String id() {
        return "pool-cap-per-thread";
    }

    @Override
    public String question() {
        return "Does the size hold for the pool, or for each thread?";
    }

    @Override
    public Map<String, String> defaults() {
        return Map.of("size", "2", "threads", "4", "puts", "2", "threading", "concurrent");
    }

    @Override
    public PoolFigures.Names names() {
        return new PoolFigures.Names(List.of("left", "orphans", "dropped"), List.of());
    }

    @Override
    public Trial with(Map<String, String> parameters) {
        Parameters given = new Parameters(this, parameters);
        int threads = given.count("threads", 1, MOST_THREADS);
        int puts = given.count("puts", 1, MOST);
        Threading threading = given.word("threading", Threading.class);
        PoolSettings settings = PoolSettings.of(given.count("size", 0, MOST), 1);
        return (pool, seed) -> run(new Subject(pool, settings), threads, puts, threading);
    }

    private static PoolFigures run(Subject subject, int threads, int puts, Threading threading) {
        if (threading == Threading.SEQUENTIAL) {
            Crew.inTurn(threads, number -> putAll(subject, number, puts));
        } else {
            CountDownLatch all = new CountDownLatch(threads);
            Crew.together(threads, number -> {}, number -> {
                putAll(subject, number, puts);
                // Alive until the last has put: an ended thread may hand its place in the pool to another.
                awaitRest(all);
            });
        }
        Map<String, Long> figures = new LinkedHashMap<>();
        figures.put("left", (long) subject.idle());
        figures.put("orphans", (long) subject.census().orphans());
        figures.put("dropped", (long) subject.drops());
        return new PoolFigures(figures, Map.of(), threading == Threading.SEQUENTIAL || threads == 1);
    }

    private static void putAll(Subject subject, int number, int puts) {
        for (int i = 1; i <= puts; i++) {
            subject.put(KEY, number * puts + i);
        }
    }

    private static void awaitRest(CountDownLatch all) {
        all.countDown();
        try {
            all.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
