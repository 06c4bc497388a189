package keepalivelab.wire;

import static keepalivelab.wire.BlockedThread.waitFor;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** How each way to end a connection reaches the peer, and that nothing is told afterwards. */
class ConnectionCloseTest extends DialledConnection {
    @Test
    void closeReachesThePeerAsFin() throws IOException {
        Connection connection = dial(new Recorded());
        try (Peer peer = Peer.acceptedBy(server)) {
            onLoop(connection::close);
            assertThat(peer.seesUntilTheEnd()).isEqualTo("FIN");
        }
    }

    @Test
    void resetReachesThePeerAsReset() throws IOException {
        Connection connection = dial(new Recorded());
        try (Peer peer = Peer.acceptedBy(server)) {
            onLoop(connection::reset);
            assertThat(peer.seesUntilTheEnd()).isEqualTo("RST");
        }
        assertThat(connection.isClosed()).isTrue();
    }

    @Test
    void closeUnreadReachesThePeerAsResetIfBytesAreUnread() throws IOException {
        AtomicInteger unread = new AtomicInteger();
        Recorded handler = new Recorded((event, connection) -> {
            if (event.equals(Recorded.READABLE)) {
                unread.set(connection.unreadBytes());
                connection.closeUnread();
            }
        });
        dial(handler);
        try (Peer peer = Peer.acceptedBy(server)) {
            peer.write("never read");
            assertThat(peer.seesUntilTheEnd()).isEqualTo("RST");
        }
        assertThat(unread).hasValue("never read".length());
        assertThat(handler.told()).containsExactly(Recorded.CONNECTED);
    }

    @Test
    void closeUnreadReachesThePeerAsFinIfNothingIsUnread() throws IOException {
        Connection connection = dial(new Recorded());
        try (Peer peer = Peer.acceptedBy(server)) {
            onLoop(connection::closeUnread);
            assertThat(peer.seesUntilTheEnd()).isEqualTo("FIN");
        }
    }

    @Test
    void aHalfCloseFollowsWhatWasPutAndReadingGoesOn() throws IOException {
        Recorded handler = new Recorded();
        Connection connection = dial(handler);
        try (Peer peer = Peer.acceptedBy(server)) {
            onLoop(() -> {
                connection.putAscii("last words");
                connection.endOutput();
                connection.putAscii("too late");
            });
            assertThat(peer.seesUntilTheEnd()).isEqualTo("last wordsFIN");
            peer.write("heard");
            awaitTold(handler, "bytes heard");
        }
        awaitTold(handler, Recorded.END);
        onLoop(connection::close);
    }

    @Test
    void aHalfCloseWithNothingPutIsSentAtOnce() throws IOException {
        Connection connection = dial(new Recorded());
        try (Peer peer = Peer.acceptedBy(server)) {
            onLoop(connection::endOutput);
            onLoop(connection::endOutput);
            assertThat(peer.seesUntilTheEnd()).isEqualTo("FIN");
            assertThat(connection.isClosed()).isFalse();
        }
    }

    @Test
    void closeDeliversEverythingThatWasPut() throws IOException {
        byte[] sent = pattern(MEGABYTES);
        Recorded handler = new Recorded();
        Connection connection = dial(handler);
        try (Peer peer = Peer.acceptedBy(server)) {
            onLoop(() -> {
                connection.put(sent);
                connection.close();
                connection.putAscii("too late");
            });
            assertThat(connection.isClosed()).isTrue();
            assertThat(Arrays.equals(peer.read(sent.length), sent)).isTrue();
            assertThat(peer.seesUntilTheEnd()).isEqualTo("FIN");
        }
        assertThat(handler.told()).isSubsetOf(Recorded.CONNECTED);
        assertThat(handler.events()).doesNotContain(Recorded.DRAINED);
    }

    @Test
    void nothingIsReadAfterACloseThatWaitsForItsOutput() throws IOException {
        Recorded handler = new Recorded();
        Connection connection = dial(handler);
        try (Peer peer = Peer.acceptedBy(server)) {
            awaitTold(handler, Recorded.CONNECTED);
            onLoop(() -> {
                connection.put(pattern(MEGABYTES));
                connection.close();
                connection.resumeReading();
            });
            peer.write("not for a closed connection");
            await().until(() -> loop.call(connection::unreadBytes) > 0);
            batchPasses();
            assertThat(handler.told()).containsExactly(Recorded.CONNECTED);
        }
        batchPasses();
        assertThat(handler.told()).containsExactly(Recorded.CONNECTED);
    }

    @Test
    void resetDropsWhatIsPending() throws IOException {
        Connection connection = dial(new Recorded());
        try (Peer peer = Peer.acceptedBy(server)) {
            onLoop(() -> connection.put(pattern(MEGABYTES)));
            batchPasses();
            onLoop(connection::close);
            onLoop(connection::reset);
            assertThat(connection.pendingBytes()).isZero();
            assertThat(peer.end()).isEqualTo("RST");
        }
    }

    @Test
    void aDialThatWasResetBeforeItsResultTellsNothing() throws IOException {
        Recorded handler = new Recorded();
        loop.call(() -> {
            Connection.dial(loop, Peer.address(server), handler).reset();
            return 0;
        });
        batchPasses();
        assertThat(handler.events()).isEmpty();
    }

    @Test
    void aCloseBeforeTheConnectSendsWhatWasPutAndTellsNothing() throws IOException {
        Recorded handler = new Recorded();
        loop.call(() -> {
            Connection connection = Connection.dial(loop, Peer.address(server), handler);
            connection.putAscii("impatient");
            connection.close();
            return connection;
        });
        try (Peer peer = Peer.acceptedBy(server)) {
            assertThat(peer.seesUntilTheEnd()).isEqualTo("impatientFIN");
        }
        assertThat(handler.events()).containsExactly(Recorded.FLUSH);
    }

    @Test
    void aHalfCloseBeforeTheConnectIsSentAfterIt() throws IOException {
        loop.call(() -> {
            Connection connection = Connection.dial(loop, Peer.address(server), new Recorded());
            connection.endOutput();
            return connection;
        });
        try (Peer peer = Peer.acceptedBy(server)) {
            assertThat(peer.seesUntilTheEnd()).isEqualTo("FIN");
        }
    }

    static Stream<Arguments> everyCallAndEveryWayToClose() {
        return Stream.of(
                        Recorded.CONNECTED,
                        Recorded.READABLE,
                        "bytes x",
                        Recorded.FLUSH,
                        Recorded.DRAINED,
                        Recorded.END)
                .flatMap(event -> Stream.of(
                        Arguments.of(event, "close", (Consumer<Connection>) Connection::close),
                        Arguments.of(event, "closeUnread", (Consumer<Connection>) Connection::closeUnread),
                        Arguments.of(event, "reset", (Consumer<Connection>) Connection::reset)));
    }

    @ParameterizedTest(name = "{1} in {0}")
    @MethodSource("everyCallAndEveryWayToClose")
    void nothingIsToldAfterACloseInAnyCall(String when, String how, Consumer<Connection> way) throws IOException {
        Recorded handler = new Recorded((event, connection) -> {
            if (event.equals(Recorded.CONNECTED)) {
                connection.putAscii("y");
            }
            if (event.equals(when)) {
                way.accept(connection);
                assertThat(connection.isClosed()).as(how).isTrue();
            }
        });
        dial(handler);
        try (Peer peer = Peer.acceptedBy(server)) {
            boolean provoked = provoke(peer);
            String end = peer.seesUntilTheEnd();
            assertThat(end).containsAnyOf("FIN", "RST");
            if (how.equals("reset") && provoked) {
                assertThat(end).endsWith("RST");
            }
        }
        batchPasses();
        List<String> afterwards = handler.events()
                .subList(handler.events().indexOf(when) + 1, handler.events().size());
        assertThat(afterwards).isSubsetOf(Recorded.FLUSH);
    }

    /** False if a write met the reset already: then the read that follows sees a mere end. */
    private static boolean provoke(Peer peer) {
        try {
            peer.write("x");
            peer.fin();
            return true;
        } catch (IOException resetAlready) {
            return false;
        }
    }

    @Test
    void aConnectionResetByAnotherInTheSameBatchIsToldNothingMore() throws Exception {
        CountDownLatch bothWait = new CountDownLatch(1);
        Connection[] pair = new Connection[2];
        Recorded handler = new Recorded((event, connection) -> {
            if (event.startsWith(Recorded.BYTES)) {
                pair[connection == pair[0] ? 1 : 0].reset();
            }
        });
        pair[0] = dial(handler);
        Peer first = Peer.acceptedBy(server);
        pair[1] = dial(handler);
        Peer second = Peer.acceptedBy(server);
        await().until(() -> handler.told().size() == 2);

        loop.execute(() -> waitFor(bothWait));
        first.write("a");
        second.write("b");
        bothWait.countDown();

        await().until(() -> handler.told().size() > 2);
        batchPasses();
        assertThat(handler.told())
                .filteredOn(event -> event.startsWith(Recorded.BYTES))
                .hasSize(1);
        first.close();
        second.close();
    }

    @Test
    void writeBuffersComeBackExactlyOnce() throws IOException {
        Connection connection = dial(new Recorded());
        try (Peer peer = Peer.acceptedBy(server)) {
            onLoop(() -> {
                connection.put(new byte[100_000]);
                connection.reset();
                connection.reset();
                connection.close();
            });
            assertThat(peer.end()).isEqualTo("RST");
        }
        onLoop(() -> {
            List<Integer> identities = Stream.generate(loop::takeWriteBuffer)
                    .limit(20)
                    .map(System::identityHashCode)
                    .toList();
            assertThat(identities).doesNotHaveDuplicates();
        });
    }
}
