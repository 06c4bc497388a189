package keepalivelab.pools.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import keepalivelab.api.Arm;
import keepalivelab.api.InputException;
import keepalivelab.api.Installation;
import keepalivelab.api.PoolFactory;
import keepalivelab.api.PoolFigures;
import keepalivelab.api.PoolLaboratory;
import keepalivelab.api.PoolTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The experiments give the published figures where the mechanism decides them, and the published kind elsewhere. */
class PoolExperimentTest {
    private static final String SMALL = "2000";

    private static PoolFigures run(String experiment, String pool, String... namesAndValues) {
        Map<String, String> parameters = new java.util.HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            parameters.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return PoolExperiment.of(experiment).run(PoolFactory.of(pool), parameters, 1);
    }

    @Test
    void allAreFoundById() {
        assertThat(PoolExperiment.all())
                .extracting(PoolExperiment::id)
                .containsExactly(
                        "pool-cap-per-thread",
                        "pool-order",
                        "pool-orphan-staged",
                        "pool-overfill",
                        "pool-rules",
                        "pool-soundness",
                        "pool-stale-entry");
        assertThat(PoolExperiment.all())
                .allSatisfy(experiment -> assertThat(experiment.question()).endsWith("?"));
    }

    static Stream<Arguments> experimentsAndPools() {
        return PoolExperiment.all().stream()
                .flatMap(
                        experiment -> PoolFactory.all().stream().map(pool -> Arguments.of(experiment.id(), pool.id())));
    }

    @ParameterizedTest
    @MethodSource("experimentsAndPools")
    void eachRunsOnEachPoolAndRepeatsWhatItCallsDeterministic(String experiment, String pool) {
        String[] small =
                experiment.equals("pool-overfill") ? new String[] {"puts", "50", "threads", "2"} : new String[0];
        PoolFigures first = run(experiment, pool, small);
        PoolFigures.Names names = PoolExperiment.of(experiment).names();
        assertThat(first.figures().keySet()).containsExactlyElementsOf(names.figures());
        assertThat(first.details().keySet()).containsExactlyElementsOf(names.details());
        if (first.deterministic()) {
            assertThat(run(experiment, pool, small).figures()).isEqualTo(first.figures());
        }
    }

    @Test
    void parametersAreCheckedBeforeAnythingRuns() {
        PoolExperiment experiment = PoolExperiment.of("pool-overfill");
        assertThatThrownBy(() -> experiment.with(Map.of("threads", "65")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("threads '65' is not a whole number from 1 to 64");
    }

    @Test
    void theLaboratoryOfTheEmbeddedProxysArmsDoesTasksOnJavaPools() throws Exception {
        PoolLaboratory laboratory = PoolLaboratory.of("embedded").orElseThrow();
        PoolTask task = new PoolTask("pool-order", Map.of("puts", "3"));
        Installation none = new Installation("embedded", "1", "here", "part of the test");
        assertThat(laboratory.run(Arm.parse("embedded:fifo"), none, task, 1).details())
                .containsEntry("lastOrder", "1 2 3");
        assertThat(laboratory.run(Arm.parse("embedded"), none, task, 1).details())
                .containsEntry("lastOrder", "3 2 1");
        assertThat(laboratory.names(task).figures()).contains("oldestFirst");
        assertThatThrownBy(() -> laboratory.names(new PoolTask("pool-ordre", Map.of())))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("pool-order");
        assertThatThrownBy(() -> laboratory.semantics(Arm.parse("embedded:fifi")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("fifo");
    }

    static Stream<String> soundPools() {
        return PoolFactory.all().stream().map(PoolFactory::id).filter(id -> !id.startsWith("leaky"));
    }

    @ParameterizedTest
    @MethodSource("soundPools")
    void aSoundPoolHasNothingWrongInItsBook(String pool) {
        assertThat(run("pool-soundness", pool, "workers", "3").figures().values())
                .containsOnly(0L);
    }

    @ParameterizedTest
    @CsvSource({
        "leaky-forgets-close, neverClosed",
        "leaky-hands-out-twice, leasedTwice",
        "leaky-exceeds-cap, aboveCap",
        "leaky-drops-one-in-100, droppedWithRoom"
    })
    void eachFaultShowsInItsOwnFigureAndInNoOther(String pool, String wrong) {
        Map<String, Long> figures = run("pool-soundness", pool).figures();
        figures.forEach((name, count) -> assertThat(count > 0).as(name).isEqualTo(name.equals(wrong)));
    }

    // B1

    @ParameterizedTest
    @ValueSource(strings = {"thread-lru", "sharded-lru"})
    void theModelsGiveBackSixteenInOrderAndThenTheMap(String pool) {
        PoolFigures figures = run("pool-order", pool);
        assertThat(figures.figure("taken")).isEqualTo(20);
        assertThat(figures.figure("oldestFirst")).isEqualTo(16);
        assertThat(figures.details().get("lastOrder")).startsWith("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 ");
    }

    @Test
    void theMapOfTheModelsHasNoOrder() {
        List<String> orders = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            orders.add(run("pool-order", "thread-lru").details().get("lastOrder"));
        }
        assertThat(orders.stream().distinct().count()).isGreaterThan(1);
    }

    @Test
    void lifoAndFifoGiveBackInOppositeOrders() {
        assertThat(run("pool-order", "lifo").figure("newestFirst")).isEqualTo(20);
        assertThat(run("pool-order", "per-worker").figure("newestFirst")).isEqualTo(20);
        assertThat(run("pool-order", "fifo").figure("oldestFirst")).isEqualTo(20);
    }

    // B2

    @Test
    void aListPerThreadKeepsItsSizeForEachThreadAliveAtOnce() {
        for (int i = 0; i < 10; i++) {
            assertThat(run("pool-cap-per-thread", "thread-lru").figure("left")).isEqualTo(8);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"thread-lru", "sharded-lru", "capped", "lifo"})
    void threadsOneAfterAnotherLeaveTheSize(String pool) {
        PoolFigures figures = run("pool-cap-per-thread", pool, "threading", "sequential");
        assertThat(figures.figure("left")).isEqualTo(2);
        assertThat(figures.deterministic()).isTrue();
    }

    @Test
    void aSharedListLeavesTheSizeOrMoreUnderContention() {
        for (int i = 0; i < 20; i++) {
            PoolFigures figures = run("pool-cap-per-thread", "sharded-lru");
            assertThat(figures.figure("left")).isBetween(2L, 8L);
            assertThat(figures.figure("left") - figures.figure("orphans")).isLessThanOrEqualTo(2);
            assertThat(figures.deterministic()).isFalse();
        }
    }

    // B3

    @Test
    void withAListPerThreadTheNoticeGoesToTheOldConnectionAndTheNewOneIsLost() {
        assertThat(run("pool-stale-entry", "thread-lru").figures())
                .containsEntry("leftIsA8", 1L)
                .containsEntry("firstTaken", 1L)
                .containsEntry("noticeToOld7", 1L)
                .containsEntry("noticeToNew7", 0L)
                .containsEntry("new7Lost", 1L)
                .containsEntry("staleEntries", 1L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sharded-lru", "capped", "lifo", "fifo"})
    void withOneListTheNoticeGoesToWhoLeaves(String pool) {
        assertThat(run("pool-stale-entry", pool).figures())
                .containsEntry("leftIsA8", 1L)
                .containsEntry("firstTaken", 1L)
                .containsEntry("noticeToOld7", 0L)
                .containsEntry("noticeToNew7", 1L)
                .containsEntry("new7Lost", 0L)
                .containsEntry("staleEntries", 0L);
    }

    // B4

    @Test
    void listsPerThreadKeepAllButTheOneThatTheLatecomerInherits() {
        for (int i = 0; i < 5; i++) {
            PoolFigures figures = run("pool-overfill", "thread-lru", "keys", "per-thread", "puts", SMALL);
            assertThat(figures.figure("left")).isEqualTo(128);
            assertThat(figures.figure("fromFirstPhase")).isEqualTo(112);
        }
    }

    @Test
    void listsPerThreadWithASharedKeyNeverLeaveLess() {
        PoolFigures figures = run("pool-overfill", "thread-lru", "puts", SMALL);
        assertThat(figures.figure("left")).isGreaterThanOrEqualTo(128);
        assertThat(figures.figure("fromFirstPhase")).isGreaterThanOrEqualTo(112);
    }

    @ParameterizedTest
    @ValueSource(strings = {"shared", "per-thread"})
    void evictionBeforeInsertionLeavesOrphans(String keys) {
        PoolFigures figures = run("pool-overfill", "sharded-lru", "keys", keys);
        assertThat(figures.figure("left")).isGreaterThan(16);
        assertThat(figures.figure("orphans")).isPositive();
        assertThat(figures.figure("fromFirstPhase")).isGreaterThanOrEqualTo(figures.figure("orphans"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"capped", "lifo", "fifo"})
    void anExactCapLeavesExactlyTheSize(String pool) {
        for (String keys : List.of("shared", "per-thread")) {
            PoolFigures figures = run("pool-overfill", pool, "keys", keys, "puts", SMALL);
            assertThat(figures.figure("leftBeforeLate")).isEqualTo(16);
            assertThat(figures.figure("left")).isEqualTo(16);
            assertThat(figures.figure("orphans")).isZero();
            assertThat(figures.figure("fromFirstPhase")).isZero();
            assertThat(figures.figure("dropped")).isEqualTo(8 * Long.parseLong(SMALL) + 1000 - 16);
        }
    }

    @Test
    void anEvictionThatCrossesAReleaseMakesOneOrphanEveryTime() {
        for (int i = 0; i < 20; i++) {
            PoolFigures figures = run("pool-orphan-staged", "sharded-lru");
            assertThat(figures.figures())
                    .containsEntry("left", 2L)
                    .containsEntry("orphans", 1L)
                    .containsEntry("noticesOfLeft", 1L);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"capped", "lifo", "fifo"})
    void theSameCrossingLeavesAnExactPoolAtItsSize(String pool) {
        assertThat(run("pool-orphan-staged", pool).figures())
                .containsEntry("left", 1L)
                .containsEntry("orphans", 0L)
                .containsEntry("noticesOfLeft", 0L)
                .containsEntry("dropped", 2L)
                .containsEntry("blockedDuringNotice", 0L);
    }

    // B8

    @Test
    void theModelsDifferInSizeHeadroomAndEmptiedGroups() {
        assertThat(run("pool-rules", "thread-lru").figures())
                .containsEntry("effectiveSize", 8L)
                .containsEntry("leftAfterOneTooMany", 8L)
                .containsEntry("noticesOnRemoval", 0L)
                .containsEntry("groupsWhenEmptied", 10L)
                .containsEntry("heldAtSizeZero", 10L);
        assertThat(run("pool-rules", "sharded-lru").figures())
                .containsEntry("effectiveSize", 32L)
                .containsEntry("leftAfterOneTooMany", 32L - 8L)
                .containsEntry("noticesOnEviction", 9L)
                .containsEntry("dropsOnEviction", 9L)
                .containsEntry("noticesOnRemoval", 0L)
                .containsEntry("groupsWhenEmptied", 0L)
                .containsEntry("heldAtSizeZero", 10L);
        assertThat(run("pool-rules", "capped").figures())
                .containsEntry("effectiveSize", 8L)
                .containsEntry("noticesOnEviction", 1L)
                .containsEntry("heldAtSizeZero", 0L);
    }

    @Test
    void anUnknownNameIsAnsweredWithTheNearest() {
        assertThatThrownBy(() -> PoolExperiment.of("pool-ordr"))
                .isInstanceOf(InputException.class)
                .hasMessage("unknown pool experiment 'pool-ordr'; did you mean 'pool-order'?");
        assertThatThrownBy(() -> run("pool-order", "lifo", "put", "3"))
                .isInstanceOf(InputException.class)
                .hasMessage("experiment pool-order: unknown parameter 'put'; did you mean 'puts'?");
        assertThatThrownBy(() -> run("pool-cap-per-thread", "lifo", "threading", "concurrrent"))
                .isInstanceOf(InputException.class)
                .hasMessage(
                        "experiment pool-cap-per-thread: unknown threading 'concurrrent'; did you mean 'concurrent'?");
        assertThatThrownBy(() -> run("pool-cap-per-thread", "lifo", "threads", "0"))
                .isInstanceOf(InputException.class)
                .hasMessage("experiment pool-cap-per-thread: threads '0' is not a whole number from 1 to 64");
        assertThatThrownBy(() -> run("pool-stale-entry", "lifo", "size", "1"))
                .isInstanceOf(InputException.class)
                .hasMessage("experiment pool-stale-entry: has no parameters, not 'size'");
    }
}
