package keepalivelab.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import keepalivelab.backend.rule.BehaviourFactory;
import keepalivelab.backend.rule.Behaviours;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every named behaviour must keep, whoever wrote it. */
class BehaviourContractTest {
    static List<BehaviourFactory> behaviours() {
        return Behaviours.all();
    }

    static Stream<String> examples() {
        return Behaviours.all().stream().flatMap(f -> f.examples().stream());
    }

    @Test
    void theBehavioursOfTheCatalogueAreFound() {
        assertThat(behaviours())
                .extracting(BehaviourFactory::id)
                .contains(
                        "keep",
                        "idle-fin",
                        "idle-rst",
                        "fin@request",
                        "rst@request",
                        "fin-unread",
                        "close-after",
                        "announce",
                        "delay",
                        "http10");
    }

    @ParameterizedTest
    @MethodSource("behaviours")
    void itSaysInOneLineWhatItDoes(BehaviourFactory behaviour) {
        assertThat(behaviour.meaning()).isNotBlank().doesNotContain("\n");
        assertThat(behaviour.form()).startsWith(behaviour.id());
        assertThat(behaviour.examples()).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void itsTextIsReadBackAsTheSameBehaviour(String text) {
        assertThat(Behaviours.parse(text).text()).isEqualTo(text);
        assertThat(Behaviours.parse("  " + text + " ")).isEqualTo(Behaviours.parse(text));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void itFiresAndTheLedgerSaysSo(String text) throws IOException {
        try (CountingBackend backend = CountingBackend.builder().behave(text).start()) {
            assertThat(backend.ledger().fired()).containsEntry(text, 0L);
            try (Peer peer = new Peer(backend)) {
                threeRequests(peer);
                await().untilAsserted(() ->
                        assertThat(backend.ledger().fired().get(text)).isPositive());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void everyRequestEndsInExactlyOneCount(String text) throws IOException {
        try (CountingBackend backend = CountingBackend.builder().behave(text).start();
                Peer peer = new Peer(backend)) {
            threeRequests(peer);
            peer.leave();
            await().until(() -> backend.openConnections() == 0);
            LedgerSnapshot ledger = backend.ledger();
            assertThat(ledger.attempts()).isEqualTo(ledger.exchanges() + ledger.brokenExchanges());
            assertThat(ledger.executions()).isEqualTo(ledger.attempts());
            assertThat(ledger.inFlight()).isZero();
            assertThat(ledger.closes().values()).containsExactly(1L);
        }
    }

    private static void threeRequests(Peer peer) {
        try {
            for (int i = 0; i < 3; i++) {
                peer.get();
            }
        } catch (IOException theBehaviourEndedIt) {
            // What a behaviour does to its peer is CloseFormTest's matter.
        }
    }
}
