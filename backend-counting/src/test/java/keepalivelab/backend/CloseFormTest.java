package keepalivelab.backend;

import static keepalivelab.backend.CloseKind.Closer.BACKEND;
import static keepalivelab.backend.CloseKind.Closer.PEER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.SocketException;
import keepalivelab.backend.CloseKind.How;
import keepalivelab.backend.Peer.Answer;
import keepalivelab.backend.Peer.End;
import keepalivelab.backend.rule.CloseCause;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** What a peer's kernel sees of every way to end a connection, and what the ledger says of it. */
class CloseFormTest {
    private static CountingBackend backend(String behaviour) {
        return CountingBackend.builder().behave(behaviour).start();
    }

    /** The only connection's record, once it has ended. */
    private static ConnectionRecord ended(CountingBackend backend) {
        await().until(() -> !backend.ledger().connections().isEmpty()
                && !backend.ledger().connections().get(0).isOpen());
        return backend.ledger().connections().get(0);
    }

    private static CloseKind by(CloseKind.Closer closer, How how, CloseCause cause) {
        return new CloseKind(closer, how, cause);
    }

    @Test
    void anIdleTimeoutIsAnEofAndIsExact() throws IOException {
        try (CountingBackend backend = backend("idle-fin(300ms)");
                Peer peer = new Peer(backend)) {
            peer.get();
            assertThat(peer.end()).isEqualTo(End.EOF);
            ConnectionRecord record = ended(backend);
            assertThat(record.close()).isEqualTo(by(BACKEND, How.FIN, CloseCause.TIMER));
            assertThat(record.timerErrorNanos().orElseThrow()).isNotNegative();
            assertThat(record.timerDueNanos())
                    .isEqualTo(backend.ledger().exchangeDetail().answeredAtNanos(0) + 300_000_000);
            assertThat(record.unreadBytes()).isZero();
        }
    }

    @Test
    void anIdleTimeoutRunsFromTheAcceptWhereThereWasNoExchange() throws IOException {
        try (CountingBackend backend = backend("idle-fin(50ms)");
                Peer peer = new Peer(backend)) {
            assertThat(peer.end()).isEqualTo(End.EOF);
            ConnectionRecord record = ended(backend);
            assertThat(record.timerDueNanos()).isEqualTo(record.acceptedAtNanos() + 50_000_000);
            assertThat(backend.ledger().unusedAccepts()).isEqualTo(1);
        }
    }

    @Test
    void anIdleTimeoutStartsAnewWithEveryExchange() throws IOException {
        try (CountingBackend backend = backend("idle-fin(400ms)");
                Peer peer = new Peer(backend)) {
            peer.get("X-Lab-Delay: 250ms");
            peer.get("X-Lab-Delay: 250ms");
            peer.get("X-Lab-Delay: 250ms");
            assertThat(peer.end()).isEqualTo(End.EOF);
            assertThat(ended(backend).exchanges()).isEqualTo(3);
            assertThat(ended(backend).timerDueNanos())
                    .isEqualTo(backend.ledger().exchangeDetail().answeredAtNanos(2) + 400_000_000);
        }
    }

    @Test
    void anIdleResetIsAReset() throws IOException {
        try (CountingBackend backend = backend("idle-rst(300ms)");
                Peer peer = new Peer(backend)) {
            peer.get();
            assertThat(peer.end()).isEqualTo(End.RESET);
            assertThat(ended(backend).close()).isEqualTo(by(BACKEND, How.RST, CloseCause.TIMER));
        }
    }

    @Test
    void aLifetimeLimitWaitsForTheEndOfTheExchange() throws IOException {
        try (CountingBackend backend = backend("age-fin(300ms)");
                Peer peer = new Peer(backend)) {
            assertThat(peer.get("X-Lab-Delay: 500ms").body()).isEqualTo("ok\n");
            assertThat(peer.end()).isEqualTo(End.EOF);
            ConnectionRecord record = ended(backend);
            assertThat(record.close()).isEqualTo(by(BACKEND, How.FIN, CloseCause.TIMER));
            assertThat(record.timerDueNanos()).isEqualTo(record.acceptedAtNanos() + 300_000_000);
            assertThat(record.exchanges()).isEqualTo(1);
        }
    }

    @Test
    void finAtRequestReadsItAndSendsNoByteBeforeTheEof() throws IOException {
        try (CountingBackend backend = backend("fin@request(1)");
                Peer peer = new Peer(backend)) {
            peer.get();
            assertThat(peer.sendGet().end()).isEqualTo(End.EOF);
            assertThat(ended(backend).close()).isEqualTo(by(BACKEND, How.FIN, CloseCause.RULE));
            assertThat(backend.ledger().executions()).isEqualTo(2);
            assertThat(backend.ledger().brokenExchanges()).isEqualTo(1);
            assertThat(backend.ledger().unreadRequests()).isZero();
        }
    }

    @Test
    void rstAtRequestReadsItAndResets() throws IOException {
        try (CountingBackend backend = backend("rst@request(1)");
                Peer peer = new Peer(backend)) {
            peer.get();
            assertThat(peer.sendGet().end()).isEqualTo(End.RESET);
            assertThat(ended(backend).close()).isEqualTo(by(BACKEND, How.RST, CloseCause.RULE));
            assertThat(backend.ledger().executions()).isEqualTo(2);
            assertThat(backend.ledger().brokenExchanges()).isEqualTo(1);
        }
    }

    @RepeatedTest(20)
    void finUnreadReadsNothingAndTheKernelResets() throws IOException {
        try (CountingBackend backend = backend("fin-unread(1)");
                Peer peer = new Peer(backend)) {
            peer.get();
            String request = "GET / HTTP/1.1\r\nHost: b\r\n\r\n";
            assertThat(peer.send(request).end()).isEqualTo(End.RESET);
            ConnectionRecord record = ended(backend);
            assertThat(record.close()).isEqualTo(by(BACKEND, How.DIRTY, CloseCause.RULE));
            assertThat(record.unreadBytes()).isEqualTo(request.length());
            assertThat(record.unreadRequests()).isEqualTo(1);
            assertThat(backend.ledger().attempts()).isEqualTo(1);
        }
    }

    @Test
    void finUnreadResetsForARequestThatWasSentAhead() throws IOException {
        try (CountingBackend backend = backend("fin-unread(1)");
                Peer peer = new Peer(backend)) {
            String request = "GET / HTTP/1.1\r\nHost: b\r\n\r\n";
            peer.send(request + request);
            assertThat(peer.answer().header("X-Backend-Exchange")).isEqualTo("0");
            assertThat(peer.end()).isEqualTo(End.RESET);
            assertThat(ended(backend).unreadBytes()).isEqualTo(request.length());
            assertThat(backend.ledger().unreadRequests()).isEqualTo(1);
            assertThat(backend.ledger().attempts()).isEqualTo(1);
        }
    }

    @Test
    void aPeersFinIsNoUnreadRequest() throws IOException {
        try (CountingBackend backend = backend("fin-unread(1)");
                Peer peer = new Peer(backend)) {
            peer.get();
            peer.endOutput();
            assertThat(peer.end()).isEqualTo(End.EOF);
            assertThat(ended(backend).close()).isEqualTo(by(PEER, How.FIN, CloseCause.PEER));
            assertThat(backend.ledger().fired()).containsEntry("fin-unread(1)", 0L);
        }
    }

    @Test
    void aRuleThatIsArmedWhileAReadIsPendingStillFires() throws IOException {
        try (CountingBackend backend = CountingBackend.start();
                Peer peer = new Peer(backend)) {
            peer.get();
            backend.behave("fin-unread(1)");
            assertThat(peer.sendGet().end()).isEqualTo(End.RESET);
            assertThat(backend.ledger().fired()).containsEntry("fin-unread(1)", 1L);
        }
    }

    @Test
    void anIdleRuleThatIsArmedLaterMeetsConnectionsThatAreOpen() throws IOException {
        try (CountingBackend backend = CountingBackend.start();
                Peer peer = new Peer(backend)) {
            peer.get();
            backend.behave("idle-rst(1ms)");
            assertThat(peer.end()).isEqualTo(End.RESET);
        }
    }

    @Test
    void closeAfterServesSoManyAndThenEnds() throws IOException {
        try (CountingBackend backend = backend("close-after(2)");
                Peer peer = new Peer(backend)) {
            assertThat(peer.get().header("Connection")).isEmpty();
            assertThat(peer.get().header("Connection")).isEmpty();
            assertThat(peer.end()).isEqualTo(End.EOF);
            assertThat(ended(backend).close()).isEqualTo(by(BACKEND, How.FIN, CloseCause.LIMIT));
            assertThat(ended(backend).exchanges()).isEqualTo(2);
        }
    }

    @Test
    void anAnnouncedLimitIsSaidInTheLastResponseOnly() throws IOException {
        try (CountingBackend backend = backend("close-after(2, announced)");
                Peer peer = new Peer(backend)) {
            assertThat(peer.get().header("Connection")).isEmpty();
            assertThat(peer.get().header("Connection")).isEqualTo("close");
            assertThat(peer.end()).isEqualTo(End.EOF);
            assertThat(ended(backend).close()).isEqualTo(by(BACKEND, How.FIN, CloseCause.ANNOUNCED));
        }
    }

    @Test
    void whatWasSentAheadOfALimitIsNeverRead() throws IOException {
        try (CountingBackend backend = backend("close-after(1)");
                Peer peer = new Peer(backend)) {
            peer.send("GET / HTTP/1.1\r\nHost: b\r\n\r\nGET / HTTP/1.1\r\nHost: b\r\n\r\n");
            peer.answer();
            assertThat(peer.end()).isEqualTo(End.EOF);
            assertThat(backend.ledger().attempts()).isEqualTo(1);
            assertThat(backend.ledger().unreadRequests()).isEqualTo(1);
        }
    }

    @Test
    void announceSaysCloseAndCloses() throws IOException {
        try (CountingBackend backend = backend("announce");
                Peer peer = new Peer(backend)) {
            Answer answer = peer.get();
            assertThat(answer.header("Connection")).isEqualTo("close");
            assertThat(answer.body()).isEqualTo("ok\n");
            assertThat(peer.end()).isEqualTo(End.EOF);
            assertThat(ended(backend).close()).isEqualTo(by(BACKEND, How.FIN, CloseCause.ANNOUNCED));
        }
    }

    @Test
    void closingRightAfterTheAcceptIsAnEofOrAReset() throws IOException {
        try (CountingBackend backend = backend("fin@accept");
                Peer peer = new Peer(backend)) {
            assertThat(peer.end()).isEqualTo(End.EOF);
        }
        try (CountingBackend backend = backend("rst@accept")) {
            assertThat(dialledAndEnded(backend)).isEqualTo(End.RESET);
        }
    }

    private static End dialledAndEnded(CountingBackend backend) throws IOException {
        Peer peer;
        try {
            peer = new Peer(backend);
        } catch (SocketException resetBeforeTheDialReturned) {
            return End.RESET;
        }
        try (peer) {
            return peer.end();
        }
    }

    @Test
    void afterAHalfCloseWhatArrivesIsCountedAndNotAnswered() throws IOException {
        try (CountingBackend backend = backend("half-close@end");
                Peer peer = new Peer(backend)) {
            peer.get();
            assertThat(peer.end()).isEqualTo(End.EOF);
            peer.send("late");
            await().until(() -> backend.ledger().connections().get(0).unreadBytes() == 4);
            peer.leave();
            ConnectionRecord record = ended(backend);
            assertThat(record.close()).isEqualTo(by(BACKEND, How.FIN, CloseCause.RULE));
            assertThat(backend.ledger().attempts()).isEqualTo(1);
        }
    }

    @Test
    void thePeersCloseIsThePeers() throws IOException {
        try (CountingBackend backend = CountingBackend.start();
                Peer peer = new Peer(backend)) {
            peer.get();
            peer.leave();
            assertThat(ended(backend).close()).isEqualTo(by(PEER, How.FIN, CloseCause.PEER));
        }
    }

    @Test
    void thePeersResetIsThePeers() throws IOException {
        try (CountingBackend backend = CountingBackend.start();
                Peer peer = new Peer(backend)) {
            peer.get();
            peer.reset();
            assertThat(ended(backend).close()).isEqualTo(by(PEER, How.RST, CloseCause.PEER));
        }
    }

    @Test
    void aPeerThatLeavesDuringTheThinkTimeLeavesABrokenExchange() throws IOException {
        try (CountingBackend backend = backend("delay(1h)");
                Peer peer = new Peer(backend)) {
            peer.sendGet();
            await().until(() -> backend.inFlight() == 1);
            peer.reset();
            await().until(() -> backend.inFlight() == 0);
            assertThat(backend.ledger().brokenExchanges()).isEqualTo(1);
        }
    }

    @Test
    void aPeerThatHasOnlyEndedItsOutputIsStillAnswered() throws IOException {
        try (CountingBackend backend = backend("delay(20ms)");
                Peer peer = new Peer(backend)) {
            peer.sendGet().endOutput();
            assertThat(peer.answer().body()).isEqualTo("ok\n");
            assertThat(peer.end()).isEqualTo(End.EOF);
            assertThat(ended(backend).close()).isEqualTo(by(PEER, How.FIN, CloseCause.PEER));
            assertThat(backend.ledger().exchanges()).isEqualTo(1);
        }
    }

    @Test
    void stoppingClosesInOrder() throws IOException {
        try (CountingBackend backend = CountingBackend.start();
                Peer peer = new Peer(backend)) {
            peer.get();
            backend.stop();
            assertThat(peer.end()).isEqualTo(End.EOF);
            assertThat(ended(backend).close()).isEqualTo(by(BACKEND, How.FIN, CloseCause.STOP));
        }
    }

    @Test
    void closingTheIdleOnesLeavesTheBusyOnesAlone() throws IOException {
        try (CountingBackend backend = CountingBackend.start();
                Peer idle = new Peer(backend);
                Peer busy = new Peer(backend);
                Peer other = new Peer(backend)) {
            idle.get();
            backend.holdUntilInFlight(2);
            busy.sendGet();
            await().until(() -> backend.inFlight() == 1);
            backend.closeIdle();
            assertThat(idle.end()).isEqualTo(End.EOF);
            assertThat(other.end()).isEqualTo(End.EOF);
            try (Peer second = new Peer(backend)) {
                second.get();
                assertThat(busy.answer().body()).isEqualTo("ok\n");
            }
        }
    }

    @Test
    void severalBehavioursCombine() throws IOException {
        try (CountingBackend backend = backend("close-after(2) + idle-rst(400ms) + delay(5ms)");
                Peer two = new Peer(backend);
                Peer one = new Peer(backend)) {
            two.get();
            one.get();
            two.get();
            assertThat(two.end()).isEqualTo(End.EOF);
            assertThat(one.end()).isEqualTo(End.RESET);
            assertThat(backend.ledger().fired())
                    .containsEntry("close-after(2)", 1L)
                    .containsEntry("idle-rst(400ms)", 1L)
                    .containsEntry("delay(5ms)", 3L);
        }
    }
}
