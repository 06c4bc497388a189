package keepalivelab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import keepalivelab.api.Outcome;
import keepalivelab.load.LoadPlan.Downstream;
import keepalivelab.load.LoadPlan.Gap;
import keepalivelab.load.LoadPlan.RequestShape;
import keepalivelab.load.Times.Span;
import keepalivelab.load.Times.Split;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClosedLoopTest {
    @ParameterizedTest
    @CsvSource({"1,1,1", "7,3,1", "3,8,1", "100,1,1", "97,10,1", "97,10,2", "50,64,3"})
    void exactlyThePlannedRequestsAreSentWithAnyNumberOfClients(int requests, int clients, int loops) {
        try (TinyServer server = TinyServer.healthy()) {
            LoadJob job = Plans.job(Plans.keep(requests, clients), server.address());
            LoadResult result = new LoadGenerator(job, FactSource.NONE, loops).run();
            assertThat(result.accounting().count(Outcome.OK)).isEqualTo(requests);
            assertThat(result.accounting().neverSent()).isZero();
            assertThat(ids(server))
                    .containsExactlyInAnyOrderElementsOf(IntStream.range(0, requests)
                            .mapToObj(result::requestId)
                            .toList());
            assertThat(result.connections().opens()).isEqualTo(server.accepts()).isEqualTo(Math.min(requests, clients));
            assertThat(result.answers().exchanges() - result.answers().reusedExchanges())
                    .isEqualTo(server.accepts());
        }
    }

    @Test
    void aNewConnectionPerRequestIsClosedAfterItsResponse() {
        try (TinyServer server = TinyServer.healthy()) {
            LoadResult result = Plans.run(Plans.closed(20, 3, Downstream.NEW, RequestShape.GET), server);
            assertThat(result.connections().opens()).isEqualTo(20).isEqualTo(server.accepts());
            assertThat(result.answers().reusedExchanges()).isZero();
            assertThat(result.connections().idleClosesSeen()).isZero();
        }
    }

    @Test
    void timesAreSplitByUpstreamReuse() {
        try (TinyServer server = TinyServer.healthy()) {
            Times times = Plans.run(Plans.keep(30, 3), server).times();
            assertThat(times.spans()).containsExactly(Span.SERVICE);
            assertThat(times.histogram(Span.SERVICE, Split.ALL).getTotalCount()).isEqualTo(30);
            assertThat(times.histogram(Span.SERVICE, Split.NEW_UPSTREAM).getTotalCount())
                    .isEqualTo(3);
            assertThat(times.histogram(Span.SERVICE, Split.REUSED_UPSTREAM).getTotalCount())
                    .isEqualTo(27);
            assertThat(times.histogram(Span.SERVICE, Split.ALL).getMinValue()).isPositive();
        }
    }

    @Test
    void anAnnouncedCloseIsFollowedByANewConnection() {
        try (TinyServer server = TinyServer.start(talk -> {
            talk.readRequest();
            talk.write("HTTP/1.1 200 OK\r\n" + talk.labHeaders() + "Connection: close\r\nContent-Length: 0\r\n\r\n");
            talk.awaitEnd();
        })) {
            LoadResult result = Plans.run(Plans.keep(6, 2), server);
            assertThat(result.accounting().count(Outcome.OK)).isEqualTo(6);
            assertThat(result.connections().opens()).isEqualTo(6);
            assertThat(result.connections().idleClosesSeen()).isZero();
        }
    }

    @Test
    void http10WithoutKeepAliveEndsItsConnection() {
        try (TinyServer server = TinyServer.start(talk -> {
            talk.readRequest();
            talk.write("HTTP/1.0 200 OK\r\n" + talk.labHeaders() + "Content-Length: 0\r\n\r\n");
            talk.awaitEnd();
        })) {
            LoadResult result = Plans.run(Plans.keep(6, 2), server);
            assertThat(result.accounting().count(Outcome.OK)).isEqualTo(6);
            assertThat(result.connections().opens()).isEqualTo(6);
        }
    }

    @Test
    void aRequestThatAnnouncesCloseEndsItsConnection() {
        RequestShape closing = new RequestShape("GET", "/", 0, List.of("Connection: close"));
        try (TinyServer server = TinyServer.healthy()) {
            LoadResult result = Plans.run(Plans.closed(4, 1, Downstream.KEEP, closing), server);
            assertThat(result.connections().opens()).isEqualTo(4);
        }
    }

    @Test
    void interimResponsesEndNoRequest() {
        try (TinyServer server = TinyServer.start(talk -> {
            while (talk.readRequest()) {
                talk.write("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n");
                talk.answer("200 OK", "x");
            }
        })) {
            LoadResult result = Plans.run(Plans.keep(8, 2), server);
            assertThat(result.answers().status()).isEqualTo(Map.of(200, 8));
            assertThat(result.answers().interim()).isEqualTo(16);
            assertThat(result.connections().opens()).isEqualTo(2);
        }
    }

    @Test
    void surplusBytesAreCountedAndCostTheConnection() {
        try (TinyServer server = TinyServer.start(talk -> {
            talk.readRequest();
            talk.write("HTTP/1.1 200 OK\r\n" + talk.labHeaders() + "Content-Length: 1\r\n\r\nxyz");
            talk.awaitEnd();
        })) {
            LoadResult result = Plans.run(Plans.keep(4, 1), server);
            assertThat(result.accounting().count(Outcome.OK)).isEqualTo(4);
            assertThat(result.connections().surplusBytes()).isEqualTo(8);
            assertThat(result.connections().opens()).isEqualTo(4);
        }
    }

    @Test
    void anEchoOfAnotherIdIsAPairingError() {
        try (TinyServer server = TinyServer.start(talk -> {
            while (talk.readRequest()) {
                String id = talk.number() == 3 ? "t0-2" : talk.id();
                talk.write("HTTP/1.1 200 OK\r\n" + talk.labHeaders(id) + "Content-Length: 0\r\n\r\n");
            }
        })) {
            Answers answers = Plans.run(Plans.keep(6, 1), server).answers();
            assertThat(answers.pairingErrorCount()).isEqualTo(1);
            assertThat(answers.pairingErrors()).containsExactly("request t0-3 was answered with the id t0-2");
        }
    }

    @Test
    void ourBackendWithoutAnIdIsAPairingError() {
        try (TinyServer server = TinyServer.start(talk -> {
            while (talk.readRequest()) {
                talk.write("HTTP/1.1 200 OK\r\nX-Backend-Connection: 1\r\nContent-Length: 0\r\n\r\n");
            }
        })) {
            assertThat(Plans.run(Plans.keep(3, 1), server).answers().pairingErrorCount())
                    .isEqualTo(3);
        }
    }

    @Test
    void aProxysOwnAnswerIsRecordedAsConnectionZero() {
        try (TinyServer server = TinyServer.start(talk -> {
            while (talk.readRequest()) {
                talk.write("HTTP/1.1 502 Bad Gateway\r\nX-Lab-Thread: w" + talk.number() % 2
                        + "\r\nContent-Length: 0\r\n\r\n");
            }
        })) {
            LoadResult result = Plans.run(Plans.keep(5, 1), server);
            assertThat(result.accounting().count(Outcome.STATUS_5XX)).isEqualTo(5);
            assertThat(result.answers().exchanges()).isZero();
            assertThat(result.answers().pairingErrorCount()).isZero();
            assertThat(result.answers().threads()).isEqualTo(Map.of("w0", 3, "w1", 2));
            assertThat(result.requests().backendConnection(1)).isZero();
            assertThat(result.requests().exchange(1)).isEqualTo(-1);
            assertThat(result.times().histogram(Span.SERVICE, Split.ALL).getTotalCount())
                    .isEqualTo(5);
        }
    }

    @Test
    void aBodyArrivesWholeEvenIfItIsLarge() {
        RequestShape large = new RequestShape("POST", "/up", 3_000_001, List.of());
        try (TinyServer server = TinyServer.start(talk -> {
            while (talk.readRequest()) {
                talk.answer(talk.bodyBytes() == 3_000_001 ? "200 OK" : "400 Short", "");
            }
        })) {
            LoadResult result = Plans.run(Plans.closed(6, 2, Downstream.KEEP, large), server);
            assertThat(result.answers().status()).isEqualTo(Map.of(200, 6));
            assertThat(result.connections().opens()).isEqualTo(2);
        }
    }

    @Test
    void anEarlyAnswerEndsTheRequestAndTheConnection() {
        RequestShape huge = new RequestShape("PUT", "/up", 50_000_000, List.of());
        try (TinyServer server = TinyServer.start(talk -> {
            talk.readHead();
            talk.answer("413 Content Too Large", "");
            talk.awaitEnd();
        })) {
            LoadResult result = Plans.run(Plans.closed(2, 1, Downstream.KEEP, huge), server);
            assertThat(result.accounting().count(Outcome.STATUS_4XX)).isEqualTo(2);
            assertThat(result.connections().opens()).isEqualTo(2);
        }
    }

    @Test
    void aPostWithoutABodySaysSo() {
        RequestShape empty = new RequestShape("POST", "/", 0, List.of("X-Lab-Delay: 1ms"));
        try (TinyServer server = TinyServer.healthy()) {
            Plans.run(Plans.closed(1, 1, Downstream.KEEP, empty), server);
            assertThat(server.heads().get(0).lines())
                    .containsExactly(
                            "POST / HTTP/1.1",
                            "Host: lab.test",
                            "X-Lab-Delay: 1ms",
                            "X-Lab-Request: t0-0",
                            "Content-Length: 0",
                            "");
        }
    }

    @Test
    void aResponseToHeadHasNoBody() {
        RequestShape head = new RequestShape("HEAD", "/", 0, List.of());
        try (TinyServer server = TinyServer.start(talk -> {
            while (talk.readRequest()) {
                talk.write("HTTP/1.1 200 OK\r\n" + talk.labHeaders() + "Content-Length: 7\r\n\r\n");
            }
        })) {
            LoadResult result = Plans.run(Plans.closed(4, 1, Downstream.KEEP, head), server);
            assertThat(result.accounting().count(Outcome.OK)).isEqualTo(4);
            assertThat(result.connections().opens()).isEqualTo(1);
        }
    }

    @Test
    void gapsAreDrawnWithinTheirBoundsAndNeverCutShort() {
        Gap gap = new Gap(Duration.ofMillis(1), Duration.ofMillis(4));
        try (TinyServer server = TinyServer.healthy()) {
            LoadResult result = Plans.run(Plans.withGap(40, 4, gap), server);
            RequestLog log = result.requests();
            long[] due = IntStream.range(0, 40)
                    .mapToLong(log::dueGapNanos)
                    .filter(d -> d >= 0)
                    .toArray();
            assertThat(due).hasSize(36).doesNotHaveDuplicates();
            assertThat(LongStream.of(due)).allMatch(d -> d >= 1_000_000 && d <= 4_000_000);

            assertThat(IntStream.range(0, 40)).allMatch(i -> log.achievedGapNanos(i) >= log.dueGapNanos(i));
            long[] achieved = IntStream.range(0, 40)
                    .mapToLong(log::achievedGapNanos)
                    .filter(a -> a >= 0)
                    .sorted()
                    .toArray();
            assertThat(result.gaps().count()).isEqualTo(36);
            assertThat(result.gaps().leastNanos()).isEqualTo(achieved[0]);
            assertThat(result.gaps().mostNanos()).isEqualTo(achieved[35]);
        }
    }

    @Test
    void equalSeedsDrawEqualGaps() {
        Gap gap = new Gap(Duration.ZERO, Duration.ofMillis(3));
        try (TinyServer server = TinyServer.healthy()) {
            RequestLog first = Plans.run(Plans.withGap(12, 1, gap), server).requests();
            RequestLog second = Plans.run(Plans.withGap(12, 1, gap), server).requests();
            assertThat(IntStream.range(0, 12).mapToLong(first::dueGapNanos).toArray())
                    .isEqualTo(IntStream.range(0, 12)
                            .mapToLong(second::dueGapNanos)
                            .toArray());
        }
    }

    @Test
    void theBarrierSendsOnceEveryConnectionIsThere() {
        CyclicBarrier allThere = new CyclicBarrier(8);
        try (TinyServer server = TinyServer.start(talk -> {
            for (int exchange = 0; talk.readRequest(); exchange++) {
                if (exchange == 0) {
                    meet(allThere);
                }
                talk.answer("200 OK", "");
            }
        })) {
            LoadResult result = Plans.run(Plans.barrier(40, 8), server);
            assertThat(result.accounting().count(Outcome.OK)).isEqualTo(40);
            assertThat(server.accepts()).isEqualTo(8);
        }
    }

    @Test
    void theBarrierOpensEvenIfNoConnectionCanBeMade() {
        TinyServer gone = TinyServer.healthy();
        gone.close();
        LoadResult result = Plans.run(Plans.barrier(10, 4), gone);
        assertThat(result.accounting().count(Outcome.REFUSED)).isEqualTo(10);
    }

    @Test
    void aCancelLeavesTheRestUnsentAndSaysWhatWasInFlight() {
        try (TinyServer server = TinyServer.start(talk -> {
            talk.readRequest();
            talk.awaitEnd();
        })) {
            LoadGenerator generator = new LoadGenerator(Plans.job(Plans.keep(100, 3), server.address()));
            CompletableFuture<LoadResult> running = CompletableFuture.supplyAsync(generator::run);
            await().until(() -> generator.sent() == 3);
            generator.cancel();
            Accounting accounting = running.join().accounting();
            assertThat(accounting.inFlightAtEnd()).isEqualTo(3);
            assertThat(accounting.neverSent()).isEqualTo(97);
            assertThat(accounting.sent()).isEqualTo(3);
        }
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> ids(TinyServer server) {
        return server.heads().stream()
                .map(head -> head.lines()
                        .filter(line -> line.startsWith("X-Lab-Request: "))
                        .findFirst()
                        .orElse("")
                        .substring("X-Lab-Request: ".length()))
                .toList();
    }
}
