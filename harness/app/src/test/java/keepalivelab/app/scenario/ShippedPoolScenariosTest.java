package keepalivelab.app.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import keepalivelab.api.Arm;
import keepalivelab.app.Home;
import keepalivelab.app.run.ArmBinding;
import keepalivelab.app.run.PoolArms;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the shipped scenarios about pools claim, held against figures that are as they should be and that are not. */
class ShippedPoolScenariosTest {
    private static final Vocabulary WORDS =
            new Vocabulary(behaviour -> {}, column -> {}, ArmBinding::checkWords, PoolArms::names);
    private static final Catalog CATALOG = new Catalog(Home.path());
    private static final String THREAD = "thread-lru";
    private static final String SHARDED = "sharded-lru";
    private static final String CRATE_08 = "pingora-pool@0.8.0";
    private static final String CRATE_09 = "pingora-pool@0.9.0";

    static Stream<String> ids() {
        return CATALOG.ids().stream().filter(ShippedPoolScenariosTest::isAboutPools);
    }

    private static boolean isAboutPools(String id) {
        CellWork work = CATALOG.read(id, WORDS)
                .resolve(Map.of(), List.of())
                .cells()
                .get(0)
                .work();
        return work instanceof CellWork.PoolTrials || id.equals("pool-full-under-load");
    }

    @ParameterizedTest
    @MethodSource("ids")
    void wordsFiguresArmsAndExpressionsAreValid(String id) {
        Scenario scenario = CATALOG.read(id, WORDS);
        Expectations.compile(scenario);
        assertThat(scenario.figureNames()).isPresent();
        if (!id.equals("pool-soundness")) {
            assertThat(scenario.defaultArms()).containsExactly("embedded:thread-lru", "embedded:sharded-lru");
        }
    }

    @Test
    void orderIsJudgedByEachPoolsOwn() {
        Trial trial = new Trial("pool-order");
        trial.held(0, THREAD, "taken", 20, "oldestFirst", 16, "newestFirst", 0);
        trial.failed(0, THREAD, "taken", 20, "oldestFirst", 20, "newestFirst", 0);
        trial.failed(0, SHARDED, "taken", 19, "oldestFirst", 16, "newestFirst", 0);
        for (String crate : List.of(CRATE_08, CRATE_09)) {
            trial.held(0, crate, "taken", 20, "oldestFirst", 16, "newestFirst", 0);
            trial.failed(0, crate, "taken", 20, "oldestFirst", 20, "newestFirst", 0);
            trial.failed(0, crate, "taken", 20, "oldestFirst", 0, "newestFirst", 20);
        }
        trial.held(0, "lifo", "taken", 20, "oldestFirst", 0, "newestFirst", 20);
        trial.failed(0, "lifo", "taken", 20, "oldestFirst", 20, "newestFirst", 0);
        trial.held(0, "fifo", "taken", 20, "oldestFirst", 20, "newestFirst", 0);
        trial.failed(0, "fifo", "taken", 20, "oldestFirst", 0, "newestFirst", 20);
        trial.held(0, "none", "taken", 0, "oldestFirst", 0, "newestFirst", 0);
        trial.everyRuleWasSeenBothWays();
    }

    @Test
    void theCapIsPerThreadOrNot() {
        Trial trial = new Trial("pool-cap-per-thread");
        trial.held(0, THREAD, "left", 8, "orphans", 0);
        trial.failed(0, THREAD, "left", 6, "orphans", 0);
        trial.held(1, THREAD, "left", 2, "orphans", 0);
        trial.failed(1, SHARDED, "left", 3, "orphans", 0);
        trial.held(0, SHARDED, "left_min", 2, "left_max", 5, "left", "2 x499, 5 x1");
        trial.failed(0, SHARDED, "left_min", 2, "left_max", 2, "left", 2);
        trial.failed(0, SHARDED, "left_min", 1, "left_max", 5, "left", "1 x1, 5 x499");
        trial.failed(0, SHARDED, "left_min", 2, "left_max", 9, "left", "2 x499, 9 x1");
        trial.held(0, CRATE_08, "left", 8, "orphans", 0);
        trial.failed(0, CRATE_08, "left", 6, "orphans", 0);
        trial.held(1, CRATE_08, "left", 2, "orphans", 0);
        trial.held(0, CRATE_09, "left_min", 2, "left_max", 6, "left", "2 x499, 6 x1");
        trial.failed(0, CRATE_09, "left_min", 2, "left_max", 2, "left", 2);
        trial.failed(1, CRATE_09, "left", 3, "orphans", 0);
        trial.held(0, "capped", "left", 2, "orphans", 0);
        trial.failed(0, "capped", "left", "2 x499, 3 x1", "orphans", 0);
        trial.everyRuleWasSeenBothWays();
    }

    @Test
    void theNoticeGoesToTheOldOrToTheNew() {
        Trial trial = new Trial("pool-stale-entry");
        Object[] left = {"left", 1, "leftIsA8", 1};
        trial.held(0, THREAD, with(left, "noticeToOld7", 1, "noticeToNew7", 0, "new7Lost", 1, "staleEntries", 1));
        trial.failed(0, THREAD, with(left, "noticeToOld7", 0, "noticeToNew7", 1, "new7Lost", 0, "staleEntries", 0));
        trial.held(0, SHARDED, with(left, "noticeToOld7", 0, "noticeToNew7", 1, "new7Lost", 0, "staleEntries", 0));
        trial.failed(0, SHARDED, with(left, "noticeToOld7", 1, "noticeToNew7", 0, "new7Lost", 1, "staleEntries", 1));
        trial.held(0, CRATE_08, with(left, "noticeToOld7", 1, "noticeToNew7", 0, "new7Lost", 1, "staleEntries", 1));
        trial.failed(0, CRATE_08, with(left, "noticeToOld7", 0, "noticeToNew7", 1, "new7Lost", 0, "staleEntries", 0));
        trial.held(0, CRATE_09, with(left, "noticeToOld7", 0, "noticeToNew7", 1, "new7Lost", 0, "staleEntries", 0));
        trial.failed(0, CRATE_09, with(left, "noticeToOld7", 1, "noticeToNew7", 0, "new7Lost", 1, "staleEntries", 1));
        trial.held(0, "capped", with(left, "noticeToOld7", 0, "noticeToNew7", 1, "new7Lost", 0, "staleEntries", 0));
        trial.failed(0, "capped", with(left, "noticeToOld7", 0, "noticeToNew7", 1, "new7Lost", 0, "staleEntries", 1));
        trial.failed(
                0,
                THREAD,
                "left",
                2,
                "leftIsA8",
                0,
                "noticeToOld7",
                1,
                "noticeToNew7",
                0,
                "new7Lost",
                1,
                "staleEntries",
                1);
        trial.everyRuleWasSeenBothWays();
    }

    @Test
    void overfillIsExactWhereNothingIsLeftToChance() {
        Trial trial = new Trial("pool-overfill");
        trial.held(1, CRATE_08, "left", 128, "fromFirstPhase", 112);
        trial.failed(1, CRATE_08, "left", 64, "fromFirstPhase", 48);
        trial.failed(0, CRATE_08, "left", 16, "fromFirstPhase_min", 111);
        trial.held(0, CRATE_09, "left_max", 17, "orphans_max", 1);
        trial.failed(0, CRATE_09, "left_max", 17, "orphans_max", 0);
        trial.held(1, THREAD, "left", 128, "fromFirstPhase", 112);
        trial.failed(1, THREAD, "left", "127 x1, 128 x19", "fromFirstPhase", 112);
        trial.held(0, THREAD, "left", "128 x10, 129 x10", "fromFirstPhase_min", 112);
        trial.failed(0, THREAD, "left", 16, "fromFirstPhase_min", 111);
        for (int keys : List.of(0, 1)) {
            trial.held(keys, SHARDED, "left_max", 17, "orphans_max", 1);
            trial.failed(keys, SHARDED, "left_max", 16, "orphans_max", 1);
            trial.failed(keys, SHARDED, "left_max", 17, "orphans_max", 0);
            trial.held(keys, "capped", "left", 16, "fromFirstPhase", 0, "orphans", 0);
            trial.failed(keys, "capped", "left", "16 x19, 17 x1", "fromFirstPhase", 0, "orphans", 0);
            trial.held(keys, "lifo", "left_max", 16, "orphans_max", 0);
            trial.failed(keys, "lifo", "left_max", 17, "orphans_max", 0);
        }
        trial.everyRuleWasSeenBothWays();
    }

    @Test
    void theOtherRulesDifferBetweenTheVersions() {
        Trial trial = new Trial("pool-rules");
        trial.held(0, THREAD, rules(8, 8, 1, 10, 10));
        trial.held(0, SHARDED, rules(32, 24, 9, 0, 10));
        trial.held(0, "lifo", rules(8, 8, 1, 0, 0));
        trial.failed(0, THREAD, rules(32, 32, 1, 10, 10));
        trial.failed(0, THREAD, rules(8, 7, 2, 10, 10));
        trial.failed(0, THREAD, rules(8, 8, 1, 0, 10));
        trial.failed(0, THREAD, rules(8, 8, 1, 10, 0));
        trial.failed(0, SHARDED, rules(8, 6, 3, 0, 10));
        trial.failed(0, SHARDED, rules(32, 32, 1, 0, 10));
        trial.failed(0, SHARDED, rules(32, 24, 9, 10, 10));
        trial.failed(0, "lifo", rules(8, 8, 1, 0, 10));
        trial.failed(0, "lifo", with(rules(8, 8, 1, 0, 0), "noticesOnRemoval", 1));
        trial.everyRuleWasSeenBothWays();
    }

    private static Object[] rules(int size, int left, int notices, int groups, int atZero) {
        return new Object[] {
            "effectiveSize",
            size,
            "leftAfterOneTooMany",
            left,
            "noticesOnEviction",
            notices,
            "groupsWhenEmptied",
            groups,
            "heldAtSizeZero",
            atZero,
            "noticesOnRemoval",
            0
        };
    }

    @Test
    void soundnessFailsForEachFault() {
        Trial trial = new Trial("pool-soundness");
        List<String> names = List.of("aboveCap", "leasedTwice", "wrongKey", "droppedWithRoom", "neverClosed");
        Object[] sound =
                names.stream().flatMap(name -> Stream.of(name + "_max", 0)).toArray();
        trial.held(0, "lifo", sound);
        names.forEach(name -> trial.failed(0, "lifo", with(sound, name + "_max", 1)));
        trial.everyRuleWasSeenBothWays();
    }

    @Test
    void aFullPoolUnderLoadIsJudgedByKind() {
        Trial trial = new Trial("pool-full-under-load");
        for (int open : List.of(3, 4, 5)) {
            trial.with(900, 237).held(0, THREAD, "openRightAfter", open, "openAfter3s", 0);
        }
        trial.with(900, 237).failed(0, THREAD, "openRightAfter", 6, "openAfter3s", 0);
        trial.with(900, 237).failed(0, THREAD, "openRightAfter", 2, "openAfter3s", 0);
        trial.with(900, 237).held(0, SHARDED, "openRightAfter", 6, "openAfter3s", 0);
        trial.with(900, 237).failed(0, SHARDED, "openRightAfter", 9, "openAfter3s", 0);
        trial.with(900, 310).held(0, "pingora@0.8.0", "openRightAfter", 5, "openAfter3s", 0);
        trial.with(900, 310).failed(0, "pingora@0.8.0", "openRightAfter", 6, "openAfter3s", 0);
        trial.with(900, 125).held(0, "pingora@0.9.0", "openRightAfter", 6, "openAfter3s", 0);
        trial.with(900, 125).failed(0, "pingora@0.9.0", "openRightAfter", 9, "openAfter3s", 0);
        trial.with(900, 237).failed(0, THREAD, "openRightAfter", 4, "openAfter3s", 1);
        trial.with(900, 64).failed(0, THREAD, "openRightAfter", 4, "openAfter3s", 0);
        trial.with(900, 900).failed(0, THREAD, "openRightAfter", 4, "openAfter3s", 0);
        trial.with(899, 237).failed(0, THREAD, "openRightAfter", 4, "openAfter3s", 0);
        trial.everyRuleWasSeenBothWays();
    }

    /** The same, with these instead of what it had under their names. */
    private static Object[] with(Object[] figures, Object... more) {
        return Stream.concat(Stream.of(figures), Stream.of(more)).toArray();
    }

    /** Judges one scenario on several results and remembers how each rule ended. */
    private static final class Trial {
        private final Scenario scenario;
        private final Expectations expectations;
        private final Map<Rule, Set<Judgement.Status>> seen = new LinkedHashMap<>();
        private final Map<String, Object> counts = new LinkedHashMap<>();

        Trial(String id) {
            scenario = CATALOG.read(id, WORDS);
            expectations = Expectations.compile(scenario);
        }

        Trial with(long ok, long accepts) {
            counts.put("client", Map.of("outcomes", Map.of("ok", ok)));
            counts.put("backend", Map.of("accepts", accepts));
            return this;
        }

        void held(int cell, String pool, Object... figures) {
            assertThat(judged(cell, pool, figures))
                    .noneMatch(Judgement::fails)
                    .noneMatch(j -> j.status() == Judgement.Status.BROKEN);
        }

        void failed(int cell, String pool, Object... figures) {
            assertThat(judged(cell, pool, figures))
                    .anyMatch(Judgement::fails)
                    .noneMatch(j -> j.status() == Judgement.Status.BROKEN);
        }

        private List<Judgement> judged(int cell, String pool, Object... figures) {
            Map<String, Object> named = new LinkedHashMap<>();
            for (int i = 0; i < figures.length; i += 2) {
                named.put((String) figures[i], figures[i + 1]);
            }
            ResolvedScenario resolved = scenario.resolve(Map.of(), List.of());
            Arm arm = Arm.parse(pool.contains("@") ? pool : "embedded:" + pool);
            Map<String, Object> variables =
                    resolved.variables(resolved.cells(arm).get(cell));
            variables.put(
                    "arm",
                    Map.of(
                            "driver", arm.driver(),
                            "variant", arm.variant().orElse(""),
                            "version", arm.target().orElse(""),
                            "label", ""));
            variables.put("figures", named);
            variables.putAll(counts);
            List<Judgement> judgements = expectations.judge(variables);
            judgements.forEach(j -> seen.computeIfAbsent(j.rule(), r -> EnumSet.noneOf(Judgement.Status.class))
                    .add(j.status()));
            return judgements;
        }

        void everyRuleWasSeenBothWays() {
            seen.forEach((rule, statuses) ->
                    assertThat(statuses).as(rule.says()).contains(Judgement.Status.HELD, Judgement.Status.FAILED));
        }
    }
}
