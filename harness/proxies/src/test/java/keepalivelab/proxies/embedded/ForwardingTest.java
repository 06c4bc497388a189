package keepalivelab.proxies.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What travels through, and how. */
class ForwardingTest {
    private static final Duration PLENTY = Duration.ofSeconds(20);
    private static final int LARGE = 40 * 1024 * 1024;
    private static final int PIECE = 64 * 1024;

    /** A head of these lines. */
    private static String head(String... lines) {
        return String.join("\r\n", lines) + "\r\n\r\n";
    }

    @Test
    void fieldsOfOneHopStayAndAllOthersTravel() throws IOException {
        String response = head(
                "HTTP/1.1 203 Fine By Me",
                "Content-Length: 2",
                "X-Backend-Connection: 1",
                "Keep-Alive: timeout=5",
                "Connection: keep-alive, X-Hop",
                "X-Hop: a",
                "Set-Cookie: a=b",
                "Set-Cookie: c=d");
        String request = head(
                "GET /a?b=c HTTP/1.1",
                "host:  test \nX-Lab-Request: r-1",
                "Connection: x-mine , keep-alive",
                "X-Mine: 1",
                "Keep-Alive: 5",
                "TE: trailers",
                "Upgrade: h2c",
                "Proxy-Connection: keep-alive",
                "X-Yours: 2");
        try (Bench bench = Bench.of(Origin.answering(response + "hi"));
                Peer client = bench.client()) {
            Peer.Message answer = client.send(request).response();
            assertThat(bench.origin().requests().get(0).head())
                    .isEqualTo(head("GET /a?b=c HTTP/1.1", "host:  test", "X-Lab-Request: r-1", "X-Yours: 2"));
            assertThat(answer.head())
                    .isEqualTo(head(
                            "HTTP/1.1 203 Fine By Me",
                            "Content-Length: 2",
                            "X-Backend-Connection: 1",
                            "Set-Cookie: a=b",
                            "Set-Cookie: c=d",
                            "X-Lab-Thread: worker-0"));
        }
    }

    @Test
    void theUpstreamGetsTheVersionAndConnectionFieldThatAreSet() throws IOException {
        try (Bench bench = Bench.of(
                        Origin.answering(Origin.ok("hi")), "upstream.http", "1.0", "upstream.connection", "close");
                Peer client = bench.client()) {
            client.get("/");
            assertThat(bench.origin().requests().get(0).head())
                    .isEqualTo("GET / HTTP/1.0\r\nHost: test\r\nConnection: close\r\n\r\n");
            client.send("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
            assertThat(client.response().status()).isEqualTo(411);
        }
    }

    @Test
    void pipelinedRequestsAreAnsweredInOrder() throws IOException {
        Origin[] origin = new Origin[1];
        origin[0] = Origin.of((peer, ordinal) -> {
            while (true) {
                Peer.Message request = origin[0].next(peer);
                if (request.head().isEmpty()) {
                    return;
                }
                peer.send(Origin.ok(request.head().split(" ", 3)[1] + request.body()));
            }
        });
        try (Bench bench = Bench.of(origin[0]);
                Peer client = bench.client()) {
            StringBuilder all = new StringBuilder();
            for (int i = 0; i < 200; i++) {
                all.append("POST /").append(i).append(" HTTP/1.1\r\nContent-Length: 2\r\n\r\nab");
                if (i % 50 == 0) {
                    all.append("GET /-ready HTTP/1.1\r\n\r\n");
                }
            }
            client.send(all.toString());
            for (int i = 0; i < 200; i++) {
                assertThat(client.response().body()).isEqualTo("/" + i + "ab");
                if (i % 50 == 0) {
                    assertThat(client.response().status()).isEqualTo(204);
                }
            }
            assertThat(bench.origin().accepts()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 41943040\r\n", ""})
    void aLargeResponseWaitsForASlowReaderAndComesThrough(String length) throws IOException {
        byte[] body = pattern();
        AtomicInteger written = new AtomicInteger();
        Origin[] origin = new Origin[1];
        origin[0] = Origin.of((peer, ordinal) -> {
            origin[0].next(peer);
            peer.send("HTTP/1.1 200 OK\r\n" + length + "\r\n");
            for (int at = 0; at < LARGE; at += PIECE) {
                peer.send(Arrays.copyOfRange(body, at, at + PIECE));
                written.addAndGet(PIECE);
            }
        });
        try (Bench bench = Bench.of(origin[0]);
                Peer client = bench.client()) {
            client.send("GET / HTTP/1.1\r\n\r\n");
            String head = client.head();
            awaitStandstill(written);
            assertThat(written.get()).as("more than kernel buffers hold").isLessThan(LARGE);
            byte[] got = length.isEmpty() ? chunks(client) : client.bytes(LARGE);
            assertThat(head).contains(length.isEmpty() ? "Transfer-Encoding: chunked" : length);
            assertThat(Arrays.equals(got, body)).isTrue();
        }
    }

    private static void awaitStandstill(AtomicInteger written) {
        int[] before = {-1};
        await().atMost(PLENTY).pollInterval(Duration.ofMillis(200)).until(() -> {
            int now = written.get();
            boolean still = now == before[0] && now > 0;
            before[0] = now;
            return still;
        });
    }

    private static byte[] chunks(Peer client) throws IOException {
        byte[] all = new byte[LARGE];
        int at = 0;
        while (true) {
            StringBuilder line = new StringBuilder();
            for (byte b = client.bytes(1)[0]; b != '\n'; b = client.bytes(1)[0]) {
                line.append((char) b);
            }
            int size = Integer.parseInt(line.toString().strip(), 16);
            byte[] part = client.bytes(size + 2);
            if (size == 0) {
                return all;
            }
            System.arraycopy(part, 0, all, at, size);
            at += size;
        }
    }

    @Test
    void aLargeRequestComesThroughWhileTheUpstreamIsSlow() throws Exception {
        byte[] body = pattern();
        CountDownLatch start = new CountDownLatch(1);
        CompletableFuture<byte[]> got = new CompletableFuture<>();
        Origin origin = Origin.of((peer, ordinal) -> {
            peer.head();
            awaitStart(start);
            got.complete(peer.bytes(LARGE));
            peer.send(Origin.ok("done"));
            peer.untilEnd();
        });
        try (Bench bench = Bench.of(origin);
                Peer client = bench.client()) {
            Thread sender = new Thread(() -> {
                try {
                    client.send("POST / HTTP/1.1\r\nContent-Length: 41943040\r\n\r\n");
                    client.send(body);
                } catch (IOException e) {
                    got.completeExceptionally(e);
                }
            });
            sender.start();
            await().atMost(PLENTY).until(() -> bench.origin().accepts() == 1);
            start.countDown();
            assertThat(client.response().body()).isEqualTo("done");
            assertThat(Arrays.equals(got.get(), body)).isTrue();
            sender.join();
        }
    }

    private static void awaitStart(CountDownLatch start) throws IOException {
        try {
            start.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private static byte[] pattern() {
        byte[] bytes = new byte[LARGE];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 31 + (i >>> 12));
        }
        return bytes;
    }

    @Test
    void chunksAndTrailersTravelBothWays() throws IOException {
        Origin[] origin = new Origin[1];
        origin[0] = Origin.answering(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;ext=1\r\nabc\r\n1\r\nd\r\n0\r\nX-Sum: 4\r\n\r\n");
        try (Bench bench = Bench.of(origin[0]);
                Peer client = bench.client()) {
            for (int i = 0; i < 2; i++) {
                client.send("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nxy\r\n0\r\nX-T: 1\r\n\r\n");
                assertThat(client.response().body()).isEqualTo("abcdX-Sum: 4\n");
            }
            assertThat(origin[0].requests())
                    .allSatisfy(request -> assertThat(request.body()).isEqualTo("xyX-T: 1\n"));
            assertThat(origin[0].accepts()).isEqualTo(1);
        }
    }

    @Test
    void responsesWithoutABodyLeaveTheConnectionReusable() throws IOException {
        Origin[] origin = new Origin[1];
        origin[0] = Origin.of((peer, ordinal) -> {
            while (true) {
                String head = origin[0].next(peer).head();
                if (head.isEmpty()) {
                    return;
                }
                if (head.startsWith("HEAD")) {
                    peer.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n");
                } else {
                    peer.send("HTTP/1.1 " + (head.contains("304") ? "304 Not Modified" : "204 No Content")
                            + "\r\nETag: x\r\n\r\n");
                }
            }
        });
        try (Bench bench = Bench.of(origin[0]);
                Peer client = bench.client()) {
            assertThat(client.send("HEAD / HTTP/1.1\r\n\r\n").headResponse().field("Content-Length"))
                    .isEqualTo("1000");
            assertThat(client.get("/204").status()).isEqualTo(204);
            assertThat(client.get("/304").status()).isEqualTo(304);
            assertThat(client.send("HEAD / HTTP/1.1\r\n\r\n").headResponse().status())
                    .isEqualTo(200);
            assertThat(origin[0].accepts()).isEqualTo(1);
        }
    }

    @Test
    void aBodyUntilCloseIsChunkedForHttp11AndClosedForHttp10() throws IOException {
        Origin[] origin = new Origin[1];
        origin[0] = Origin.of((peer, ordinal) -> {
            origin[0].next(peer);
            peer.send("HTTP/1.0 200 OK\r\n\r\nto the end");
        });
        try (Bench bench = Bench.of(origin[0]);
                Peer modern = bench.client();
                Peer old = bench.client()) {
            Peer.Message answer = modern.get("/");
            assertThat(answer.field("Transfer-Encoding")).isEqualTo("chunked");
            assertThat(answer.body()).isEqualTo("to the end");
            Peer.Message plain =
                    old.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n").response();
            assertThat(plain.field("Transfer-Encoding")).isEmpty();
            assertThat(plain.field("Connection")).isEqualTo("close");
            assertThat(plain.body()).isEqualTo("to the end");
            assertThat(modern.get("/").status()).isEqualTo(200);
        }
    }

    @Test
    void aClientOfHttp10KeepsItsConnectionOnlyIfItAsks() throws IOException {
        try (Bench bench = Bench.of(Origin.answering(Origin.ok("hi")));
                Peer asks = bench.client();
                Peer doesNot = bench.client()) {
            for (int i = 0; i < 2; i++) {
                Peer.Message answer = asks.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
                        .response();
                assertThat(answer.field("Connection")).isEqualTo("keep-alive");
            }
            assertThat(doesNot.send("GET / HTTP/1.0\r\n\r\n").response().field("Connection"))
                    .isEqualTo("close");
            assertThat(doesNot.ending()).isEqualTo("fin");
            assertThat(bench.origin().accepts()).isEqualTo(1);
        }
    }

    @Test
    void expectContinueIsTheUpstreamsToAnswer() throws IOException {
        Origin[] origin = new Origin[1];
        origin[0] = Origin.of((peer, ordinal) -> {
            String head = peer.head();
            peer.send("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n");
            String body = new String(peer.bytes(4), java.nio.charset.StandardCharsets.US_ASCII);
            peer.send(Origin.ok(body + head.contains("Expect: 100-continue")));
            peer.untilEnd();
        });
        try (Bench bench = Bench.of(origin[0]);
                Peer client = bench.client()) {
            client.send("POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n");
            assertThat(client.response().head()).startsWith("HTTP/1.1 103 Early Hints\r\nLink: x\r\n");
            assertThat(client.response().status()).isEqualTo(100);
            assertThat(client.send("body").response().body()).isEqualTo("bodytrue");
        }
    }

    @Test
    void anUpstreamOfHttp10IsNotAskedToContinue() throws IOException {
        try (Bench bench = Bench.of(Origin.answering(Origin.ok("hi")), "upstream.http", "1.0");
                Peer client = bench.client()) {
            client.send("POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n");
            assertThat(client.response().status()).isEqualTo(100);
            assertThat(client.send("body").response().status()).isEqualTo(200);
            assertThat(bench.origin().requests().get(0).head()).doesNotContain("Expect");
        }
    }

    @Test
    void aRequestInSmallPiecesArrivesWhole() throws IOException {
        try (Bench bench = Bench.of(Origin.answering(Origin.ok("hi")));
                Peer client = bench.client()) {
            for (char c : "POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc".toCharArray()) {
                client.send(String.valueOf(c));
            }
            assertThat(client.response().status()).isEqualTo(200);
            assertThat(bench.origin().requests().get(0).body()).isEqualTo("abc");
        }
    }
}
