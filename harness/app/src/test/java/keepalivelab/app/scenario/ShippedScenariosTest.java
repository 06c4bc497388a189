package keepalivelab.app.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import keepalivelab.api.Arm;
import keepalivelab.api.Knob;
import keepalivelab.load.LoadPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every expectation that we ship is judged on made-up results: the right ones hold, and each can fail. */
class ShippedScenariosTest {
    private static final Catalog CATALOG = new Catalog(Path.of(System.getProperty("keepalivelab.home", ".")));
    private static final String OLD = "nginx@1.22.1";
    private static final String NEW = "nginx@1.31.3";
    private static final String EMBEDDED = "embedded:lifo";
    private static final String IDEMPOTENT = MadeResult.IDEMPOTENT;
    private static final String ANY = "any-within-64KiB-on-reused";
    private static final String FIRST = MadeResult.FIRST;
    private static final String LATER = MadeResult.LATER;

    static List<String> ids() {
        return CATALOG.ids();
    }

    @ParameterizedTest
    @MethodSource("ids")
    void everyScenarioReadsResolvesAndCompiles(String id) {
        Scenario scenario = CATALOG.read(id, Vocabulary.any());
        Expectations.compile(scenario);
        List<CellPlan> cells = scenario.resolve(Map.of(), List.of()).cells();
        boolean pool = cells.get(0).work() instanceof CellWork.PoolTrials;
        assertThat(cells)
                .allSatisfy(cell -> assertThat(cell.behaviours().isEmpty()).isEqualTo(pool || answersItself(cell)));
        assertThat(scenario.header().question()).endsWith("?");
        assertThat(scenario.claims().table()).contains("arm");
        boolean published = !scenario.claims().published().cells().isEmpty();
        assertThat(scenario.claims().table().stream().anyMatch(column -> column.startsWith("published")))
                .isEqualTo(published);
        assertThat(cells.stream().map(CellPlan::id).collect(Collectors.toSet())).hasSameSizeAs(cells);
    }

    /** Without an upstream there is no backend that could behave. */
    private static boolean answersItself(CellPlan cell) {
        return cell.knobs().text(Knob.ROLE).filter("answer"::equals).isPresent();
    }

    @Test
    void theDocumentsCountsAndGapsAreTheDefaults() {
        assertThat(read("keepalive-default").params()).containsEntry("n", 1000L);
        assertThat(read("keepalive-size").params()).isEqualTo(Map.of("n", 3000L, "cap", 1000L));
        assertThat(read("keepalive-size").axes())
                .isEqualTo(Map.of("size", List.of(2L, 8L, 32L), "clients", List.of(1L, 8L, 32L)));
        assertThat(read("keepalive-requests").params()).isEqualTo(Map.of("n", 3000L, "limit", 100L));
        assertThat(read("idle-close").params()).isEqualTo(Map.of("n", 60L, "idle", "300ms"));
        assertThat(cells("idle-close", NEW))
                .extracting(cell -> cell.load().toString())
                .anySatisfy(load -> assertThat(load).contains("PT0.27S").contains("PT0.33S"));
        assertThat(cells("keepalive-size", NEW))
                .allSatisfy(cell ->
                        assertThat(((LoadPlan.ClosedLoop) cell.load()).start()).isEqualTo(LoadPlan.Start.BARRIER));
    }

    @Test
    void publishedFiguresStandInTheirCells() {
        assertThat(cells("keepalive-size", NEW))
                .extracting(cell -> cell.published().get(0).figures().get("accepts"))
                .containsExactly(3L, 834L, 853L, 3L, 8L, 171L, 3L, 8L, 28L);
        assertThat(cells("idle-close", NEW))
                .extracting(cell -> cell.published().get(0).figures().get("accepts"))
                .containsExactly(1L, 60L, 36L);
    }

    @Test
    void keepaliveDefaultKnowsTheVersions() {
        Trial trial = new Trial("keepalive-default");
        for (long accepts : List.of(1L, 1000L)) {
            MadeResult made = MadeResult.of(1000).accepts(accepts);
            trial.judge(0, OLD, made).expect(accepts == 1000);
            trial.judge(0, NEW, made).expect(accepts == 1);
            trial.judge(0, EMBEDDED, made).expect(accepts == 1);
            trial.judge(1, NEW, made).expect(accepts == 1000);
            trial.judge(2, NEW, made).expect(accepts == 1000);
            trial.judge(3, OLD, made).expect(accepts == 1);
            trial.judge(4, NEW, made).expect(accepts == 1000);
            trial.judge(4, OLD, made).expect(accepts == 1000);
            trial.judge(4, EMBEDDED, made).expect(accepts == 1);
        }
        trial.judge(0, "embedded:none", MadeResult.of(1000).accepts(1000)).expect(true);
        trial.judge(0, NEW, MadeResult.of(1000).ok(999)).expect(false);
        trial.judge(0, NEW, MadeResult.of(1000).clientReused(5)).expect(false);
        trial.everyRuleWasSeenBothWays();
    }

    @Test
    void keepaliveSizeJudgesWhatFollowsFromTheKnobs() {
        Trial trial = new Trial("keepalive-size");
        trial.judge(0, NEW, MadeResult.of(3000).exchanges(1000, 1000, 1000)).expect(true);
        trial.judge(0, NEW, MadeResult.of(3000).exchanges(1000, 1000, 500, 500)).expect(false);
        MadeResult eight = MadeResult.of(3000).exchanges(375, 375, 375, 375, 375, 375, 375, 375);
        trial.judge(4, NEW, eight).expect(true);
        trial.judge(4, NEW, MadeResult.of(3000).exchanges(375, 375, 375, 375, 375, 375, 750))
                .expect(false);
        trial.judge(4, NEW, MadeResult.of(3000).exchanges(1000, 250, 250, 250, 250, 250, 250, 250, 250))
                .expect(true);
        trial.judge(4, NEW, MadeResult.of(3000).exchanges(999, 251, 250, 250, 250, 250, 250, 250, 250))
                .expect(false);
        trial.judge(1, NEW, MadeResult.of(3000).accepts(834)).expect(true);
        trial.judge(4, NEW, eight.ok(2999)).expect(false);
        trial.judge(4, NEW, eight.clientReused(1)).expect(false);
        trial.judge(0, NEW, MadeResult.of(3000).exchanges(3000).unsupported("pool.max-requests"))
                .expect(true);
        trial.judge(0, NEW, MadeResult.of(3000).exchanges(1500, 1500).unsupported("pool.max-requests"))
                .expect(false);
        trial.judge(1, NEW, MadeResult.of(3000).exchanges(1000, 1000, 1000).knob("pool.max-idle", "emulated"))
                .expect(true);
        trial.judge(1, NEW, MadeResult.of(3000).accepts(834).knob("pool.max-idle", "emulated"))
                .expect(false);
        trial.everyRuleWasSeenBothWays();
    }

    @Test
    void keepaliveSizeShowsAnArmWithoutAnIdleCapAndDoesNotJudgeIt() {
        Trial trial = new Trial("keepalive-size");
        for (int cell = 0; cell < 9; cell++) {
            trial.judge(cell, NEW, MadeResult.of(3000).exchanges(1, 2, 3).unsupported("pool.max-idle"))
                    .expect(true);
        }
    }

    @Test
    void keepaliveSizeJudgesNoCapThatTheDriverCannotSet() {
        Trial trial = new Trial("keepalive-size");
        MadeResult made = MadeResult.of(3000).exchanges(3000);
        trial.judge(0, NEW, made.unsupported("pool.max-requests")).expect(true);
        trial.judge(0, NEW, made).expect(false);
    }

    @Test
    void aDifferenceOfDirectionIsExplainedAndAnotherIsNot() {
        Trial trial = new Trial("keepalive-size");
        assertThat(trial.explanation(1, NEW, MadeResult.of(3000).accepts(637))).isTrue();
        assertThat(trial.explanation(1, NEW, MadeResult.of(3000).accepts(8))).isFalse();
        assertThat(trial.explanation(8, NEW, MadeResult.of(3000).accepts(32))).isTrue();
        assertThat(trial.explanation(0, NEW, MadeResult.of(3000).accepts(4))).isFalse();
        assertThat(trial.explanation(0, NEW, MadeResult.of(3000).accepts(1).unsupported("pool.max-requests")))
                .isTrue();
        assertThat(trial.explanation(1, NEW, MadeResult.of(3000).accepts(2).knob("pool.max-idle", "emulated")))
                .isTrue();
        Trial older = new Trial("keepalive-default");
        assertThat(older.explanation(0, OLD, MadeResult.of(1000).accepts(1000))).isTrue();
        assertThat(older.explanation(0, NEW, MadeResult.of(1000).accepts(1000))).isFalse();
    }

    @Test
    void keepaliveRequestsCountsRetirements() {
        Trial trial = new Trial("keepalive-requests");
        long[] hundreds = LongStream.generate(() -> 100).limit(30).toArray();
        MadeResult made = MadeResult.of(3000).exchanges(hundreds);
        trial.judge(0, NEW, made).expect(true);
        trial.judge(0, NEW, MadeResult.of(3000).exchanges(1500, 1500)).expect(false);
        trial.judge(0, NEW, made.ok(1)).expect(false);
        trial.judge(0, NEW, made.clientReused(1)).expect(false);
        trial.everyRuleWasSeenBothWays();
    }

    @Test
    void idleCloseHasARangeOnlyAroundTheLimit() {
        Trial trial = new Trial("idle-close");
        trial.judge(0, NEW, MadeResult.of(60).accepts(1)).expect(true);
        trial.judge(0, NEW, MadeResult.of(60).accepts(2)).expect(false);
        trial.judge(1, NEW, MadeResult.of(60).accepts(60).earlyCloses(1)).expect(true);
        trial.judge(1, NEW, MadeResult.of(60).accepts(59)).expect(false);
        for (int inside : List.of(20, 36, 45)) {
            trial.judge(2, NEW, endedByTheBackend(inside, inside - 1)).expect(true);
            trial.judge(2, NEW, endedByTheBackend(inside, inside - 2)).expect(false);
        }
        trial.judge(2, NEW, endedByTheBackend(19, 18)).expect(false);
        trial.judge(2, NEW, endedByTheBackend(46, 46)).expect(false);
        trial.judge(0, NEW, MadeResult.of(60).accepts(1).ok(59)).expect(false);
        MadeResult good = endedByTheBackend(36, 35);
        trial.judge(2, NEW, good.ok(59)).expect(false);
        Map<String, Object> more = new HashMap<>(good.more());
        more.put("retry", MadeResult.retry("none"));
        trial.judge(2, NEW, good.ok(59).more(more)).expect(true);
        trial.everyRuleWasSeenBothWays();
    }

    /** 60 requests on so many connections, and how many of these the backend closed. */
    private static MadeResult endedByTheBackend(int accepts, int closed) {
        List<Map<String, Object>> connections = IntStream.range(0, accepts)
                .mapToObj(i -> Map.<String, Object>of("closedBy", i < closed ? "backend" : "peer", "how", "fin"))
                .toList();
        return MadeResult.of(60).accepts(accepts).more(Map.of("ledger", Map.of("connections", connections)));
    }

    @Test
    void idleClose200msFollowsTheConnections() {
        Trial trial = new Trial("idle-close-200ms");
        MadeResult good = MadeResult.of(3)
                .accepts(2)
                .request("GET", 200, 1)
                .request("GET", 200, 1)
                .request("GET", 200, 2);
        trial.judge(0, NEW, good).expect(true);
        trial.judge(0, NEW, good.ok(2)).expect(false);
        trial.judge(0, NEW, good.accepts(3)).expect(false);
        trial.judge(
                        0,
                        NEW,
                        MadeResult.of(3)
                                .accepts(2)
                                .request("GET", 200, 1)
                                .request("GET", 200, 2)
                                .request("GET", 200, 2))
                .expect(false);
        trial.judge(
                        0,
                        NEW,
                        MadeResult.of(3)
                                .accepts(2)
                                .request("GET", 200, 1)
                                .request("GET", 200, 1)
                                .request("GET", 200, 1, 2))
                .expect(false);
        trial.everyRuleWasSeenBothWays();
    }

    @Test
    void closeOnSecondRequestFollowsTheRuleThatTheArmStates() {
        Trial trial = new Trial("close-on-second-request");
        int getSame = 0;
        int postSame = 1;
        int getNew = 2;
        int postNew = 3;
        int unread = 8;
        trial.judge(getSame, NEW, tried(IDEMPOTENT, "200", 2, 2)).expect(true);
        trial.judge(getSame, NEW, tried(IDEMPOTENT, "200", 2, 1)).expect(false);
        trial.judge(getSame, NEW, tried(IDEMPOTENT, LATER, 1, 1)).expect(false);
        trial.judge(postSame, NEW, tried(IDEMPOTENT, LATER, 1, 1)).expect(true);
        trial.judge(postSame, NEW, tried(IDEMPOTENT, FIRST, 1, 1)).expect(false);
        trial.judge(postSame, NEW, tried(IDEMPOTENT, "200", 2, 2)).expect(false);
        trial.judge(postNew, NEW, tried(IDEMPOTENT, FIRST, 1, 1)).expect(true);
        trial.judge(postNew, NEW, tried(ANY, "200", 2, 2)).expect(true);
        trial.judge(getNew, NEW, tried("none", FIRST, 1, 1)).expect(true);
        trial.judge(getNew, NEW, tried("none", "200", 2, 2)).expect(false);
        trial.judge(unread + getSame, NEW, tried(IDEMPOTENT, "200", 1, 2)).expect(true);
        trial.judge(unread + getSame, NEW, tried(IDEMPOTENT, "200", 2, 2)).expect(false);
        trial.judge(unread + postSame, NEW, tried("none", LATER, 0, 1)).expect(true);
        trial.judge(unread + postSame, NEW, tried("unknown", "200", 3, 3)).expect(true);
        trial.judge(getSame, NEW, tried(4, IDEMPOTENT, "200", 2, 2)).expect(false);
        trial.judge(unread + postSame, NEW, tried(3, ANY, "502", 0, 1)).expect(true);
        trial.judge(unread + getSame, NEW, tried(3, ANY, "200", 1, 2)).expect(false);
        trial.everyRuleWasSeenBothWays();
    }

    private static MadeResult tried(String rule, String answer, long attempts, long accepts) {
        return tried(5, rule, answer, attempts, accepts);
    }

    private static MadeResult tried(long equal, String rule, String answer, long attempts, long accepts) {
        return MadeResult.of(10)
                .more(Map.of(
                        "figures",
                        Map.of(
                                "equalTries", equal,
                                "answer", answer,
                                "attempts", attempts,
                                "executions", attempts,
                                "accepts", accepts),
                        "retry",
                        MadeResult.retry(rule)));
    }

    private static Scenario read(String id) {
        return CATALOG.read(id, Vocabulary.any());
    }

    private static List<CellPlan> cells(String id, String arm) {
        Arm parsed = Arm.parse(arm);
        return read(id).resolve(Map.of(), List.of(parsed)).cells(parsed);
    }

    /** Judges one scenario on several results and remembers how each rule ended. */
    private static final class Trial {
        private final Scenario scenario;
        private final Expectations expectations;
        private final Map<Rule, Set<Judgement.Status>> seen = new LinkedHashMap<>();
        private List<Judgement> last = List.of();

        Trial(String id) {
            scenario = read(id);
            expectations = Expectations.compile(scenario);
        }

        Trial judge(int cell, String arm, MadeResult made) {
            last = expectations.judge(variables(cell, arm, made));
            last.forEach(j -> seen.computeIfAbsent(j.rule(), r -> EnumSet.noneOf(Judgement.Status.class))
                    .add(j.status()));
            return this;
        }

        boolean explanation(int cell, String arm, MadeResult made) {
            return expectations.explanation(variables(cell, arm, made)).isPresent();
        }

        void expect(boolean held) {
            assertThat(last).noneMatch(j -> j.status() == Judgement.Status.BROKEN);
            if (held) {
                assertThat(last).noneMatch(Judgement::fails);
            } else {
                assertThat(last).anyMatch(Judgement::fails);
            }
        }

        void everyRuleWasSeenBothWays() {
            seen.forEach((rule, statuses) -> {
                if (rule.kind() == Kind.RECORD) {
                    assertThat(statuses).as(rule.says()).contains(Judgement.Status.RECORDED);
                } else {
                    assertThat(statuses).as(rule.says()).contains(Judgement.Status.HELD, Judgement.Status.FAILED);
                }
            });
        }

        private Map<String, Object> variables(int cell, String arm, MadeResult made) {
            Arm parsed = Arm.parse(arm);
            ResolvedScenario resolved = scenario.resolve(Map.of(), List.of(parsed));
            Map<String, Object> variables =
                    resolved.variables(resolved.cells(parsed).get(cell));
            variables.put(
                    "arm",
                    Map.of(
                            "driver", parsed.driver(),
                            "variant", parsed.variant().orElse(""),
                            "version", parsed.target().orElse(""),
                            "label", arm));
            variables.putAll(made.variables());
            variables.put("knobs", knobs(variables));
            return variables;
        }

        /** Every knob that is set is applied, unless the made-up result says otherwise. */
        private static Map<Object, Object> knobs(Map<String, Object> variables) {
            Map<Object, Object> knobs = new LinkedHashMap<>();
            ((Map<?, ?>) Objects.requireNonNull(variables.get("settings")))
                    .keySet()
                    .forEach(knob -> knobs.put(knob, "applied"));
            knobs.putAll((Map<?, ?>) Objects.requireNonNull(variables.get("knobs")));
            return knobs;
        }
    }
}
