package keepalivelab.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.Optional;
import java.util.stream.IntStream;
import keepalivelab.backend.Peer.Answer;
import keepalivelab.backend.Peer.End;
import org.junit.jupiter.api.Test;

/** What is counted, and that snapshots subtract. */
class LedgerTest {
    private static CountingBackend backendOf(String run) {
        return CountingBackend.builder().runToken(run).start();
    }

    @Test
    void reuseIsCountedFromTheSecondExchangeOfAConnection() throws IOException {
        try (CountingBackend backend = backendOf("r");
                Peer one = new Peer(backend);
                Peer two = new Peer(backend)) {
            one.get("r", 0);
            one.get("r", 1);
            one.get("r", 2);
            two.get("r", 3);
            LedgerSnapshot ledger = backend.ledger();
            assertThat(ledger.accepts()).isEqualTo(2);
            assertThat(ledger.exchanges()).isEqualTo(4);
            assertThat(ledger.reusedExchanges()).isEqualTo(2);
            assertThat(ledger.reuseRatio().orElseThrow()).isEqualTo(0.5);
            assertThat(ledger.openAtEnd()).isEqualTo(2);
        }
    }

    @Test
    void withoutAnExchangeThereIsNoReuseRatio() {
        try (CountingBackend backend = CountingBackend.start()) {
            assertThat(backend.ledger().reuseRatio()).isEmpty();
        }
    }

    @Test
    void theResponseNamesConnectionExchangeAndRequest() throws IOException {
        try (CountingBackend backend = backendOf("r");
                Peer first = new Peer(backend);
                Peer second = new Peer(backend)) {
            first.get("r", 10);
            second.get("r", 11);
            Answer answer = second.get("r", 12);
            assertThat(answer.header("X-Backend-Connection")).isEqualTo("2");
            assertThat(answer.header("X-Backend-Exchange")).isEqualTo("1");
            assertThat(answer.header("X-Lab-Request")).isEqualTo("r-12");
            ExchangeDetail.Row row =
                    backend.ledger().exchangeDetail().find(2, 1).orElseThrow();
            assertThat(row.request()).isEqualTo(12);
            assertThat(row.method()).isEqualTo("GET");
            assertThat(row.answeredAtNanos()).isGreaterThanOrEqualTo(row.executedAtNanos());
        }
    }

    @Test
    void aRequestThatWasSentAgainIsADuplicateOnTwoConnections() throws IOException {
        try (CountingBackend backend = CountingBackend.builder()
                        .runToken("r")
                        .behave("fin@request(1)")
                        .start();
                Peer stale = new Peer(backend);
                Peer fresh = new Peer(backend)) {
            stale.get("r", 0);
            assertThat(stale.sendGet("X-Lab-Request: r-1").end()).isEqualTo(End.EOF);
            fresh.get("r", 1);
            LedgerSnapshot ledger = backend.ledger();
            assertThat(ledger.attempts(1)).isEqualTo(2);
            assertThat(ledger.executions(1)).isEqualTo(2);
            assertThat(ledger.duplicates()).isEqualTo(1);
            assertThat(ledger.connectionsOf(1)).containsExactly(1, 2);
            assertThat(ledger.brokenExchanges()).isEqualTo(1);
            assertThat(ledger.exchangeDetail().isAnswered(1)).isFalse();
            assertThat(ledger.exchangeDetail().isExecuted(1)).isTrue();
        }
    }

    @Test
    void aRequestWhoseBodyNeverCameIsAnAttemptAndNoExecution() throws IOException {
        try (CountingBackend backend = backendOf("r");
                Peer peer = new Peer(backend)) {
            peer.send("POST / HTTP/1.1\r\nX-Lab-Request: r-5\r\nContent-Length: 10\r\n\r\n12345");
            await().until(() -> backend.inFlight() == 1);
            peer.leave();
            await().until(() -> backend.inFlight() == 0);
            LedgerSnapshot ledger = backend.ledger();
            assertThat(ledger.attempts(5)).isEqualTo(1);
            assertThat(ledger.executions(5)).isZero();
            assertThat(ledger.brokenExchanges()).isZero();
        }
    }

    @Test
    void aRequestOfAnotherRunIsForeign() throws IOException {
        try (CountingBackend backend = backendOf("r");
                Peer peer = new Peer(backend)) {
            peer.get();
            peer.get("other", 1);
            peer.get("X-Lab-Request: r-");
            peer.get("X-Lab-Request: r-1x");
            peer.get("r", 0);
            LedgerSnapshot ledger = backend.ledger();
            assertThat(ledger.foreignRequests()).isEqualTo(4);
            assertThat(ledger.foreignExchanges()).isEqualTo(4);
            assertThat(ledger.exchanges()).isEqualTo(1);
            assertThat(ledger.attempts()).isEqualTo(1);
            assertThat(ledger.reusedExchanges())
                    .as("its connection was used before")
                    .isEqualTo(1);
            assertThat(backend.exchanges()).isEqualTo(1);
        }
    }

    @Test
    void anAcceptWithoutARequestIsUnusedOnceItHasEnded() throws IOException {
        try (CountingBackend backend = CountingBackend.start()) {
            try (Peer peer = new Peer(backend)) {
                await().until(() -> backend.accepts() == 1);
                assertThat(peer.socket().isConnected()).isTrue();
                assertThat(backend.ledger().unusedAccepts()).isZero();
            }
            await().until(() -> backend.openConnections() == 0);
            assertThat(backend.ledger().unusedAccepts()).isEqualTo(1);
            assertThat(backend.ledger().connections().get(0).isUnused()).isTrue();
        }
    }

    @Test
    void aPhaseHasItsOwnCounts() throws IOException {
        try (CountingBackend backend = backendOf("r");
                Peer before = new Peer(backend);
                Peer both = new Peer(backend)) {
            before.get("r", 0);
            both.get("r", 1);
            before.leave();
            await().until(() -> backend.openConnections() == 1);
            LedgerSnapshot mark = backend.ledger();
            both.get("r", 1);
            both.get("r", 2);
            LedgerSnapshot phase = backend.ledger().minus(mark);
            assertThat(phase.accepts()).isZero();
            assertThat(phase.exchanges()).isEqualTo(2);
            assertThat(phase.reusedExchanges()).isEqualTo(2);
            assertThat(phase.attempts(1)).isEqualTo(1);
            assertThat(phase.duplicates()).isZero();
            assertThat(phase.exchangeDetail().size()).isEqualTo(2);
            assertThat(phase.exchangeDetail().request(0)).isEqualTo(1);
            assertThat(phase.connections()).hasSize(1);
            assertThat(phase.connections().get(0).exchanges()).isEqualTo(2);
            assertThat(phase.closes()).isEmpty();
            assertThat(phase.tallies()).extracting(Tally::count).containsExactly(2L);
        }
    }

    @Test
    void aSnapshotDoesNotChangeAfterwards() throws IOException {
        try (CountingBackend backend = backendOf("r");
                Peer held = new Peer(backend);
                Peer peer = new Peer(backend)) {
            backend.holdUntilInFlight(2);
            held.sendGet("X-Lab-Request: r-0");
            await().until(() -> backend.inFlight() == 1);
            LedgerSnapshot early = backend.ledger();
            peer.get("r", 1);
            held.answer();
            assertThat(backend.ledger().exchangeDetail().isAnswered(0)).isTrue();
            assertThat(early.exchangeDetail().isAnswered(0)).isFalse();
            assertThat(early.exchangeDetail().size()).isEqualTo(1);
            assertThat(early.exchanges()).isZero();
            assertThat(early.inFlight()).isEqualTo(1);
            assertThat(early.attempts(1)).isZero();
            assertThat(early.connections().get(0).exchanges()).isZero();
        }
    }

    @Test
    void idleGapsAreThoseBetweenExchanges() throws IOException {
        try (CountingBackend backend = CountingBackend.start();
                Peer peer = new Peer(backend)) {
            peer.get();
            peer.get();
            peer.get();
            LedgerSnapshot ledger = backend.ledger();
            ConnectionRecord.IdleGaps gaps = ledger.connections().get(0).idle();
            ExchangeDetail rows = ledger.exchangeDetail();
            assertThat(rows.idleNanos(0)).isZero();
            assertThat(rows.idleNanos(1)).isPositive();
            assertThat(gaps.count()).isEqualTo(2);
            assertThat(gaps.sumNanos()).isEqualTo(rows.idleNanos(1) + rows.idleNanos(2));
            assertThat(gaps.minNanos()).isEqualTo(Math.min(rows.idleNanos(1), rows.idleNanos(2)));
            assertThat(gaps.maxNanos()).isEqualTo(Math.max(rows.idleNanos(1), rows.idleNanos(2)));
        }
    }

    @Test
    void versionsAndConnectionHeadersAreTallied() throws IOException {
        try (CountingBackend backend = CountingBackend.start();
                Peer peer = new Peer(backend)) {
            peer.get();
            peer.get();
            peer.get();
            peer.get("Connection: keep-alive");
            peer.get("Connection: keep-alive");
            peer.send("GET / HTTP/1.0\r\nConnection: close\r\n\r\n").answer();
            assertThat(backend.ledger().tallies())
                    .containsExactly(
                            new Tally("HTTP/1.1", Optional.empty(), 3),
                            new Tally("HTTP/1.1", Optional.of("keep-alive"), 2),
                            new Tally("HTTP/1.0", Optional.of("close"), 1));
        }
    }

    @Test
    void talliesAreBounded() throws IOException {
        try (CountingBackend backend = CountingBackend.start();
                Peer peer = new Peer(backend)) {
            for (int i = 0; i < 70; i++) {
                peer.get("Connection: x" + i);
            }
            assertThat(backend.ledger().tallies())
                    .hasSize(65)
                    .contains(new Tally("HTTP/1.1", Optional.of(Tally.OTHERS), 6));
        }
    }

    @Test
    void beyondTheLimitsDetailIsMissingAndEveryCountIsExact() throws IOException {
        try (CountingBackend backend = CountingBackend.builder()
                .runToken("r")
                .expectedRequests(0)
                .exchangeDetailLimit(5)
                .connectionDetailLimit(2)
                .start()) {
            for (int connection = 0; connection < 3; connection++) {
                try (Peer peer = new Peer(backend)) {
                    for (int i = 0; i < 4; i++) {
                        peer.get("r", connection * 4 + i);
                    }
                }
            }
            await().until(() -> backend.openConnections() == 0);
            LedgerSnapshot ledger = backend.ledger();
            assertThat(ledger.exchangeDetail().size()).isEqualTo(5);
            assertThat(ledger.exchangeDetail().isComplete()).isFalse();
            assertThat(ledger.exchangeDetail().unrecorded()).isEqualTo(7);
            assertThat(ledger.connections()).hasSize(2);
            assertThat(ledger.unrecordedConnections()).isEqualTo(1);
            assertThat(ledger.connections()).allSatisfy(c -> {
                assertThat(c.exchanges()).isEqualTo(4);
                assertThat(c.idle().count()).isEqualTo(3);
            });
            assertThat(ledger.exchanges()).isEqualTo(12);
            assertThat(ledger.reusedExchanges()).isEqualTo(9);
            assertThat(ledger.attempts(11)).isEqualTo(1);
            assertThat(ledger.closes().values()).containsExactly(3L);
        }
    }

    @Test
    void detailSpansPages() throws IOException {
        int requests = ExchangePage.ROWS + 10;
        try (CountingBackend backend = backendOf("r");
                Peer peer = new Peer(backend)) {
            for (int i = 0; i < requests; i++) {
                peer.get("r", i);
            }
            LedgerSnapshot ledger = backend.ledger();
            assertThat(IntStream.range(0, requests).mapToLong(ledger.exchangeDetail()::request))
                    .containsExactlyElementsOf(
                            IntStream.range(0, requests).asLongStream().boxed().toList());
            peer.get("r", requests);
            assertThat(backend.ledger().minus(ledger).exchangeDetail().request(0))
                    .isEqualTo(requests);
        }
    }

    @Test
    void theLedgerOutlivesTheBackend() throws IOException {
        CountingBackend backend = CountingBackend.start();
        try (Peer peer = new Peer(backend)) {
            peer.get();
        }
        backend.close();
        backend.close();
        assertThat(backend.ledger().exchanges()).isEqualTo(1);
        assertThat(backend.ledger().openAtEnd()).isZero();
    }

    @Test
    void agesRunFromTheAccept() throws IOException {
        try (CountingBackend backend =
                        CountingBackend.builder().behave("age-fin(30ms)").start();
                Peer peer = new Peer(backend)) {
            assertThat(peer.end()).isEqualTo(End.EOF);
            await().until(() -> backend.openConnections() == 0);
            ConnectionRecord record = backend.ledger().connections().get(0);
            assertThat(record.ageNanos(0))
                    .isEqualTo(30_000_000 + record.timerErrorNanos().orElseThrow());
            assertThat(record.peerPort()).isCloseTo(peer.socket().getLocalPort(), within(0));
        }
    }
}
