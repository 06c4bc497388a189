package keepalivelab.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PaceTest {
    private static final int STAGES = 40;

    /** Both sides wait for each other, and the common pool may have a single thread. */
    private static final Executor THREAD_EACH = task -> new Thread(task, "side").start();

    private final List<String> events = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger working = new AtomicInteger();
    private final AtomicInteger mostWorking = new AtomicInteger();

    private CompletableFuture<Void> side(Pace pace, int side, int stages) {
        return CompletableFuture.runAsync(
                () -> {
                    for (int stage = 0; stage < stages; stage++) {
                        pace.begin(side);
                        mostWorking.accumulateAndGet(working.incrementAndGet(), Math::max);
                        events.add(stage + ":" + side);
                        working.decrementAndGet();
                        pace.end(side);
                    }
                    pace.leave(side);
                },
                THREAD_EACH);
    }

    private void bothSides(Pace pace, int stagesOfFirst, int stagesOfSecond) throws Exception {
        CompletableFuture.allOf(side(pace, 0, stagesOfFirst), side(pace, 1, stagesOfSecond))
                .get(20, TimeUnit.SECONDS);
    }

    @Test
    void inTurnNeverLetsBothWorkAndNoStageOvertakesAnother() throws Exception {
        bothSides(Pace.inTurn(3), STAGES, STAGES);
        assertThat(mostWorking).hasValue(1);
        List<Integer> stages =
                events.stream().map(e -> Integer.valueOf(e.split(":", 2)[0])).toList();
        assertThat(stages).isSorted().hasSize(2 * STAGES);
    }

    @Test
    void whoIsFirstInTurnIsDrawnAnew() throws Exception {
        bothSides(Pace.inTurn(3), STAGES, STAGES);
        long baseFirst = 0;
        for (int stage = 0; stage < STAGES; stage++) {
            baseFirst += events.get(2 * stage).endsWith(":0") ? 1 : 0;
        }
        assertThat(baseFirst).isBetween(STAGES / 5L, STAGES * 4L / 5);
    }

    @Test
    void aSideThatHasLeftIsNotWaitedFor() throws Exception {
        bothSides(Pace.inTurn(3), 2, STAGES);
        bothSides(Pace.together(), STAGES, 2);
        assertThat(events).hasSize(2 * (STAGES + 2));
    }

    @Test
    void togetherNeitherSideBeginsAStageBeforeTheOtherEndedTheOneBefore() throws Exception {
        bothSides(Pace.together(), STAGES, STAGES);
        int[] seen = new int[2];
        for (String event : events) {
            int side = Integer.parseInt(event.split(":", 2)[1]);
            seen[side]++;
            assertThat(Math.abs(seen[0] - seen[1])).isLessThanOrEqualTo(1);
        }
    }
}
