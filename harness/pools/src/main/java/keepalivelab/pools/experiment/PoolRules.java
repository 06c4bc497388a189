package keepalivelab.pools.experiment;

import com.google.auto.service.AutoService;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import keepalivelab.api.PoolFactory;
import keepalivelab.api.PoolFigures;
import keepalivelab.api.PoolSettings;
import keepalivelab.pools.experiment.Subject.Member;

/**
 * The pool's other rules, each on a fresh pool and by one thread. What a proxy does around its pool (testing a
 * connection before release and after lease) needs sockets and is not here.
 *
 * <p>Figures:
 *
 * <ul>
 *   <li>{@code effectiveSize}: the most idle connections it ever held for a configured {@code size} and {@code workers};
 *       published: configured times threads in pingora-pool 0.9.0, configured per thread in 0.8.0.
 *   <li>{@code leftAfterOneTooMany}: what it holds after one put beyond that; published for 0.9.0: the effective size less
 *       min(16, a quarter of it).
 *   <li>{@code noticesOnEviction} of that put, and {@code dropsOnEviction}.
 *   <li>{@code noticesOnRemoval}: of ten removed because their peer closed; published: the notice is for evictions only.
 *   <li>{@code groupsWhenEmptied}: keys with storage after ten keys were filled and emptied; published: 10 in 0.8.0, 0 in
 *       0.9.0.
 *   <li>{@code heldAtSizeZero} of ten puts into a pool of size 0.
 * </ul>
 */
@AutoService(PoolExperiment.class)
public final class PoolRules implements PoolExperiment {
    private static final int TEN = 10;
    private static final int MOST_SIZE = 10_000;
    private static final int MOST_WORKERS = 64;

    @Override
    public String id() {
        return "pool-rules";
    }

    @Override
    public String question() {
        return "How large is the pool really, who gets a notice, and what does it keep when empty?";
    }

    @Override
    public Map<String, String> defaults() {
        return Map.of("size", "8", "workers", "4");
    }

    @Override
    public PoolFigures.Names names() {
        return new PoolFigures.Names(
                List.of(
                        "effectiveSize",
                        "leftAfterOneTooMany",
                        "noticesOnEviction",
                        "dropsOnEviction",
                        "noticesOnRemoval",
                        "groupsWhenEmptied",
                        "heldAtSizeZero"),
                List.of());
    }

    @Override
    public Trial with(Map<String, String> parameters) {
        Parameters given = new Parameters(this, parameters);
        PoolSettings settings =
                PoolSettings.of(given.count("size", 1, MOST_SIZE), given.count("workers", 1, MOST_WORKERS));
        return (pool, seed) -> run(pool, settings);
    }

    private static PoolFigures run(PoolFactory pool, PoolSettings settings) {
        Map<String, Long> figures = new LinkedHashMap<>();
        fillOver(new Subject(pool, settings), settings, figures);
        figures.put("noticesOnRemoval", noticesOnRemoval(new Subject(pool, PoolSettings.of(TEN, 1))));
        figures.put("groupsWhenEmptied", groupsWhenEmptied(new Subject(pool, PoolSettings.of(TEN, 1))));
        figures.put("heldAtSizeZero", heldAtSizeZero(new Subject(pool, PoolSettings.of(0, 1))));
        return new PoolFigures(figures, Map.of(), true);
    }

    /** Puts until the first drop. A pool may hold size times workers, and a wrong one a little more. */
    private static void fillOver(Subject subject, PoolSettings settings, Map<String, Long> figures) {
        int most = 0;
        int enough = 2 * settings.maxIdle() * settings.workers() + TEN;
        for (int id = 1; id <= enough && subject.drops() == 0 && subject.notices() == 0; id++) {
            most = Math.max(most, subject.idle());
            subject.put(1, id);
        }
        figures.put("effectiveSize", (long) most);
        figures.put("leftAfterOneTooMany", (long) subject.idle());
        figures.put("noticesOnEviction", (long) subject.notices());
        figures.put("dropsOnEviction", (long) subject.drops());
    }

    private static long noticesOnRemoval(Subject subject) {
        List<Member> members = new ArrayList<>();
        for (int id = 1; id <= TEN; id++) {
            members.add(subject.put(1, id));
        }
        members.forEach(member -> subject.remove(1, member));
        return subject.notices();
    }

    private static long groupsWhenEmptied(Subject subject) {
        for (int key = 1; key <= TEN; key++) {
            subject.put(key, key);
        }
        subject.takeAll(1, TEN);
        return subject.census().groups();
    }

    private static long heldAtSizeZero(Subject subject) {
        for (int id = 1; id <= TEN; id++) {
            subject.put(1, id);
        }
        return subject.idle();
    }
}
