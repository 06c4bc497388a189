package keepalivelab.pools.experiment;

import com.google.auto.service.AutoService;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import keepalivelab.api.PoolFactory;
import keepalivelab.api.PoolFigures;
import keepalivelab.api.PoolSettings;

/**
 * One thread puts connections 1 to {@code puts} under one key and takes all of them, in {@code rounds} fresh pools. Published
 * for pingora-pool 0.9.0: of 20, the first 16 in the order put, then 4 in the order of a map. Figures: how many came ({@code
 * taken}, the fewest of all rounds), how many of them from the first on in the order put ({@code oldestFirst}), how many from
 * the first on in the opposite order ({@code newestFirst}), each as far as it goes in every round: an order that is left
 * to chance can go on for a while in one.
 */
@AutoService(PoolExperiment.class)
public final class PoolOrder implements PoolExperiment {
    private static final long KEY = 1;
    private static final int MOST = 100_000;
    private static final int MOST_ROUNDS = 100;

    @Override
    public String id() {
        return "pool-order";
    }

    @Override
    public String question() {
        return "In which order does the pool give back what was put?";
    }

    @Override
    public Map<String, String> defaults() {
        return Map.of("puts", "20", "rounds", "10");
    }

    @Override
    public PoolFigures.Names names() {
        return new PoolFigures.Names(List.of("taken", "oldestFirst", "newestFirst"), List.of("lastOrder"));
    }

    @Override
    public Trial with(Map<String, String> parameters) {
        Parameters given = new Parameters(this, parameters);
        int puts = given.count("puts", 1, MOST);
        int rounds = given.count("rounds", 1, MOST_ROUNDS);
        return (pool, seed) -> run(pool, puts, rounds);
    }

    private static PoolFigures run(PoolFactory pool, int puts, int rounds) {
        Map<String, Long> figures = new LinkedHashMap<>();
        List<Integer> order = List.of();
        for (int round = 0; round < rounds; round++) {
            order = order(new Subject(pool, PoolSettings.of(puts, 1)), puts);
            figures.merge("taken", (long) order.size(), Math::min);
            figures.merge("oldestFirst", run(order, 1, 1), Math::min);
            figures.merge("newestFirst", run(order, puts, -1), Math::min);
        }
        String text = order.stream().map(String::valueOf).collect(Collectors.joining(" "));
        return new PoolFigures(figures, Map.of("lastOrder", text), true);
    }

    private static List<Integer> order(Subject subject, int puts) {
        for (int id = 1; id <= puts; id++) {
            subject.put(KEY, id);
        }
        return subject.takeAll(KEY, KEY).stream().map(member -> member.id).toList();
    }

    /** How far the order goes from {@code first} in steps of {@code step}. */
    private static long run(List<Integer> order, int first, int step) {
        int length = 0;
        while (length < order.size() && order.get(length) == first + length * step) {
            length++;
        }
        return length;
    }
}
