package keepalivelab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MechanismTest {
    @Test
    void theSameCountAgreesWhateverElseIsSaid() {
        assertThat(Mechanism.of(cell(Map.of("accepts", 669), new Difference("no need", null, false))))
                .isEqualTo("agrees");
    }

    @Test
    void aRatioAgreesWithinTheDecimalThatIsPublished() {
        // Ours is 2331 of 3000 = 0.777.
        assertThat(Mechanism.of(cell(Map.of("reuse", 0.7765), null))).isEqualTo("agrees");
        assertThat(Mechanism.of(cell(Map.of("reuse", 0.776), null))).isEqualTo("unexplained");
    }

    @Test
    void anotherCountWithoutAReasonIsUnexplained() {
        assertThat(Mechanism.of(cell(Map.of("accepts", 834), null))).isEqualTo("unexplained");
    }

    @Test
    void aReasonWhoseEvidenceIsThereExplains() {
        assertThat(Mechanism.of(cell(Map.of("accepts", 834), new Difference("two cores", "true", true))))
                .isEqualTo("differs: two cores");
    }

    @Test
    void aReasonWithoutEvidenceExplainsNothing() {
        assertThat(Mechanism.of(cell(Map.of("accepts", 834), new Difference("two cores", "1 > 2", false))))
                .isEqualTo("unexplained");
        assertThat(Mechanism.of(cell(Map.of("accepts", 834), new Difference("so they say", null, false))))
                .isEqualTo("unexplained");
    }

    @Test
    void expectationsThatFollowFromTheKnobsAgreeWhereAllHeld() {
        assertThat(Mechanism.of(draft(Map.of("accepts", 834))
                        .expectation(expect(true))
                        .expectation(expect(true))
                        .judged(Verdict.HELD, List.of())))
                .isEqualTo("agrees");
        assertThat(Mechanism.of(draft(Map.of("accepts", 834))
                        .expectation(expect(true))
                        .expectation(expect(false))
                        .judged(Verdict.FAILED, List.of())))
                .isEqualTo("unexplained");
    }

    @Test
    void anExpectationThatIsNotAskedHereCountsForNothing() {
        CellDraft draft =
                draft(Map.of("accepts", 834)).expectation(expect(true)).expectation(expect(null));
        assertThat(Mechanism.of(draft.judged(Verdict.HELD, List.of()))).isEqualTo("agrees");
        CellDraft none = draft(Map.of("accepts", 834)).expectation(expect(null));
        assertThat(Mechanism.of(none.judged(Verdict.HELD, List.of()))).isEqualTo("unexplained");
    }

    @Test
    void anExpectationThatMayHaveNeededAMissingKnobAgreesWithNothing() {
        CellDraft draft = draft(Map.of("accepts", 834))
                .knobs(Map.of("pool.max-idle", "unsupported"))
                .expectation(expect(true))
                .expectation(expect(null));
        assertThat(Mechanism.of(draft.judged(Verdict.HELD, List.of()))).isEqualTo("unexplained");
    }

    @Test
    void aFigureOfSeveralValuesIsNoPublishedNumber() {
        CellDraft varied = draft(Map.of("figures.left", 8)).figure("left", "7 x1, 8 x19");
        assertThat(Mechanism.of(varied.judged(Verdict.HELD, List.of()))).isEqualTo("unexplained");
        CellDraft same = draft(Map.of("figures.left", 8)).figure("left", 8L);
        assertThat(Mechanism.of(same.judged(Verdict.HELD, List.of()))).isEqualTo("agrees");
    }

    @Test
    void aPublishedRangeHoldsWhatLiesInIt() {
        assertThat(Mechanism.of(cell(Map.of("accepts", "669 to 700"), null))).isEqualTo("agrees");
        assertThat(Mechanism.of(cell(Map.of("accepts", "600 to 669"), null))).isEqualTo("agrees");
        assertThat(Mechanism.of(cell(Map.of("accepts", "670 to 700"), null))).isEqualTo("unexplained");
        assertThat(Mechanism.of(cell(Map.of("accepts", "600 to 668"), null))).isEqualTo("unexplained");
        assertThat(Mechanism.of(cell(Map.of("accepts", "some 600"), null))).isEqualTo("unexplained");
    }

    @Test
    void timesOfAnotherMachineAreNeverCompared() {
        assertThat(Mechanism.of(cell(Map.of("p50_us", 1, "p99", 1, "accepts", 669), null)))
                .isEqualTo("agrees");
        assertThat(Mechanism.of(cell(Map.of("p50", 85.3), null))).isEqualTo("unexplained");
    }

    @Test
    void withoutFiguresToTrustThereIsNothingToSay() {
        assertThat(Mechanism.of(
                        CellResult.of("c", SampleResults.NGINX, Map.of()).judged(Verdict.HELD, List.of())))
                .isEmpty();
        for (Verdict verdict : List.of(Verdict.SKIPPED, Verdict.UNSUPPORTED, Verdict.VOID)) {
            assertThat(Mechanism.of(draft(Map.of("accepts", 669)).judged(verdict, List.of())))
                    .isEmpty();
        }
    }

    private static CellResult cell(Map<String, Object> figures, @Nullable Difference differs) {
        CellDraft draft = draft(figures);
        return (differs == null ? draft : draft.differs(differs)).judged(Verdict.HELD, List.of());
    }

    private static CellDraft draft(Map<String, Object> figures) {
        return CellResult.of("c", SampleResults.NGINX, Map.of())
                .counts(SampleResults.client(3000, 0), SampleResults.backend(669))
                .times(
                        Duration.ofSeconds(2),
                        Times.ofService(new Times.Split(new LatencySummary(3000, 85.3, 86, 87, 88, 89, 0), null, null)))
                .published(new Published(figures, "a document"));
    }

    private static ExpectationResult expect(@Nullable Boolean held) {
        return new ExpectationResult(ExpectationResult.Kind.EXPECT, "x", "", held);
    }
}
