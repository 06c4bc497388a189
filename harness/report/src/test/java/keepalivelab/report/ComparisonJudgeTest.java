package keepalivelab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ComparisonJudgeTest {
    private static final int ROUNDS = 16;

    private static List<Gate> judge(boolean exact, int windows, List<Round> rounds) {
        return ComparisonJudge.gates(Compared.how(ROUNDS, windows, exact), rounds);
    }

    private static Gate gate(List<Gate> gates, String metric) {
        return gates.stream().filter(g -> g.metric().equals(metric)).findFirst().orElseThrow();
    }

    @Test
    void equalExactCountsPass() {
        Gate gate = gate(judge(true, 0, Compared.counted(ROUNDS, i -> 8, i -> 8)), "accepts");
        assertThat(gate.verdict()).isEqualTo(Verdict.HELD);
        assertThat(gate.reason()).isEqualTo("equal in every round");
        assertThat(gate.estimate()).isZero();
    }

    @Test
    void oneMoreConnectionInEveryRoundRegressesAnExactCell() {
        Gate gate = gate(judge(true, 0, Compared.counted(ROUNDS, i -> 8, i -> 9)), "accepts");
        assertThat(gate.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(gate.reason()).isEqualTo("more in 16 of 16 rounds: 9 instead of 8");
        assertThat(gate.low()).isEqualTo(1);
    }

    @Test
    void oneMoreConnectionInOneRoundIsNotCalledARegression() {
        Gate gate = gate(judge(true, 0, Compared.counted(ROUNDS, i -> 8, i -> i == 3 ? 9 : 8)), "accepts");
        assertThat(gate.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(gate.reason()).isEqualTo("more in 1 of 16 rounds, which may be chance");
    }

    @Test
    void fewerConnectionsPass() {
        Gate gate = gate(judge(true, 0, Compared.counted(ROUNDS, i -> 9, i -> 8)), "accepts");
        assertThat(gate.verdict()).isEqualTo(Verdict.HELD);
        assertThat(gate.reason()).isEqualTo("fewer in some rounds, more in none");
    }

    @Test
    void churnIsJudgedAgainstAMargin() {
        SplittableRandom random = new SplittableRandom(16);
        long[] noise = random.longs(ROUNDS, -10, 11).toArray();
        // 3000 requests: 15 accepts are the margin of half a point, 60 the tolerance of two.
        assertThat(churn(noise, 0).verdict()).isEqualTo(Verdict.HELD);
        assertThat(churn(noise, 10).verdict()).isEqualTo(Verdict.HELD);
        assertThat(churn(noise, 60).verdict()).isEqualTo(Verdict.FAILED);
        assertThat(churn(noise, 60).estimate()).isBetween(1.7, 2.3);
    }

    private static Gate churn(long[] noise, long more) {
        return gate(judge(false, 0, Compared.counted(ROUNDS, i -> 300, i -> 300 + noise[i] + more)), "acceptsPer100");
    }

    @Test
    void aSlowerCandidateRegressesInBothPercentiles() {
        List<Gate> gates = judge(true, 6, Compared.timed(ROUNDS, 1.2));
        assertThat(gates).extracting(Gate::metric).containsExactly("rules", "accepts", "openAtEnd", "p50", "p99");
        assertThat(gate(gates, "p50").verdict()).isEqualTo(Verdict.FAILED);
        assertThat(gate(gates, "p50").estimate()).isBetween(0.17, 0.23);
        assertThat(gate(gates, "p50").reason())
                .startsWith("worse by at least +1")
                .contains("margin +3.0%");
        assertThat(gate(gates, "p99").verdict()).isEqualTo(Verdict.FAILED);
    }

    @Test
    void anEqualCandidatePassesAndSaysWhatWouldHaveBeenSeen() {
        Gate gate = gate(judge(true, 6, Compared.timed(ROUNDS, 1)), "p50");
        assertThat(gate.verdict()).isEqualTo(Verdict.HELD);
        assertThat(gate.minimalDetectable()).isBetween(0.03, 0.08);
        assertThat(gate.high()).isLessThan(gate.tolerance());
    }

    @Test
    void timesShareAlphaAndCountsKeepTheirs() {
        List<Gate> gates = judge(true, 6, Compared.timed(ROUNDS, 1));
        assertThat(gate(gates, "p50").alpha()).isEqualTo(0.005);
        assertThat(gate(gates, "accepts").alpha()).isEqualTo(0.01);
    }

    @Test
    void theOrderOfRoundsDoesNotMatter() {
        List<Round> rounds = new ArrayList<>(Compared.timed(ROUNDS, 1.04));
        List<Gate> before = judge(true, 6, rounds);
        Collections.reverse(rounds);
        assertThat(judge(true, 6, rounds)).isEqualTo(before);
    }

    @Test
    void bothArmsTwiceAsSlowChangesNothing() {
        List<Round> slow = Compared.timed(ROUNDS, 1.04).stream()
                .map(r -> Compared.round(
                        r.index(), scaled(r.arms().get(0)), scaled(r.arms().get(1))))
                .toList();
        Gate before = gate(judge(true, 6, Compared.timed(ROUNDS, 1.04)), "p50");
        Gate after = gate(judge(true, 6, slow), "p50");
        assertThat(after.verdict()).isEqualTo(before.verdict());
        assertThat(after.p()).isEqualTo(before.p());
    }

    private static RoundArm scaled(RoundArm arm) {
        return Compared.arm(
                arm.label(),
                8,
                arm.windows().stream()
                        .map(w -> Compared.window(2 * w.p50Us(), w.lagP99Us()))
                        .toList());
    }

    @Test
    void oneWildWindowInEveryRoundFlipsNoVerdict() {
        List<Round> wild = Compared.timed(ROUNDS, 1).stream()
                .map(r -> Compared.round(
                        r.index(), r.arms().get(0), withWildWindow(r.arms().get(1))))
                .toList();
        assertThat(gate(judge(true, 6, wild), "p50").verdict()).isEqualTo(Verdict.HELD);
    }

    private static RoundArm withWildWindow(RoundArm arm) {
        List<TimedWindow> windows = new ArrayList<>(arm.windows());
        windows.set(2, Compared.window(90_000, 1));
        return Compared.arm(arm.label(), 8, windows);
    }

    @Test
    void aLateGeneratorDropsThePairOfWindows() {
        List<Round> rounds = Compared.timed(ROUNDS, 1).stream()
                .map(r -> r.index() % 2 == 0 ? r : lateAndSlow(r, 1))
                .toList();
        Gate gate = gate(judge(true, 6, rounds), "p50");
        assertThat(gate.rounds()).isEqualTo(ROUNDS);
        assertThat(gate.verdict()).isEqualTo(Verdict.HELD);
    }

    @Test
    void tooManyLateWindowsAreNoMeasurement() {
        List<Round> rounds =
                Compared.timed(ROUNDS, 1).stream().map(r -> lateAndSlow(r, 2)).toList();
        List<Gate> gates = judge(true, 6, rounds);
        assertThat(gates).extracting(Gate::metric).containsExactly("rules", "accepts", "openAtEnd", "times");
        assertThat(gate(gates, "times").verdict()).isEqualTo(Verdict.VOID);
        assertThat(gate(gates, "times").reason()).contains("32 of 96 pairs");
    }

    /** The first windows of the candidate are late and ten times as slow. */
    private static Round lateAndSlow(Round round, int late) {
        List<TimedWindow> windows = new ArrayList<>(round.arms().get(1).windows());
        for (int w = 0; w < late; w++) {
            windows.set(w, Compared.window(10 * windows.get(w).p50Us(), 5000));
        }
        return Compared.round(round.index(), round.arms().get(0), Compared.arm("new", 8, windows));
    }

    @Test
    void aRuleThatOnlyTheCandidateBreaksIsARegressionAtOnce() {
        List<Round> rounds = new ArrayList<>(Compared.counted(ROUNDS, i -> 8, i -> 8));
        rounds.set(5, Compared.round(5, rounds.get(5).arms().get(0), breaking("new")));
        Gate gate = gate(judge(true, 0, rounds), "rules");
        assertThat(gate.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(gate.reason()).isEqualTo("round 5: every request is answered");
        rounds.set(7, Compared.round(7, breaking("old"), breaking("new")));
        assertThat(gate(judge(true, 0, rounds), "rules").verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    }

    private static RoundArm breaking(String label) {
        RoundArm arm = Compared.arm(label, 8, List.of());
        return new RoundArm(label, arm.counts(), null, List.of(), List.of("every request is answered"), List.of());
    }

    @Test
    void failedRequestsAreARegressionWhereChanceDoesNotExplainThem() {
        assertThat(gate(judge(true, 0, failing(0, 1)), "notOk").verdict()).isEqualTo(Verdict.FAILED);
        assertThat(gate(judge(true, 0, failing(1, 1)), "notOk").verdict()).isEqualTo(Verdict.HELD);
        assertThat(judge(true, 0, failing(0, 0))).extracting(Gate::metric).doesNotContain("notOk");
        List<Round> few = new ArrayList<>(failing(0, 0));
        few.set(0, failing(0, 6).get(0));
        assertThat(gate(judge(true, 0, few), "notOk").verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    }

    private static List<Round> failing(long base, long candidate) {
        List<Round> rounds = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            rounds.add(Compared.round(i, failing("old", base), failing("new", candidate)));
        }
        return rounds;
    }

    private static RoundArm failing(String label, long notOk) {
        RoundCounts counts = new RoundCounts(3000, notOk, 8, 0, 0, 3000, 2992, 0, 8, 4000);
        return new RoundArm(label, counts, null, List.of(), List.of(), List.of());
    }

    @Test
    void aRoundThatCannotBeTrustedVoidsItsCell() {
        List<Round> rounds = new ArrayList<>(Compared.counted(ROUNDS, i -> 8, i -> 8));
        RoundArm dead = new RoundArm("new", null, null, List.of(), List.of(), List.of("the proxy died"));
        rounds.set(2, Compared.round(2, rounds.get(2).arms().get(0), dead));
        List<Gate> gates = judge(true, 0, rounds);
        assertThat(gates).hasSize(1);
        assertThat(gates.get(0).verdict()).isEqualTo(Verdict.VOID);
        assertThat(gates.get(0).reason()).isEqualTo("round 2, new: the proxy died");
    }

    @Test
    void tooFewRoundsAreKnownBeforehand() {
        assertThat(ComparisonJudge.fewestRounds(0.01, 0)).isEqualTo(7);
        assertThat(ComparisonJudge.fewestRounds(0.01, 2)).isEqualTo(8);
        assertThat(ComparisonJudge.fewestRounds(0.01, 4)).isEqualTo(9);
    }
}
