package keepalivelab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import keepalivelab.api.InputException;
import keepalivelab.load.LoadPlan.Gap;
import keepalivelab.load.LoadPlan.Sweep;
import org.junit.jupiter.api.Test;

class SweepTest {
    private static final Gap FIVE_TWICE = sweep(1_000, 2_000, 250, 2);

    @Test
    void everyGapIsTakenExactlyAsOftenAsTold() {
        List<Long> gaps = drawn(FIVE_TWICE, 42);
        assertThat(gaps)
                .containsExactlyInAnyOrder(
                        1_000_000L,
                        1_000_000L,
                        1_250_000L,
                        1_250_000L,
                        1_500_000L,
                        1_500_000L,
                        1_750_000L,
                        1_750_000L,
                        2_000_000L,
                        2_000_000L);
        assertThat(FIVE_TWICE.count()).isEqualTo(10);
    }

    @Test
    void theUpperBoundIsNeverPassed() {
        assertThat(drawn(sweep(1_000, 2_000, 300, 1), 42))
                .containsExactlyInAnyOrder(1_000_000L, 1_300_000L, 1_600_000L, 1_900_000L);
    }

    @Test
    void equalSeedsMakeEqualOrdersAndOthersMakeOthers() {
        Gap hundred = sweep(1_000, 1_990, 10, 1);
        assertThat(drawn(hundred, 7)).isEqualTo(drawn(hundred, 7)).isNotEqualTo(drawn(hundred, 8));
    }

    @Test
    void neighboursInTimeAreNoNeighboursInGap() {
        List<Long> gaps = drawn(sweep(1_000, 1_990, 10, 1), 7);
        long neighbours = IntStream.range(1, gaps.size())
                .filter(i -> Math.abs(gaps.get(i) - gaps.get(i - 1)) <= 10_000)
                .count();
        assertThat(neighbours).isLessThan(20);
    }

    @Test
    void aClosedLoopSendsOneRequestPerClientAndOneAfterEachGap() {
        try (TinyServer server = TinyServer.healthy()) {
            RequestLog log = Plans.run(Plans.withGap(13, 3, FIVE_TWICE), server).requests();
            long[] due = IntStream.range(0, 13)
                    .mapToLong(log::dueGapNanos)
                    .filter(gap -> gap >= 0)
                    .sorted()
                    .toArray();
            long[] planned = drawn(FIVE_TWICE, 42).stream()
                    .mapToLong(gap -> gap)
                    .sorted()
                    .toArray();
            assertThat(due).isEqualTo(planned);
            assertThat(IntStream.range(0, 13)).allMatch(log::sent);
            assertThat(IntStream.range(0, 13)).allMatch(i -> log.achievedGapNanos(i) >= log.dueGapNanos(i));
        }
    }

    @Test
    void oneClientTakesTheGapsInTheShuffledOrder() {
        try (TinyServer server = TinyServer.healthy()) {
            RequestLog log = Plans.run(Plans.withGap(11, 1, FIVE_TWICE), server).requests();
            assertThat(IntStream.range(1, 11).mapToLong(log::dueGapNanos).boxed())
                    .containsExactlyElementsOf(drawn(FIVE_TWICE, 42));
        }
    }

    @Test
    void anotherNumberOfRequestsThanTheSweepHasIsRefused() {
        assertThatThrownBy(() -> Plans.withGap(10, 1, FIVE_TWICE))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("requests of a sweep 10");
        assertThatThrownBy(() -> new Sweep(Duration.ZERO, 1)).isInstanceOf(InputException.class);
        assertThatThrownBy(() -> new Sweep(Duration.ofMillis(1), 0)).isInstanceOf(InputException.class);
    }

    private static Gap sweep(long fromMicros, long toMicros, long stepMicros, int repeat) {
        return new Gap(
                Duration.ofNanos(fromMicros * 1_000),
                Duration.ofNanos(toMicros * 1_000),
                Optional.of(new Sweep(Duration.ofNanos(stepMicros * 1_000), repeat)));
    }

    private static List<Long> drawn(Gap gap, long seed) {
        SweepGaps gaps = SweepGaps.of(gap, seed).orElseThrow();
        List<Long> drawn = new ArrayList<>();
        for (long next = gaps.take(); next != SweepGaps.NONE_LEFT; next = gaps.take()) {
            drawn.add(next);
        }
        return drawn;
    }
}
