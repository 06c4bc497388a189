package keepalivelab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import keepalivelab.api.InputException;
import keepalivelab.api.Outcome;
import keepalivelab.load.LoadPlan.Fact;
import keepalivelab.load.LoadPlan.Fact.Comparison;
import keepalivelab.load.LoadPlan.Fact.What;
import keepalivelab.load.LoadPlan.Gap;
import keepalivelab.load.LoadPlan.RequestShape;
import keepalivelab.load.LoadPlan.Script;
import keepalivelab.load.LoadPlan.Step;
import org.junit.jupiter.api.Test;

class ScriptTest {
    private static final Gap MILLISECOND = new Gap(Duration.ofMillis(1), Duration.ofMillis(1));

    @Test
    void stepsAreTakenInOrder() {
        try (TinyServer server = TinyServer.healthy()) {
            LoadResult result = run(server, on("a", "/one"), on("b", "/two"), pause(), on("a", "/three"));
            assertThat(server.heads().stream().map(head -> head.split(" ", 3)[1]))
                    .containsExactly("/one", "/two", "/three");
            assertThat(result.accounting().count(Outcome.OK)).isEqualTo(3);
        }
    }

    @Test
    void anUnnamedConnectionCarriesOneRequestAndANamedOneIsKept() {
        try (TinyServer server = TinyServer.healthy()) {
            LoadResult result = run(server, single("/"), on("a", "/"), single("/"), on("a", "/"));
            RequestLog log = result.requests();
            assertThat(log.downstreamConnection(1)).isEqualTo(log.downstreamConnection(3));
            assertThat(result.connections().opens()).isEqualTo(3);
            assertThat(log.exchange(3)).isEqualTo(1);
        }
    }

    @Test
    void aPauseIsAGapWithADueAndAnAchievedTime() {
        try (TinyServer server = TinyServer.healthy()) {
            LoadResult result = run(server, on("a", "/"), pause(), on("a", "/"), on("a", "/"));
            assertThat(result.requests().dueGapNanos(0)).isEqualTo(-1);
            assertThat(result.requests().dueGapNanos(1)).isGreaterThanOrEqualTo(1_000_000);
            assertThat(result.requests().achievedGapNanos(1))
                    .isGreaterThanOrEqualTo(result.requests().dueGapNanos(1));
            assertThat(result.requests().dueGapNanos(2)).isEqualTo(-1);
            assertThat(result.gaps().count()).isEqualTo(1);
        }
    }

    @Test
    void aCloseWhileIdleIsSeenAndNotBlamedOnTheNextRequest() {
        try (TinyServer server = TinyServer.start(talk -> {
            talk.readRequest();
            talk.answer("200 OK", "");
            if (talk.connection() == 3) {
                talk.awaitEnd();
            }
        })) {
            LoadResult result = run(
                    server,
                    server::closed,
                    on("a", "/"),
                    atLeast(1),
                    pause(),
                    on("a", "/"),
                    atLeast(2),
                    pause(),
                    on("a", "/"));
            assertThat(result.accounting().count(Outcome.OK)).isEqualTo(3);
            assertThat(result.connections().idleClosesSeen()).isEqualTo(2);
            assertThat(result.connections().opens()).isEqualTo(3);
        }
    }

    @Test
    void aResetWhileIdleIsSeenToo() {
        CountDownLatch answerRead = new CountDownLatch(1);
        try (TinyServer server = TinyServer.start(talk -> {
            talk.readRequest();
            talk.answer("200 OK", "");
            if (talk.connection() == 1) {
                awaitOpen(answerRead);
                talk.reset();
            }
            talk.awaitEnd();
        })) {
            Count closed = () -> {
                // Facts are read on the loop, after the step before: the answer has been read by now.
                answerRead.countDown();
                return server.closed();
            };
            LoadResult result = run(server, closed, on("a", "/"), atLeast(1), pause(), on("a", "/"));
            assertThat(result.accounting().count(Outcome.OK)).isEqualTo(2);
            assertThat(result.connections().idleClosesSeen()).isEqualTo(1);
        }
    }

    @Test
    void aFactThatNeverComesEndsTheScriptAndIsNamed() {
        Duration limit = Duration.ofMillis(20);
        Fact never = new Fact(What.ACCEPTS, Comparison.AT_LEAST, 9);
        try (TinyServer server = TinyServer.healthy()) {
            LoadResult result =
                    run(server, server::accepts, on("a", "/"), new Step.Await(never, limit), on("a", "/"), single("/"));
            assertThat(result.missedFact()).contains(new MissedFact(never, 1, limit));
            assertThat(result.accounting().neverSent()).isEqualTo(2);
        }
    }

    @Test
    void stepsAfterTheLastRequestCount() {
        Fact never = new Fact(What.ACCEPTS, Comparison.EQUAL, 9);
        try (TinyServer server = TinyServer.healthy()) {
            LoadResult result = run(server, server::accepts, on("a", "/"), new Step.Await(never, Duration.ofMillis(5)));
            assertThat(result.missedFact()).isPresent();
            assertThat(result.accounting().count(Outcome.OK)).isEqualTo(1);
        }
    }

    @Test
    void aHeaderThatTheGeneratorWritesItselfIsRefused() {
        RequestShape shape = new RequestShape("GET", "/", 0, List.of("X-Lab-Request: mine"));
        try (TinyServer server = TinyServer.healthy()) {
            assertThatThrownBy(() -> run(server, new Step.Send(shape, Optional.empty())))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("X-Lab-Request: mine");
        }
    }

    private interface Count {
        long now();
    }

    private static void awaitOpen(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static LoadResult run(TinyServer server, Step... steps) {
        return run(server, () -> 0, steps);
    }

    private static LoadResult run(TinyServer server, Count count, Step... steps) {
        LoadJob job = Plans.job(new Script(List.of(steps), Plans.PATIENT), server.address());
        return new LoadGenerator(job, what -> count.now(), 1).run();
    }

    private static Step on(String connection, String path) {
        return new Step.Send(new RequestShape("GET", path, 0, List.of()), Optional.of(connection));
    }

    private static Step single(String path) {
        return new Step.Send(new RequestShape("GET", path, 0, List.of()), Optional.empty());
    }

    private static Step pause() {
        return new Step.Pause(MILLISECOND);
    }

    private static Step atLeast(long value) {
        return new Step.Await(new Fact(What.EXCHANGES, Comparison.AT_LEAST, value), Plans.PATIENT);
    }
}
