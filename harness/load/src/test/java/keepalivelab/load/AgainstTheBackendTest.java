package keepalivelab.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import keepalivelab.api.Outcome;
import keepalivelab.backend.CountingBackend;
import keepalivelab.backend.LedgerSnapshot;
import keepalivelab.load.LoadPlan.Downstream;
import keepalivelab.load.LoadPlan.Fact;
import keepalivelab.load.LoadPlan.Fact.Comparison;
import keepalivelab.load.LoadPlan.Fact.What;
import keepalivelab.load.LoadPlan.RequestShape;
import keepalivelab.load.LoadPlan.Script;
import keepalivelab.load.LoadPlan.Step;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two counts of the same traffic, taken on both ends, are one. */
class AgainstTheBackendTest {
    @ParameterizedTest
    @CsvSource({"500,1,KEEP", "500,8,KEEP", "200,8,NEW", "500,64,KEEP"})
    void bothEndsCountTheSame(int requests, int clients, Downstream downstream) {
        try (CountingBackend backend = CountingBackend.start()) {
            LoadPlan plan = Plans.closed(requests, clients, downstream, RequestShape.GET);
            LoadResult result = new LoadGenerator(Plans.job(plan, backend.address())).run();
            LedgerSnapshot ledger = backend.ledger();
            assertThat(result.accounting().count(Outcome.OK)).isEqualTo(requests);
            assertThat(ledger.exchanges()).isEqualTo(result.answers().exchanges());
            assertThat(ledger.accepts()).isEqualTo(result.connections().opens());
            assertThat(ledger.reusedExchanges()).isEqualTo(result.answers().reusedExchanges());
            assertThat(result.answers().pairingErrorCount()).isZero();
        }
    }

    @Test
    void theBarrierFillsEveryConnection() {
        try (CountingBackend backend = CountingBackend.start()) {
            backend.holdUntilInFlight(16);
            LoadResult result = new LoadGenerator(Plans.job(Plans.barrier(100, 16), backend.address())).run();
            assertThat(result.accounting().count(Outcome.OK)).isEqualTo(100);
            assertThat(backend.ledger().accepts()).isEqualTo(16);
        }
    }

    @ParameterizedTest
    @CsvSource({"fin@request(1),CLOSED_WITHOUT_BYTE", "rst@request(1),RESET", "fin-unread(1),RESET"})
    void everySecondRequestEndsAsTheBehaviourSays(String behaviour, Outcome outcome) {
        try (CountingBackend backend =
                CountingBackend.builder().behave(behaviour).start()) {
            LoadResult result = new LoadGenerator(Plans.job(Plans.keep(20, 1), backend.address())).run();
            assertThat(result.accounting().count(Outcome.OK)).isEqualTo(10);
            assertThat(result.accounting().count(outcome)).isEqualTo(10);
            assertThat(backend.ledger().accepts()).isEqualTo(10);
        }
    }

    @Test
    void anIdleCloseIsSeenByTheClientBeforeItSendsAgain() {
        Step send = new Step.Send(RequestShape.GET, Optional.of("a"));
        Step closed = new Step.Await(new Fact(What.OPEN_CONNECTIONS, Comparison.EQUAL, 0), Plans.PATIENT);
        Duration settle = Duration.ofMillis(5);
        Step pause = new Step.Pause(new LoadPlan.Gap(settle, settle));
        try (CountingBackend backend =
                CountingBackend.builder().behave("idle-fin(20ms)").start()) {
            Script script = new Script(List.of(send, closed, pause, send), Plans.PATIENT);
            LoadResult result =
                    new LoadGenerator(Plans.job(script, backend.address()), what -> backend.openConnections(), 1).run();
            assertThat(result.accounting().count(Outcome.OK)).isEqualTo(2);
            assertThat(result.connections().idleClosesSeen()).isEqualTo(1);
            assertThat(backend.ledger().accepts()).isEqualTo(2);
        }
    }
}
