package keepalivelab.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import keepalivelab.backend.CountingBackend;
import keepalivelab.load.LoadGenerator;
import keepalivelab.load.LoadJob;
import keepalivelab.load.LoadPlan;
import keepalivelab.load.LoadResult;
import org.junit.jupiter.api.Test;

class OpenLoopNotesTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    @Test
    void aLagUpToATenthOfTheResponseTimeIsNoDoubt() {
        assertThat(OpenLoopNotes.doubt(100_000, 1_000_000)).isEmpty();
        assertThat(OpenLoopNotes.doubt(100_001, 1_000_000))
                .hasValueSatisfying(
                        note -> assertThat(note).startsWith("doubtful times").contains("p99 100 us", "p50 1000 us"));
        assertThat(OpenLoopNotes.doubt(100_001, 0)).isEmpty();
    }

    /** One connection cannot send 1000 requests a second that take 5 ms each. */
    @Test
    void requestsThatWaitForAConnectionMakeTimesDoubtful() {
        LoadPlan plan = open(LoadPlan.Downstream.KEEP);
        assertThat(OpenLoopNotes.of(plan, run(plan).times()))
                .hasValueSatisfying(note -> assertThat(note).startsWith("doubtful times"));
    }

    @Test
    void aConnectionPerRequestIsToldToBePartOfTheLag() {
        LoadPlan plan = open(LoadPlan.Downstream.NEW);
        assertThat(OpenLoopNotes.of(plan, run(plan).times()))
                .hasValueSatisfying(note -> assertThat(note).startsWith("every request opens its connection"));
    }

    @Test
    void aClosedLoopHasNoLag() {
        LoadPlan plan = new LoadPlan.ClosedLoop(
                5,
                1,
                LoadPlan.Downstream.KEEP,
                LoadPlan.Gap.NONE,
                LoadPlan.RequestShape.GET,
                LoadPlan.Start.AT_ONCE,
                LIMIT);
        assertThat(OpenLoopNotes.of(plan, run(plan).times())).isEmpty();
    }

    private static LoadPlan open(LoadPlan.Downstream downstream) {
        return new LoadPlan.OpenLoop(
                20, 1000, LoadPlan.Arrivals.CONSTANT, 1, downstream, LoadPlan.RequestShape.GET, LIMIT);
    }

    private static LoadResult run(LoadPlan plan) {
        try (CountingBackend backend =
                CountingBackend.builder().behave("delay(5ms)").start()) {
            return new LoadGenerator(new LoadJob(plan, backend.address(), "test", "test", 1)).run();
        }
    }
}
