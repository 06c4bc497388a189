package keepalivelab.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToLongFunction;
import keepalivelab.app.scenario.AfterStep;
import keepalivelab.load.LoadPlan.Fact;
import org.junit.jupiter.api.Test;

class AfterLoadTest {
    private static final Fact NOTHING_OPEN = new Fact(Fact.What.OPEN_CONNECTIONS, Fact.Comparison.EQUAL, 0);
    private static final Duration LONG = Duration.ofMinutes(5);

    private final AtomicInteger asked = new AtomicInteger();

    /** Four connections that close one after the other, each time somebody looks. */
    private long closing(Fact.What what) {
        return what == Fact.What.ACCEPTS ? 7 : Math.max(0, 4 - asked.getAndIncrement());
    }

    private Map<String, Object> note(boolean interrupted, AfterStep... steps) {
        ToLongFunction<Fact.What> backend = this::closing;
        return new AfterLoad(backend, () -> interrupted).note(List.of(steps));
    }

    @Test
    void marksAreTakenInTheirOrderAndTheirDelayPassesFirst() {
        AfterStep now = new AfterStep.Mark(Duration.ZERO, Fact.What.OPEN_CONNECTIONS, "first");
        AfterStep later = new AfterStep.Mark(Duration.ofMillis(2), Fact.What.OPEN_CONNECTIONS, "second");
        AfterStep accepts = new AfterStep.Mark(Duration.ZERO, Fact.What.ACCEPTS, "third");
        Map<String, Object> figures = note(false, now, later, accepts);
        assertThat(figures.keySet()).containsExactly("first", "second", "third");
        assertThat(figures.values()).containsExactly(4L, 3L, 7L);
    }

    @Test
    void aFactThatComesEndsTheWaiting() {
        assertThat(note(false, new AfterStep.Await(NOTHING_OPEN, LONG, "empty")))
                .containsEntry("empty", true);
    }

    @Test
    void aFactThatDoesNotComeIsFalse() {
        Fact never = new Fact(Fact.What.ACCEPTS, Fact.Comparison.EQUAL, 0);
        assertThat(note(false, new AfterStep.Await(never, Duration.ofMillis(3), "none")))
                .containsEntry("none", false);
    }

    @Test
    void anInterruptionEndsTheWaiting() {
        AfterStep wait = new AfterStep.Mark(LONG, Fact.What.ACCEPTS, "accepts");
        assertThat(note(true, wait)).containsEntry("accepts", 7L);
    }
}
