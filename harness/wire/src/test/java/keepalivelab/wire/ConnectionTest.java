package keepalivelab.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What a connection tells of its peer, and what of ours reaches it while both are open. */
class ConnectionTest extends DialledConnection {
    @Test
    void aSlowReaderHoldsBackTheRestUntilItReads() throws IOException {
        byte[] sent = pattern(MEGABYTES);
        Recorded handler = new Recorded();
        Connection connection = dial(handler);
        try (Peer peer = Peer.acceptedBy(server)) {
            onLoop(() -> connection.put(sent));
            batchPasses();
            assertThat((int) loop.call(connection::pendingBytes)).isPositive();
            assertThat(handler.events()).doesNotContain(Recorded.DRAINED);

            assertThat(Arrays.equals(peer.read(sent.length), sent)).isTrue();
            await().until(() -> handler.events().contains(Recorded.DRAINED));
            assertThat((int) loop.call(connection::pendingBytes)).isZero();

            onLoop(() -> connection.putAscii("and more"));
            assertThat(peer.readText(8)).isEqualTo("and more");
        }
    }

    @Test
    void anAnswerInFrontOfAResetIsHandedOverThoughTheWriteFails() throws IOException {
        Recorded handler = new Recorded();
        Connection connection = dial(handler);
        Peer peer = Peer.acceptedBy(server);
        awaitTold(handler, Recorded.CONNECTED);
        onLoop(connection::pauseReading);
        peer.write("early answer");
        peer.reset();

        onLoop(() -> connection.putAscii("request"));

        awaitTold(handler, Recorded.FAILURE);
        assertThat(handler.told()).containsExactly(Recorded.CONNECTED, "bytes early answer", Recorded.FAILURE);
        assertThat(handler.events()).contains(Recorded.FLUSH).doesNotContain(Recorded.DRAINED);
    }

    @Test
    void aFinInFrontOfAResetIsToldBeforeTheFailure() throws IOException {
        Recorded handler = new Recorded();
        Connection connection = dial(handler);
        Peer peer = Peer.acceptedBy(server);
        awaitTold(handler, Recorded.CONNECTED);
        onLoop(connection::pauseReading);
        peer.write("early answer");
        peer.close();

        await().until(() -> {
            // The first is answered with the reset, a later one meets it.
            onLoop(() -> connection.putAscii("request"));
            return handler.told().contains(Recorded.FAILURE);
        });

        assertThat(handler.told())
                .containsExactly(Recorded.CONNECTED, "bytes early answer", Recorded.END, Recorded.FAILURE);
    }

    @Test
    void aResetAfterTheFinIsToldWhenAWriteMeetsIt() throws IOException {
        Recorded handler = new Recorded();
        Connection connection = dial(handler);
        Peer.acceptedBy(server).close();
        awaitTold(handler, Recorded.END);

        await().until(() -> {
            onLoop(() -> connection.putAscii("answer"));
            return handler.told().contains(Recorded.FAILURE);
        });

        assertThat(handler.told()).containsExactly(Recorded.CONNECTED, Recorded.END, Recorded.FAILURE);
        assertThat(connection.isClosed()).isTrue();
    }

    @Test
    void aResetOfThePeerIsOneFailureAndNoEnd() throws IOException {
        Recorded handler = new Recorded();
        dial(handler);
        Peer peer = Peer.acceptedBy(server);
        awaitTold(handler, Recorded.CONNECTED);
        peer.reset();
        awaitTold(handler, Recorded.FAILURE);
        batchPasses();
        assertThat(handler.told()).containsExactly(Recorded.CONNECTED, Recorded.FAILURE);
    }

    @Test
    void aRefusedDialIsOneFailure() throws IOException {
        InetSocketAddress nobody = Peer.address(server);
        server.close();
        Recorded handler = new Recorded();
        Connection connection = loop.call(() -> {
            Connection dialled = Connection.dial(loop, nobody, handler);
            assertThat(handler.events()).as("never during the call").isEmpty();
            dialled.putAscii("request");
            return dialled;
        });
        awaitTold(handler, Recorded.FAILURE);
        batchPasses();
        assertThat(handler.events()).containsExactly(Recorded.FAILURE);
        assertThat(connection.isClosed()).isTrue();
    }

    @Test
    void aNameThatDoesNotResolveIsOneFailure() {
        Recorded handler = new Recorded();
        InetSocketAddress unresolved = InetSocketAddress.createUnresolved("nowhere.invalid", 80);
        Connection connection = loop.call(() -> Connection.dial(loop, unresolved, handler));
        awaitTold(handler, Recorded.FAILURE);
        assertThat(handler.events()).containsExactly(Recorded.FAILURE);
        assertThat(connection.channel().isOpen()).isFalse();
    }

    @Test
    void connectedComesBeforeBytes() throws IOException {
        Recorded handler = new Recorded();
        dial(handler);
        try (Peer peer = Peer.acceptedBy(server)) {
            peer.write("banner");
            awaitTold(handler, "bytes banner");
        }
        assertThat(handler.told()).startsWith(Recorded.CONNECTED, "bytes banner");
    }

    @Test
    void whatIsPutBeforeTheConnectIsSentAfterIt() throws IOException {
        loop.call(() -> {
            Connection connection = Connection.dial(loop, Peer.address(server), new Recorded());
            connection.putAscii("impatient");
            connection.endOutput();
            return connection;
        });
        try (Peer peer = Peer.acceptedBy(server)) {
            assertThat(peer.seesUntilTheEnd()).isEqualTo("impatientFIN");
        }
    }

    @Test
    void aPausedConnectionReadsNothingUntilItResumes() throws IOException {
        Recorded handler = new Recorded();
        Connection connection = loop.call(() -> {
            Connection dialled = Connection.dial(loop, Peer.address(server), handler);
            dialled.pauseReading();
            return dialled;
        });
        try (Peer peer = Peer.acceptedBy(server)) {
            peer.write("waiting");
            await().until(() -> loop.call(connection::unreadBytes) == "waiting".length());
            batchPasses();
            assertThat(handler.told()).containsExactly(Recorded.CONNECTED);

            onLoop(connection::resumeReading);
            awaitTold(handler, "bytes waiting");
            assertThat((int) loop.call(connection::unreadBytes)).isZero();
        }
    }

    @Test
    void afterThePeersFinWritingGoesOn() throws IOException {
        Recorded handler = new Recorded();
        Connection connection = dial(handler);
        try (Peer peer = Peer.acceptedBy(server)) {
            peer.fin();
            awaitTold(handler, Recorded.END);
            assertThat((boolean) loop.call(connection::inputEnded)).isTrue();
            onLoop(() -> {
                connection.resumeReading();
                connection.putAscii("still here");
                connection.close();
            });
            assertThat(peer.seesUntilTheEnd()).isEqualTo("still hereFIN");
        }
        assertThat(handler.told()).containsExactly(Recorded.CONNECTED, Recorded.END);
    }

    @Test
    void numbersAndChunksAreWrittenAsText() throws IOException {
        Connection connection = dial(new Recorded());
        try (Peer peer = Peer.acceptedBy(server)) {
            onLoop(() -> {
                connection.putDecimal(0);
                connection.putAscii(" ");
                connection.putDecimal(Long.MAX_VALUE);
                connection.putAscii(" ");
                connection.putChunk(new byte[26], 0, 26);
                connection.close();
            });
            assertThat(peer.seesUntilTheEnd()).isEqualTo("0 9223372036854775807 1a\r\n" + "\0".repeat(26) + "\r\nFIN");
        }
    }

    @Test
    void portsAreThoseOfThePeer() throws IOException {
        Connection connection = dial(new Recorded());
        try (Peer peer = Peer.acceptedBy(server)) {
            assertThat((int) loop.call(connection::peerPort)).isEqualTo(server.getLocalPort());
            assertThat((int) loop.call(connection::localPort)).isEqualTo(peer.remotePort());
        }
    }
}
