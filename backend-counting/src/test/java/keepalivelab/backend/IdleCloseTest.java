package keepalivelab.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import keepalivelab.backend.CloseKind.Closer;
import keepalivelab.backend.CloseKind.How;
import keepalivelab.backend.Peer.End;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Idle connections closed by command. */
class IdleCloseTest {
    @ParameterizedTest
    @CsvSource({"FIN,EOF,FIN", "RST,RESET,RST", "END_OUTPUT,EOF,FIN"})
    void thePeerSeesTheWayThatWasToldAndTheLedgerKnowsIt(IdleClose told, End seen, How how) throws IOException {
        try (CountingBackend backend = CountingBackend.start();
                Peer peer = new Peer(backend)) {
            peer.get();
            backend.closeIdle(told);
            assertThat(peer.end()).isEqualTo(seen);
            ConnectionRecord record = backend.ledger().connections().get(0);
            assertThat(record.close().closer()).isEqualTo(Closer.BACKEND);
            assertThat(record.close().how()).isEqualTo(how);
            assertThat(backend.openConnections()).isZero();
        }
    }

    @Test
    void anEndedOutputIsHeldUntilThePeerClosesToo() throws IOException {
        try (CountingBackend backend = CountingBackend.start()) {
            try (Peer peer = new Peer(backend)) {
                peer.get();
                backend.closeIdle(IdleClose.END_OUTPUT);
                assertThat(peer.end()).isEqualTo(End.EOF);
                await().until(() -> backend.openConnections() == 0);
                assertThat(backend.heldConnections()).isEqualTo(1);
            }
            await().until(() -> backend.heldConnections() == 0);
        }
    }

    @Test
    void aRequestUnderWayIsLeftAlone() throws IOException {
        try (CountingBackend backend = CountingBackend.start();
                Peer busy = new Peer(backend);
                Peer second = new Peer(backend)) {
            backend.holdUntilInFlight(2);
            busy.sendGet();
            await().until(() -> backend.inFlight() == 1);
            backend.closeIdle(IdleClose.RST);
            try (Peer third = new Peer(backend)) {
                third.get();
            }
            assertThat(busy.answer().body()).isEqualTo("ok\n");
            assertThat(second.end()).isEqualTo(End.RESET);
        }
    }
}
