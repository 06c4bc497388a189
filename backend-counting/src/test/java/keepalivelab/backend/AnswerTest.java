package keepalivelab.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import keepalivelab.backend.Peer.Answer;
import keepalivelab.backend.Peer.End;
import org.junit.jupiter.api.Test;

/** What the backend answers, and how long it keeps a connection, by the rules of HTTP/1.x. */
class AnswerTest {
    @Test
    void thePlainAnswerIsShortAndHasALength() throws IOException {
        try (CountingBackend backend = CountingBackend.start();
                Peer peer = new Peer(backend)) {
            Answer answer = peer.get();
            assertThat(answer.statusLine()).isEqualTo("HTTP/1.1 200 OK");
            assertThat(answer.body()).isEqualTo("ok\n");
            assertThat(answer.headers())
                    .containsOnlyKeys("content-length", "x-backend-connection", "x-backend-exchange");
        }
    }

    @Test
    void aPeerThatSaysCloseIsAnsweredAndClosed() throws IOException {
        try (CountingBackend backend = CountingBackend.start();
                Peer peer = new Peer(backend)) {
            assertThat(peer.get("Connection: close").header("Connection")).isEqualTo("close");
            assertThat(peer.end()).isEqualTo(End.EOF);
        }
    }

    @Test
    void http10EndsTheConnectionUnlessItAsksForMore() throws IOException {
        try (CountingBackend backend = CountingBackend.start();
                Peer peer = new Peer(backend)) {
            Answer kept = peer.send("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n")
                    .answer();
            assertThat(kept.header("Connection")).isEqualTo("keep-alive");
            Answer last = peer.send("GET / HTTP/1.0\r\n\r\n").answer();
            assertThat(last.header("X-Backend-Exchange")).isEqualTo("1");
            assertThat(last.header("Connection")).isEqualTo("close");
            assertThat(peer.end()).isEqualTo(End.EOF);
        }
    }

    @Test
    void http10AnswersWithoutATokenLeaveTheCloseToThePeer() throws IOException {
        try (CountingBackend backend =
                        CountingBackend.builder().behave("http10").start();
                Peer peer = new Peer(backend)) {
            Answer answer = peer.get();
            assertThat(answer.statusLine()).isEqualTo("HTTP/1.0 200 OK");
            assertThat(answer.header("Connection")).isEmpty();
            assertThat(peer.get().header("X-Backend-Exchange")).isEqualTo("1");
        }
    }

    @Test
    void http10AnswersWithATokenSayKeepAlive() throws IOException {
        try (CountingBackend backend =
                        CountingBackend.builder().behave("http10(keep)").start();
                Peer peer = new Peer(backend)) {
            Answer answer = peer.get();
            assertThat(answer.statusLine()).isEqualTo("HTTP/1.0 200 OK");
            assertThat(answer.header("Connection")).isEqualTo("keep-alive");
        }
    }

    @Test
    void requestsSentAheadAreAnsweredInOrder() throws IOException {
        try (CountingBackend backend = CountingBackend.builder().runToken("r").start();
                Peer peer = new Peer(backend)) {
            StringBuilder all = new StringBuilder();
            for (int i = 0; i < 50; i++) {
                all.append("POST /").append(i).append(" HTTP/1.1\r\nContent-Length: 3\r\nX-Lab-Request: r-");
                all.append(i).append(i == 7 ? "\r\nX-Lab-Delay: 30ms" : "").append("\r\n\r\nabc");
            }
            peer.send(all.toString());
            for (int i = 0; i < 50; i++) {
                Answer answer = peer.answer();
                assertThat(answer.header("X-Lab-Request")).isEqualTo("r-" + i);
                assertThat(answer.header("X-Backend-Exchange")).isEqualTo(String.valueOf(i));
            }
        }
    }

    @Test
    void everythingSentAheadOfAnEndIsAnsweredBeforeIt() throws IOException {
        try (CountingBackend backend = CountingBackend.start();
                Peer peer = new Peer(backend)) {
            String request = "GET / HTTP/1.1\r\nX-Lab-Delay: 10ms\r\n\r\n";
            peer.send(request + request + request).endOutput();
            peer.answer();
            peer.answer();
            assertThat(peer.answer().header("X-Backend-Exchange")).isEqualTo("2");
            assertThat(peer.end()).isEqualTo(End.EOF);
        }
    }

    @Test
    void bodiesAreReadWholeBeforeTheAnswer() throws IOException {
        try (CountingBackend backend = CountingBackend.start();
                Peer peer = new Peer(backend)) {
            peer.send("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n");
            peer.send("0\r\nTrailer: x\r\n");
            assertThat(backend.exchanges()).isZero();
            peer.send("\r\n");
            assertThat(peer.answer().body()).isEqualTo("ok\n");
            peer.send("POST / HTTP/1.1\r\nContent-Length: 200000\r\n\r\n" + "x".repeat(200_000));
            assertThat(peer.answer().header("X-Backend-Exchange")).isEqualTo("1");
        }
    }

    @Test
    void aPeerThatWaitsToGoOnIsToldTo() throws IOException {
        try (CountingBackend backend = CountingBackend.start();
                Peer peer = new Peer(backend)) {
            peer.send("POST / HTTP/1.1\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n");
            assertThat(peer.answer().statusLine()).isEqualTo("HTTP/1.1 100 Continue");
            assertThat(peer.send("abc").answer().statusLine()).isEqualTo("HTTP/1.1 200 OK");
        }
    }

    @Test
    void theAnswerToHeadHasNoBody() throws IOException {
        try (CountingBackend backend = CountingBackend.start();
                Peer peer = new Peer(backend)) {
            Answer head =
                    peer.send("HEAD / HTTP/1.1\r\nX-Lab-Length: 77\r\n\r\n").headAnswer();
            assertThat(head.header("Content-Length")).isEqualTo("77");
            assertThat(peer.get().header("X-Backend-Exchange")).isEqualTo("1");
        }
    }

    @Test
    void theLengthOfTheBodyIsSteeredByTheRequest() throws IOException {
        try (CountingBackend backend = CountingBackend.start();
                Peer peer = new Peer(backend)) {
            assertThat(peer.get("X-Lab-Length: 0").body()).isEmpty();
            assertThat(peer.get("X-Lab-Length: 5").body()).isEqualTo("xxxxx");
            assertThat(peer.get("X-Lab-Length: 5000000").body()).hasSize(5_000_000);
            assertThat(peer.get().body()).isEqualTo("ok\n");
        }
    }

    @Test
    void theThinkTimeIsSteeredByTheRequestAndAddsToTheBehaviours() throws IOException {
        try (CountingBackend backend =
                        CountingBackend.builder().behave("delay(20ms)").start();
                Peer peer = new Peer(backend)) {
            peer.get("X-Lab-Delay: 30ms");
            ExchangeDetail rows = backend.ledger().exchangeDetail();
            assertThat(rows.answeredAtNanos(0) - rows.executedAtNanos(0)).isGreaterThanOrEqualTo(50_000_000);
        }
    }

    @Test
    void whatIsNoRequestIsRefusedAndCounted() throws IOException {
        try (CountingBackend backend = CountingBackend.start();
                Peer garbage = new Peer(backend);
                Peer steered = new Peer(backend)) {
            assertThat(garbage.send("nonsense\r\n\r\n").answer().statusLine()).isEqualTo("HTTP/1.1 400 Bad Request");
            assertThat(garbage.end()).isEqualTo(End.EOF);
            assertThat(steered.get("X-Lab-Delay: soon").statusLine()).isEqualTo("HTTP/1.1 400 Bad Request");
            assertThat(steered.end()).isEqualTo(End.EOF);
            assertThat(backend.ledger().malformedRequests()).isEqualTo(2);
            assertThat(backend.ledger().exchanges()).isZero();
            assertThat(backend.inFlight()).isZero();
        }
    }

    @Test
    void emptyLinesAheadOfARequestAreIgnored() throws IOException {
        try (CountingBackend backend =
                        CountingBackend.builder().behave("idle-fin(300ms)").start();
                Peer peer = new Peer(backend)) {
            assertThat(peer.send("\r\n\r\nGET / HTTP/1.1\r\n\r\n\r\n").answer().body())
                    .isEqualTo("ok\n");
            assertThat(peer.end()).as("idle, in spite of the empty line").isEqualTo(End.EOF);
        }
    }

    @Test
    void aHeadThatArrivesByteByByteIsOneRequest() throws IOException {
        try (CountingBackend backend = CountingBackend.builder().runToken("r").start();
                Peer peer = new Peer(backend)) {
            for (char c : "GET / HTTP/1.1\r\nX-Lab-Request: r-3\r\n\r\n".toCharArray()) {
                peer.send(String.valueOf(c));
            }
            assertThat(peer.answer().header("X-Lab-Request")).isEqualTo("r-3");
            assertThat(backend.ledger().attempts(3)).isEqualTo(1);
        }
    }
}
