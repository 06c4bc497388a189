package keepalivelab.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import keepalivelab.api.Outcome;
import keepalivelab.backend.CountingBackend;
import keepalivelab.backend.LedgerSnapshot;
import keepalivelab.load.LoadGenerator;
import keepalivelab.load.LoadJob;
import keepalivelab.load.LoadPlan;
import keepalivelab.load.LoadResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both counts are real; what stands between them is honest, or wrong in one way at a time. */
class ReconciliationTest {
    private static final int REQUESTS = 12;

    private record Counted(LedgerSnapshot ledger, LoadResult load) {
        List<String> problems() {
            return Reconciliation.problems(ledger, load, Reconciliation.AnsweredBy.BACKEND);
        }

        String only() {
            assertThat(problems()).hasSize(1);
            return problems().get(0);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void withoutAFaultBothCountsAreEqual(int clients) throws IOException {
        Counted counted = through(Relay.Conduct.FAITHFUL, clients, "keep");
        assertThat(counted.problems()).isEmpty();
        assertThat(counted.load.answers().exchanges()).isEqualTo(REQUESTS);
        assertThat(counted.ledger.exchanges()).isEqualTo(REQUESTS);
        assertThat(counted.load.answers().reusedExchanges()).isEqualTo((int) counted.ledger.reusedExchanges());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fin@request(1)",
                "rst@request(1)",
                "fin-unread(1)",
                "close-after(2)",
                "close-after(2, announced)",
                "announce",
                "http10",
                "delay(2ms)",
                "idle-fin(1ms)",
                "idle-rst(1ms)"
            })
    void everyFaultOfTheBackendIsAccountedFor(String behaviour) throws IOException {
        assertThat(direct(behaviour).problems()).isEmpty();
        assertThat(through(Relay.Conduct.FAITHFUL, 1, behaviour).problems()).isEmpty();
    }

    @Test
    void anAnswerThatReachesAnotherRequestIsNamed() throws IOException {
        String[] kept = new String[1];
        Counted counted = through(
                hop -> {
                    String answer = hop.forward();
                    kept[0] = hop.number() == 3 ? answer : kept[0];
                    return hop.number() == 5 ? kept[0] : answer;
                },
                1,
                "keep");
        assertThat(counted.problems()).hasSize(4);
        assertThat(counted.problems().get(0))
                .isEqualTo("1 answers carry another request's id: request t-5 was answered with the id t-3");
        assertThat(counted.problems().get(1)).isEqualTo("1 exchanges at the backend whose answer no client got: t-5");
        assertThat(counted.problems().get(2))
                .isEqualTo("1 answers that name an exchange which carried another request: t-5");
        assertThat(counted.problems().get(3))
                .isEqualTo(
                        "clients count 12 exchanges, 11 of them reused; the ledger has 11 and 10 for the same requests");
    }

    @Test
    void anAnswerThatIsLostOnTheWayIsExplainedByItsOutcome() throws IOException {
        Counted counted = through(
                hop -> {
                    String answer = hop.forward();
                    if (hop.number() == 2) {
                        hop.give(answer.substring(0, answer.length() - 1));
                        throw new IOException("cut");
                    }
                    return answer;
                },
                1,
                "keep");
        assertThat(counted.load.accounting().count(Outcome.TRUNCATED)).isEqualTo(4);
        assertThat(counted.ledger.exchanges()).isEqualTo(REQUESTS);
        assertThat(counted.problems()).isEmpty();
    }

    @Test
    void anAnswerThatIsSwallowedWholeIsExplainedByItsOutcome() throws IOException {
        Counted counted = through(
                hop -> {
                    hop.forward();
                    throw new IOException("swallowed");
                },
                1,
                "keep");
        assertThat(counted.load.accounting().count(Outcome.CLOSED_WITHOUT_BYTE)).isEqualTo(REQUESTS);
        assertThat(counted.problems()).isEmpty();
    }

    @Test
    void anOkAnswerThatIsNotTheBackendsIsNamed() throws IOException {
        Counted counted = through(
                hop -> hop.number() % 2 == 0 ? hop.forward() : "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
                1,
                "keep");
        assertThat(counted.only())
                .isEqualTo("6 ok answers that do not come from the backend: t-1, t-3, t-5, t-7, t-9, ...");
        assertThat(Reconciliation.problems(counted.ledger, counted.load, Reconciliation.AnsweredBy.PROXY))
                .isEmpty();
    }

    @Test
    void anExchangeWhoseAnswerWasReplacedIsNamed() throws IOException {
        Counted counted = through(
                hop -> {
                    String answer = hop.forward();
                    return hop.number() == 4 ? "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n" : answer;
                },
                1,
                "keep");
        assertThat(counted.problems())
                .containsExactly(
                        "1 exchanges at the backend whose answer no client got: t-4",
                        "1 ok answers that do not come from the backend: t-4");
    }

    @Test
    void anAnswerWithAnotherExchangesNumberIsNamed() throws IOException {
        Counted counted = through(
                hop -> {
                    String answer = hop.forward();
                    return hop.number() == 7 ? hop.forged(1, 70) : answer;
                },
                1,
                "keep");
        assertThat(counted.problems())
                .containsExactly(
                        "1 exchanges at the backend whose answer no client got: t-7",
                        "1 answers that name an exchange which carried another request: t-7",
                        "clients count 12 exchanges, 11 of them reused; the ledger has 11 and 10 for the same requests");
    }

    @Test
    void aRequestThatWasExecutedTwiceAndAnsweredOnceIsExplained() throws IOException {
        Counted counted = through(
                hop -> {
                    if (hop.number() == 3) {
                        hop.forward();
                    }
                    return hop.forward();
                },
                1,
                "keep");
        assertThat(counted.ledger.executions()).isEqualTo(REQUESTS + 1);
        assertThat(counted.ledger.duplicates()).isEqualTo(1);
        assertThat(counted.problems()).isEmpty();
    }

    @Test
    void aRepeatedRequestWhoseAnswerNamesNeitherAttemptIsNamed() throws IOException {
        Counted counted = through(
                hop -> {
                    if (hop.number() == 3) {
                        hop.forward();
                        hop.forward();
                        return hop.forged(1, 99);
                    }
                    return hop.forward();
                },
                1,
                "keep");
        assertThat(counted.problems()).contains("1 answers that name an exchange which carried another request: t-3");
    }

    @Test
    void anAnswerThatTheBackendNeverFinishedIsNamed() throws IOException {
        Counted counted = through(
                hop -> {
                    if (hop.number() == 0) {
                        return hop.forward();
                    }
                    try {
                        hop.forward();
                        throw new AssertionError("the backend answered");
                    } catch (IOException closedByTheBackend) {
                        return hop.forged(hop.upstreamOrdinal(), 1).replace("200 OK", "200 OK\r\nConnection: close");
                    }
                },
                1,
                "fin@request(1)");
        assertThat(counted.only())
                .isEqualTo("6 complete answers that the backend never finished: t-1, t-3, t-5, t-7, t-9, ...");
    }

    @Test
    void anAnswerToARequestThatTheBackendNeverSawIsNamed() throws IOException {
        Counted counted = through(hop -> hop.number() == 8 ? hop.forged(1, 8) : hop.forward(), 1, "keep");
        assertThat(counted.problems().get(0)).isEqualTo("1 answers to requests that the backend never saw: t-8");
    }

    @Test
    void aRequestThatWasNotPlannedIsNamed() throws IOException {
        Counted counted = through(
                hop -> {
                    if (hop.number() == 2) {
                        hop.forwardAs("t-77");
                    }
                    return hop.forward();
                },
                1,
                "keep");
        assertThat(counted.only()).isEqualTo("1 requests at the backend that were not planned: t-77");
    }

    @Test
    void beyondTheDetailTheTotalsAreCompared() throws IOException {
        try (CountingBackend backend = CountingBackend.builder()
                        .runToken("t")
                        .exchangeDetailLimit(5)
                        .start();
                Relay relay = Relay.to(backend.address(), Relay.Conduct.FAITHFUL)) {
            LoadResult load = load(relay.address(), 1);
            assertThat(new Counted(backend.ledger(), load).problems()).isEmpty();
        }
        try (CountingBackend backend = CountingBackend.builder()
                        .runToken("t")
                        .exchangeDetailLimit(5)
                        .start();
                Relay relay = Relay.to(backend.address(), hop -> hop.number() > 7 ? hop.forged(1, 9) : hop.forward())) {
            LoadResult load = load(relay.address(), 1);
            assertThat(new Counted(backend.ledger(), load).problems())
                    .contains("clients got 12 answers, the backend gave 8");
        }
    }

    private static Counted direct(String behaviour) {
        try (CountingBackend backend =
                CountingBackend.builder().runToken("t").behave(behaviour).start()) {
            LoadResult load = load(backend.address(), 1);
            Drain.await(backend);
            return new Counted(backend.ledger(), load);
        }
    }

    private static Counted through(Relay.Conduct conduct, int clients, String behaviour) throws IOException {
        try (CountingBackend backend = CountingBackend.builder()
                        .runToken("t")
                        .behave(behaviour)
                        .start();
                Relay relay = Relay.to(backend.address(), conduct)) {
            LoadResult load = load(relay.address(), clients);
            Drain.await(backend);
            return new Counted(backend.ledger(), load);
        }
    }

    private static LoadResult load(InetSocketAddress address, int clients) {
        LoadPlan plan = new LoadPlan.ClosedLoop(
                REQUESTS,
                clients,
                LoadPlan.Downstream.KEEP,
                LoadPlan.Gap.NONE,
                LoadPlan.RequestShape.GET,
                LoadPlan.Start.AT_ONCE,
                Duration.ofSeconds(10));
        return new LoadGenerator(new LoadJob(plan, address, "lab.test", "t", 1)).run();
    }
}
