package keepalivelab.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import org.junit.jupiter.api.Test;

/** A backend that takes no connections for a while. */
class ListeningTest {
    @Test
    void whoeverDialsIsRefusedAndOpenConnectionsLiveOn() throws IOException {
        try (CountingBackend backend = CountingBackend.start();
                Peer open = new Peer(backend)) {
            open.get();
            backend.stopListening();
            assertThatThrownBy(() -> new Peer(backend)).isInstanceOf(ConnectException.class);
            open.get();
            assertThat(backend.ledger().exchanges()).isEqualTo(2);
            assertThat(backend.ledger().accepts()).isEqualTo(1);
        }
    }

    @Test
    void itListensAgainWhereItDidAndGoesOnCounting() throws IOException {
        try (CountingBackend backend = CountingBackend.start()) {
            int port = backend.port();
            backend.stopListening();
            backend.stopListening();
            backend.listen();
            assertThat(backend.port()).isEqualTo(port);
            try (Peer peer = new Peer(backend)) {
                peer.get();
            }
            assertThat(backend.ledger().accepts()).isEqualTo(1);
        }
    }

    @Test
    void listeningTwiceIsADefectOfTheCaller() {
        CountingBackend backend = CountingBackend.start();
        try (backend) {
            assertThatThrownBy(backend::listen)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageEndingWith(" already");
        }
        assertThatThrownBy(backend::listen)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the backend is closed");
    }
}
