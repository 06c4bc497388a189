package keepalivelab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import keepalivelab.api.Outcome;
import keepalivelab.load.LoadPlan.Arrivals;
import keepalivelab.load.LoadPlan.Downstream;
import keepalivelab.load.LoadPlan.OpenLoop;
import keepalivelab.load.LoadPlan.RequestShape;
import keepalivelab.load.Times.Span;
import keepalivelab.load.Times.Split;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpenLoopTest {
    private static final long HOLD_NANOS = 60_000_000;

    @ParameterizedTest
    @CsvSource({"50,1,1", "50,7,1", "51,7,2", "20,1,3"})
    void everyPlannedRequestIsSentOnce(int requests, int connections, int loops) {
        try (TinyServer server = TinyServer.healthy()) {
            LoadResult result = run(server, plan(requests, 5_000, connections, Downstream.KEEP), loops);
            assertThat(result.accounting().count(Outcome.OK)).isEqualTo(requests);
            assertThat(server.heads().stream().distinct()).hasSize(requests);
            assertThat(server.accepts()).isLessThanOrEqualTo(connections);
        }
    }

    @Test
    void responseServiceAndLagAreKeptApart() {
        try (TinyServer server = TinyServer.healthy()) {
            Times times = run(server, plan(40, 4_000, 4, Downstream.KEEP), 1).times();
            assertThat(times.spans()).containsExactly(Span.SERVICE, Span.RESPONSE, Span.LAG);
            for (Span span : Span.values()) {
                assertThat(times.histogram(span, Split.ALL).getTotalCount()).isEqualTo(40);
            }
            assertThat(times.histogram(Span.RESPONSE, Split.ALL).getMaxValue())
                    .isGreaterThanOrEqualTo(
                            times.histogram(Span.SERVICE, Split.ALL).getMaxValue());
        }
    }

    @Test
    void aRequestThatWaitsForAConnectionCountsItsWait() {
        try (TinyServer server = TinyServer.start(talk -> {
            while (talk.readRequest()) {
                if (talk.number() == 0) {
                    stall();
                }
                talk.answer("200 OK", "");
            }
        })) {
            Times times = run(server, plan(10, 1_000, 1, Downstream.KEEP), 1).times();
            // Request 1 was due 1 ms after request 0 and could not be sent before the answer to it.
            assertThat(times.histogram(Span.LAG, Split.ALL).getMaxValue()).isGreaterThan(HOLD_NANOS - 2_000_000);
            assertThat(times.histogram(Span.RESPONSE, Split.ALL).getValueAtPercentile(50))
                    .isGreaterThan(HOLD_NANOS / 2);
            assertThat(times.histogram(Span.SERVICE, Split.ALL).getCountBetweenValues(HOLD_NANOS, Times.MOST_NANOS))
                    .isGreaterThanOrEqualTo(1);
        }
    }

    @Test
    void aNewConnectionPerRequestWorksHereToo() {
        try (TinyServer server = TinyServer.healthy()) {
            LoadResult result = run(server, plan(30, 3_000, 3, Downstream.NEW), 1);
            assertThat(result.connections().opens()).isEqualTo(30).isEqualTo(server.accepts());
        }
    }

    @Test
    void aCancelLeavesTheRestUnsent() {
        try (TinyServer server = TinyServer.start(talk -> {
            talk.readRequest();
            talk.awaitEnd();
        })) {
            LoadJob job = Plans.job(plan(1_000, 10_000, 2, Downstream.KEEP), server.address());
            LoadGenerator generator = new LoadGenerator(job);
            CompletableFuture<LoadResult> running = CompletableFuture.supplyAsync(generator::run);
            await().until(() -> generator.sent() == 2);
            generator.cancel();
            assertThat(running.join().accounting().inFlightAtEnd()).isEqualTo(2);
            assertThat(running.join().accounting().neverSent()).isEqualTo(998);
        }
    }

    private static OpenLoop plan(int requests, double perSecond, int connections, Downstream downstream) {
        return new OpenLoop(
                requests,
                perSecond,
                Arrivals.POISSON,
                connections,
                downstream,
                RequestShape.GET,
                Duration.ofSeconds(30));
    }

    private static LoadResult run(TinyServer server, OpenLoop plan, int loops) {
        return new LoadGenerator(Plans.job(plan, server.address()), FactSource.NONE, loops).run();
    }

    /** A server's think time is part of this experiment: it waits for a latch that nobody opens. */
    private static void stall() {
        try {
            assertThat(new CountDownLatch(1).await(HOLD_NANOS, TimeUnit.NANOSECONDS))
                    .isFalse();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
