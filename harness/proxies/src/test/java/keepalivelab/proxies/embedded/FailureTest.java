package keepalivelab.proxies.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client sees, and the upstream gets, when an upstream fails or a client goes. */
class FailureTest {
    private static final Duration PLENTY = Duration.ofSeconds(20);

    /** Answers the first request of its first connection; reads the second and closes. Later connections answer all. */
    private static Origin finAtSecondRequest() {
        Origin[] self = new Origin[1];
        self[0] = Origin.of((peer, ordinal) -> {
            while (!self[0].next(peer).head().isEmpty()) {
                if (ordinal == 1 && self[0].requests().size() == 2) {
                    return;
                }
                peer.send(Origin.ok("hi"));
            }
        });
        return self[0];
    }

    private static List<Peer.Message> laterRequests(Bench bench) {
        List<Peer.Message> all = bench.origin().requests();
        return all.subList(1, all.size());
    }

    private static String request(String method, int bodyBytes) {
        return method + " /second HTTP/1.1\r\nHost: test\r\nContent-Length: " + bodyBytes + "\r\n\r\n"
                + "b".repeat(bodyBytes);
    }

    @ParameterizedTest
    @CsvSource({
        "idempotent-on-reused, GET, 0, 200, 2",
        "idempotent-on-reused, PUT, 1000, 200, 2",
        "idempotent-on-reused, DELETE, 0, 200, 2",
        "idempotent-on-reused, POST, 10, 502, 1",
        "idempotent-on-reused, PATCH, 10, 502, 1",
        "none, GET, 0, 502, 1",
        "any-within-64KiB-on-reused, POST, 10, 200, 2",
        "any-within-64KiB-on-reused, POST, 65536, 200, 2",
        "any-within-64KiB-on-reused, POST, 65537, 502, 1",
        "idempotent-on-reused, PUT, 65537, 502, 1",
    })
    void aReusedConnectionThatEndsIsRetriedByTheRule(
            String rule, String method, int bodyBytes, int status, int attempts) throws IOException {
        try (Bench bench = Bench.of(finAtSecondRequest(), "retry.rule", rule);
                Peer client = bench.client()) {
            assertThat(client.get("/first").status()).isEqualTo(200);
            assertThat(client.send(request(method, bodyBytes)).response().status())
                    .isEqualTo(status);
            assertThat(laterRequests(bench)).hasSize(attempts).allSatisfy(request -> {
                assertThat(request.head()).startsWith(method + " /second HTTP/1.1");
                assertThat(request.body()).hasSize(bodyBytes);
            });
            assertThat(bench.origin().accepts()).isEqualTo(attempts);
            assertThat(bench.log()).hasSize(1).first().asString().startsWith("upstream closed before response");
        }
    }

    @Test
    void aChunkedBodyIsSentAgainWhole() throws IOException {
        try (Bench bench = Bench.of(finAtSecondRequest());
                Peer client = bench.client()) {
            client.get("/first");
            client.send("PUT /second HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n");
            client.send("5\r\nhello\r\n6\r\n world\r\n0\r\nX-Sum: 7\r\n\r\n");
            assertThat(client.response().status()).isEqualTo(200);
            assertThat(laterRequests(bench))
                    .hasSize(2)
                    .allSatisfy(request -> assertThat(request.body()).isEqualTo("hello worldX-Sum: 7\n"));
        }
    }

    @Test
    void aBodyAnnouncedAsTooLargeIsNotRetriedHoweverLittleOfItHasCome() throws IOException {
        Origin[] origin = new Origin[1];
        origin[0] = Origin.of((peer, ordinal) -> {
            origin[0].next(peer);
            peer.send(Origin.ok("hi"));
            // The second request's head, and its connection's end.
            peer.head();
        });
        try (Bench bench = Bench.of(origin[0]);
                Peer client = bench.client()) {
            client.get("/first");
            client.send("PUT /second HTTP/1.1\r\nHost: test\r\nContent-Length: 65537\r\n\r\n");
            assertThat(client.response().status()).isEqualTo(502);
            assertThat(bench.origin().accepts()).isEqualTo(1);
        }
    }

    @Test
    void aFreshConnectionsFailureIsNotRetried() throws IOException {
        Origin[] origin = new Origin[1];
        origin[0] = Origin.of((peer, ordinal) -> origin[0].next(peer));
        try (Bench bench = Bench.of(origin[0]);
                Peer client = bench.client()) {
            assertThat(client.get("/").status()).isEqualTo(502);
            assertThat(bench.origin().accepts()).isEqualTo(1);
            assertThat(client.get("/").status())
                    .as("the client's connection lives on")
                    .isEqualTo(502);
        }
    }

    @Test
    void aRetryIsNotRetried() throws IOException {
        Origin[] origin = new Origin[1];
        origin[0] = Origin.of((peer, ordinal) -> {
            origin[0].next(peer);
            if (ordinal == 1) {
                peer.send(Origin.ok("hi"));
                origin[0].next(peer);
            }
        });
        try (Bench bench = Bench.of(origin[0]);
                Peer client = bench.client()) {
            client.get("/");
            assertThat(client.get("/").status()).isEqualTo(502);
            assertThat(bench.origin().requests()).hasSize(3);
        }
    }

    @Test
    void aPieceOfAHeadIsNoAnswerAndNotRetried() throws IOException {
        Origin[] origin = new Origin[1];
        origin[0] = Origin.of((peer, ordinal) -> {
            origin[0].next(peer);
            peer.send(Origin.ok("hi"));
            origin[0].next(peer);
            peer.send("HTTP/1.1 20");
        });
        try (Bench bench = Bench.of(origin[0]);
                Peer client = bench.client()) {
            client.get("/");
            assertThat(client.get("/").status()).isEqualTo(502);
            assertThat(bench.origin().accepts()).isEqualTo(1);
            assertThat(bench.count(Counter.EARLY_CLOSES)).isEqualTo(1);
        }
    }

    @Test
    void aRefusedDialIs502() throws IOException {
        Origin gone = Origin.answering("");
        gone.close();
        try (Bench bench = Bench.of(gone);
                Peer client = bench.client()) {
            assertThat(client.get("/").status()).isEqualTo(502);
            assertThat(bench.count(Counter.DIAL_FAILURES)).isEqualTo(1);
        }
    }

    @Test
    void aSilentUpstreamIs504AndItsConnectionIsClosed() throws IOException {
        try (Bench bench = Bench.of(Origin.of((peer, ordinal) -> peer.untilEnd()), "response.timeout", "50ms");
                Peer client = bench.client()) {
            assertThat(client.get("/").status()).isEqualTo(504);
            assertThat(bench.proxy().counters()).containsEntry("upstream_open", 0L);
            assertThat(bench.log()).singleElement().asString().startsWith("response timeout");
        }
    }

    @Test
    void aDialThatIsNotAnsweredIs504() throws IOException {
        // A backlog of one that is full: the kernel drops further handshakes.
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Bench bench = Bench.of(
                        Origin.answering(""), "connect.timeout", "50ms", "probe", String.valueOf(full.getLocalPort()));
                Peer one = bench.client().send("GET /-warm HTTP/1.1\r\n\r\n");
                Peer two = bench.client().send("GET /-warm HTTP/1.1\r\n\r\n");
                Peer three = bench.client().send("GET /-warm HTTP/1.1\r\n\r\n")) {
            assertThat(three.response().status()).isEqualTo(504);
            assertThat(one.socket().isConnected() && two.socket().isConnected()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfive!",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfive!\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfive!\r\nzz\r\n"
            })
    void aResponseThatBreaksOffIsSeenToBeIncomplete(String broken) throws IOException {
        Origin[] origin = new Origin[1];
        origin[0] = Origin.of((peer, ordinal) -> {
            origin[0].next(peer);
            peer.send(broken);
        });
        try (Bench bench = Bench.of(origin[0]);
                Peer client = bench.client()) {
            Peer.Message answer = client.get("/");
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.complete()).isFalse();
            assertThat(answer.body()).isEqualTo("five!");
            assertThat(client.ending()).isEqualTo("fin");
            assertThat(bench.count(Counter.TRUNCATIONS)).isEqualTo(1);
            assertThat(bench.proxy().idleCount()).isZero();
        }
    }

    @Test
    void aBrokenResponseWithoutALengthEndsInAResetForHttp10() throws IOException {
        Origin[] origin = new Origin[1];
        origin[0] = Origin.of((peer, ordinal) -> {
            origin[0].next(peer);
            peer.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfive!\r\n");
            await().atMost(PLENTY).until(() -> origin[0].requests().size() == 1);
        });
        try (Bench bench = Bench.of(origin[0]);
                Peer client = bench.client()) {
            client.send("GET / HTTP/1.0\r\n\r\n");
            client.head();
            String ending = client.ending();
            assertThat(ending.equals("byte") ? restOf(client) : ending).isEqualTo("reset");
        }
    }

    private static String restOf(Peer client) throws IOException {
        String ending = client.ending();
        while (ending.equals("byte")) {
            ending = client.ending();
        }
        return ending;
    }

    @Test
    void aClientThatGoesTakesItsUpstreamConnectionAlong() throws IOException {
        AtomicInteger ended = new AtomicInteger();
        Origin[] origin = new Origin[1];
        origin[0] = Origin.of((peer, ordinal) -> {
            origin[0].next(peer);
            if (!peer.ending().equals("open")) {
                ended.incrementAndGet();
            }
        });
        try (Bench bench = Bench.of(origin[0])) {
            Peer client = bench.client().send("GET / HTTP/1.1\r\n\r\n");
            await().atMost(PLENTY).until(() -> origin[0].requests().size() == 1);
            client.close();
            await().atMost(PLENTY).until(() -> ended.get() == 1);
            assertThat(bench.count(Counter.CLIENT_ABORTS)).isEqualTo(1);
            assertThat(bench.proxy().idleCount()).isZero();
        }
    }

    @Test
    void anIdleClientThatGoesHarmsNothing() throws IOException {
        try (Bench bench = Bench.of(Origin.answering(Origin.ok("hi")))) {
            Peer one = bench.client();
            one.get("/");
            one.reset();
            Peer two = bench.client();
            two.get("/");
            two.close();
            try (Peer three = bench.client()) {
                assertThat(three.get("/").status()).isEqualTo(200);
            }
            assertThat(bench.count(Counter.CLIENT_ABORTS)).isZero();
            assertThat(bench.origin().accepts()).isEqualTo(1);
        }
    }

    @Test
    void anEarlyRefusalReachesAClientThatStillSends() throws IOException {
        Origin[] origin = new Origin[1];
        origin[0] = Origin.of((peer, ordinal) -> {
            peer.head();
            peer.send("HTTP/1.1 413 Content Too Large\r\nContent-Length: 3\r\n\r\nbig");
            peer.untilEnd();
        });
        try (Bench bench = Bench.of(origin[0]);
                Peer client = bench.client()) {
            client.send("POST / HTTP/1.1\r\nContent-Length: 500000\r\n\r\n" + "b".repeat(100_000));
            Peer.Message answer = client.response();
            assertThat(answer.status()).isEqualTo(413);
            assertThat(answer.body()).isEqualTo("big");
            assertThat(answer.field("Connection")).isEqualTo("close");
            client.send("b".repeat(400_000));
            assertThat(client.ending()).isEqualTo("fin");
            assertThat(bench.proxy().idleCount()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'GET / HTTP/1.1\r\nbad line\r\n\r\n', 400",
        "'NONSENSE\r\n\r\n', 400",
        "'CONNECT a:1 HTTP/1.1\r\n\r\n', 501"
    })
    void aRequestThatIsNoneIsRefused(String text, int status) throws IOException {
        try (Bench bench = Bench.of(Origin.answering(Origin.ok("hi")));
                Peer client = bench.client().send(text)) {
            Peer.Message answer = client.response();
            assertThat(answer.status()).isEqualTo(status);
            assertThat(answer.field("Connection")).isEqualTo("close");
            assertThat(client.ending()).isEqualTo("fin");
            assertThat(bench.origin().accepts()).isZero();
        }
    }

    @Test
    void aSwitchOfProtocolsThatNobodyAskedForIs502() throws IOException {
        String response = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\nframes";
        try (Bench bench = Bench.of(Origin.answering(response));
                Peer client = bench.client()) {
            assertThat(client.get("/").status()).isEqualTo(502);
            assertThat(bench.proxy().idleCount()).isZero();
        }
    }

    @Test
    void aBodyThatBreaksItsChunksAfterTheAnswerBeganCutsTheAnswer() throws IOException {
        Origin[] origin = new Origin[1];
        origin[0] = Origin.of((peer, ordinal) -> {
            peer.head();
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf");
            peer.untilEnd();
        });
        try (Bench bench = Bench.of(origin[0]);
                Peer client = bench.client()) {
            client.send("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n");
            assertThat(client.head()).startsWith("HTTP/1.1 200");
            client.send("zz\r\n");
            assertThat(client.untilEnd()).isEqualTo("half");
        }
    }
}
