package keepalivelab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import keepalivelab.load.LoadPlan.Arrivals;
import keepalivelab.load.LoadPlan.Downstream;
import keepalivelab.load.LoadPlan.OpenLoop;
import keepalivelab.load.LoadPlan.RequestShape;
import org.junit.jupiter.api.Test;

class ScheduleTest {
    private static final int MANY = 200_000;

    @Test
    void constantArrivalsDoNotDrift() {
        long[] instants = instants(plan(MANY, 3_000, Arrivals.CONSTANT), 1);
        assertThat(instants[0]).isZero();
        assertThat(instants[3]).isEqualTo(1_000_000);
        assertThat(instants[MANY - 2]).isEqualTo((long) ((MANY - 2) * (1e9 / 3_000)));
    }

    @Test
    void poissonDistancesHaveTheRatesMeanAndAsMuchSpread() {
        long[] instants = instants(plan(MANY, 2_000, Arrivals.POISSON), 7);
        double mean = (double) instants[MANY - 1] / MANY;
        // The mean of MANY exponential distances is within 1 % in more than 99.9 % of seeds; this one is fixed.
        assertThat(mean).isCloseTo(500_000, within(5_000.0));
        double squares = 0;
        for (int i = 1; i < MANY; i++) {
            squares += Math.pow(instants[i] - instants[i - 1] - mean, 2);
        }
        assertThat(Math.sqrt(squares / MANY) / mean).isCloseTo(1, within(0.02));
    }

    @Test
    void equalSeedsMakeEqualInstantsAndOthersDoNot() {
        OpenLoop plan = plan(1_000, 100, Arrivals.POISSON);
        assertThat(instants(plan, 5)).isEqualTo(instants(plan, 5)).isNotEqualTo(instants(plan, 6));
    }

    @Test
    void instantsNeverGoBack() {
        long[] instants = instants(plan(MANY, 1e6, Arrivals.POISSON), 3);
        long[] sorted = instants.clone();
        Arrays.sort(sorted);
        assertThat(instants).isEqualTo(sorted);
    }

    @Test
    void itIsExportedAsCsv() {
        StringBuilder csv = new StringBuilder();
        Schedule.of(plan(3, 300, Arrivals.CONSTANT), 1).writeTo(csv);
        assertThat(csv).hasToString("request,due_us\n0,0.000\n1,3333.333\n2,6666.666\n");
    }

    @Test
    void itEndsWithThePlan() {
        Schedule schedule = Schedule.of(plan(1, 300, Arrivals.CONSTANT), 1);
        assertThat(schedule.nextNanos()).isZero();
        assertThat(schedule.hasNext()).isFalse();
        assertThatThrownBy(schedule::nextNanos).isInstanceOf(IllegalStateException.class);
    }

    private static OpenLoop plan(int requests, double perSecond, Arrivals arrivals) {
        return new OpenLoop(requests, perSecond, arrivals, 1, Downstream.KEEP, RequestShape.GET, Plans.PATIENT);
    }

    private static long[] instants(OpenLoop plan, long seed) {
        Schedule schedule = Schedule.of(plan, seed);
        long[] instants = new long[plan.requests()];
        for (int i = 0; i < instants.length; i++) {
            assertThat(schedule.nextRequest()).isEqualTo(i);
            instants[i] = schedule.nextNanos();
        }
        return instants;
    }
}
