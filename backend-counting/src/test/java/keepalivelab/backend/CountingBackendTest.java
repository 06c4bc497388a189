package keepalivelab.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import keepalivelab.api.EnvironmentException;
import keepalivelab.api.InputException;
import keepalivelab.backend.Peer.End;
import keepalivelab.backend.rule.Behaviour;
import keepalivelab.backend.rule.Behaviours;
import keepalivelab.backend.rule.CloseCause;
import keepalivelab.backend.rule.Effect;
import keepalivelab.backend.rule.Rule;
import keepalivelab.backend.rule.Selector;
import keepalivelab.backend.rule.Trigger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Starting, holding, rules as objects, wrong input. */
class CountingBackendTest {
    @Test
    void aTakenPortIsNamedWithTheRemedy() {
        try (CountingBackend first = CountingBackend.start()) {
            CountingBackend.Builder second = CountingBackend.builder().port(first.port());
            assertThatThrownBy(second::start)
                    .isInstanceOf(EnvironmentException.class)
                    .hasMessageContaining("127.0.0.1:" + first.port())
                    .hasMessageContaining("choose another");
        }
    }

    @Test
    void aFixedPortIsFreeAgainAfterTheClose() {
        int port;
        try (CountingBackend first = CountingBackend.start()) {
            port = first.port();
        }
        try (CountingBackend again = CountingBackend.builder().port(port).start()) {
            assertThat(again.port()).isEqualTo(port);
        }
    }

    @Test
    void itListensOnLoopbackUnlessToldOtherwise() {
        try (CountingBackend backend = CountingBackend.start()) {
            assertThat(backend.address().getAddress().isLoopbackAddress()).isTrue();
        }
    }

    @Test
    void theBarrierHoldsAnswersUntilEnoughAreInFlight() throws IOException {
        try (CountingBackend backend = CountingBackend.start();
                Peer one = new Peer(backend);
                Peer two = new Peer(backend)) {
            backend.holdUntilInFlight(3);
            one.sendGet();
            two.sendGet();
            await().until(() -> backend.inFlight() == 2);
            assertThat(backend.exchanges()).isZero();
            assertThat(backend.ledger().barrier()).isEqualTo(new BarrierState(3, 2, BarrierState.Phase.HOLDING));
            try (Peer three = new Peer(backend)) {
                three.get();
            }
            one.answer();
            two.answer();
            one.get();
            assertThat(backend.ledger().barrier()).isEqualTo(new BarrierState(3, 3, BarrierState.Phase.MET));
        }
    }

    @Test
    void aBarrierThatIsNeverMetGivesUpAndSaysSo() throws IOException {
        try (CountingBackend backend = CountingBackend.start();
                Peer peer = new Peer(backend)) {
            backend.holdUntilInFlight(2, Duration.ofMillis(30));
            assertThat(peer.get().body()).isEqualTo("ok\n");
            assertThat(backend.ledger().barrier()).isEqualTo(new BarrierState(2, 1, BarrierState.Phase.GAVE_UP));
        }
    }

    @Test
    void aHeldPeerThatLeavesDoesNotCountForTheBarrier() throws IOException {
        try (CountingBackend backend = CountingBackend.start();
                Peer leaves = new Peer(backend);
                Peer one = new Peer(backend);
                Peer two = new Peer(backend)) {
            backend.holdUntilInFlight(2);
            leaves.sendGet();
            await().until(() -> backend.inFlight() == 1);
            leaves.reset();
            await().until(() -> backend.inFlight() == 0);
            one.sendGet();
            await().until(() -> backend.inFlight() == 1);
            assertThat(backend.ledger().barrier().phase()).isEqualTo(BarrierState.Phase.HOLDING);
            two.get();
            assertThat(one.answer().body()).isEqualTo("ok\n");
        }
    }

    @Test
    void aRuleMayConcernOneConnectionAndEveryNthExchange() throws IOException {
        Rule rule = new Rule(
                new Selector.All(List.of(new Selector.Connection(2), new Selector.EveryExchange(3))),
                new Trigger.RequestRead(),
                new Effect.Rst(CloseCause.RULE));
        try (CountingBackend backend = CountingBackend.builder()
                        .behave(new Behaviour("third-of-second", List.of(rule)))
                        .start();
                Peer first = new Peer(backend);
                Peer second = new Peer(backend)) {
            for (int i = 0; i < 4; i++) {
                first.get();
            }
            second.get();
            second.get();
            assertThat(second.sendGet().end()).isEqualTo(End.RESET);
            assertThat(backend.ledger().fired()).containsEntry("third-of-second", 1L);
        }
    }

    @Test
    void aShareOfTheExchangesIsTheSameForTheSameSeed() throws IOException {
        List<Integer> announced = announcedOf(new Selector.Share(0.3, 7));
        assertThat(announcedOf(new Selector.Share(0.3, 7))).isEqualTo(announced);
        assertThat(announcedOf(new Selector.Share(0.3, 8))).isNotEqualTo(announced);
        assertThat(announced).hasSizeBetween(60, 120);
        assertThat(announcedOf(new Selector.Share(0, 7))).isEmpty();
        assertThat(announcedOf(new Selector.Share(1, 7))).hasSize(300);
    }

    private static List<Integer> announcedOf(Selector share) throws IOException {
        Rule rule = new Rule(share, new Trigger.RequestRead(), new Effect.Announce());
        try (CountingBackend backend = CountingBackend.builder()
                        .behave(new Behaviour("share", List.of(rule)))
                        .start();
                Peer peer = new Peer(backend)) {
            List<Integer> announced = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                if (peer.get().header("Connection").equals("close")) {
                    announced.add(i);
                }
            }
            assertThat(backend.ledger().fired()).containsEntry("share", (long) announced.size());
            return announced;
        }
    }

    @Test
    void aRuleThatShapesAnAnswerMustComeBeforeIt() {
        assertThatThrownBy(() -> Rule.always(new Trigger.Answered(), new Effect.Announce()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "idle-fn(300ms) | unknown behaviour 'idle-fn'; did you mean 'idle-fin'?",
                "idle-fin(300) | behaviour 'idle-fin(300)': t is '300', not a time above 0 with a unit such as 300ms",
                "idle-fin | behaviour 'idle-fin': t is missing (form: idle-fin(t[, jitter]))",
                "idle-fin(0ms) | behaviour 'idle-fin(0ms)': t is '0ms', not a time above 0",
                "fin@request(x) | behaviour 'fin@request(x)': k is 'x', not a whole number from 0",
                "fin@request(-1) | k is '-1', not a whole number from 0",
                "close-after(0) | k is '0', not a whole number from 1",
                "close-after(3, anounced) | unknown word 'anounced'; did you mean 'announced'?",
                "keep(1) | behaviour 'keep(1)': takes no argument",
                "delay(1ms, 2ms) | takes at most 1 argument",
                "http10(kep) | unknown word 'kep'; did you mean 'keep'?",
                "idle-fin(300ms | behaviour 'idle-fin(300ms' is no name with arguments",
                "keep + | behaviour '' is no name with arguments"
            })
    void wrongBehavioursAreNamedInOneLine(String text, String message) {
        assertThatThrownBy(() -> CountingBackend.builder().behave(text))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(message)
                .hasMessageNotContaining("\n");
    }

    @Test
    void severalBehavioursAreReadFromOneText() {
        assertThat(Behaviours.parseAll("idle-fin(1s, 10ms) + close-after( 3 ,announced )"))
                .extracting(Behaviour::text)
                .containsExactly("idle-fin(1s, 10ms)", "close-after(3, announced)");
        assertThat(Behaviours.parseAll(" ")).isEmpty();
    }

    @Test
    void jitterIsDrawnPerConnectionFromTheSeed() throws IOException {
        List<Long> first = idleTimes(11);
        assertThat(idleTimes(11)).isEqualTo(first);
        assertThat(idleTimes(12)).isNotEqualTo(first);
        assertThat(first)
                .allSatisfy(t -> assertThat(t).isBetween(20_000_000L, 40_000_000L))
                .doesNotHaveDuplicates();
    }

    private static List<Long> idleTimes(long seed) throws IOException {
        try (CountingBackend backend = CountingBackend.builder()
                        .seed(seed)
                        .behave("idle-fin(20ms, 20ms)")
                        .start();
                Peer one = new Peer(backend);
                Peer two = new Peer(backend)) {
            one.end();
            two.end();
            await().until(() -> backend.openConnections() == 0);
            return backend.ledger().connections().stream()
                    .map(c -> c.timerDueNanos() - c.acceptedAtNanos())
                    .toList();
        }
    }
}
