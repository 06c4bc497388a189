package keepalivelab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import keepalivelab.api.InputException;
import keepalivelab.api.Outcome;
import keepalivelab.load.ClassRound.OfConnection;
import keepalivelab.load.LoadPlan.Classes;
import keepalivelab.load.LoadPlan.ConnectionClass;
import keepalivelab.load.LoadPlan.Downstream;
import keepalivelab.load.LoadPlan.Gap;
import keepalivelab.load.LoadPlan.RequestShape;
import org.junit.jupiter.api.Test;

class ClassesTest {
    private static final Duration TIME = Duration.ofMillis(150);

    @Test
    void whatATimeEndsIsPlannedByBeingSent() {
        try (EchoServer server = new EchoServer()) {
            LoadResult result =
                    new LoadGenerator(Plans.job(timed(1, kept("a", 3), kept("b", 2)), server.address())).run();
            Accounting accounting = result.accounting();
            assertThat(accounting.sent()).isPositive().isEqualTo(accounting.planned());
            assertThat(accounting.count(Outcome.OK)).isEqualTo(accounting.sent());
            assertThat(accounting.neverSent()).isZero();
            assertThat(result.requests().planned()).isEqualTo(accounting.planned());
            assertThat(result.rounds()).hasSize(1);
            assertThat(responses(result.rounds().get(0))).isEqualTo(accounting.sent());
            assertThat(result.connections().opens()).isEqualTo(5);
        }
    }

    @Test
    void moreRequestsThanTheFirstRoomOfTheLogAreAllLogged() {
        RequestLog log = RequestLog.growing();
        for (int request = 0; request < 200_000; request++) {
            log.takenUp(request);
            log.ended(request, Outcome.OK);
            log.answered(request, 200, request + 1, request % 7);
        }
        assertThat(log.planned()).isEqualTo(200_000);
        assertThat(log.count(Outcome.OK)).isEqualTo(200_000);
        assertThat(log.countNeverSent()).isZero();
        assertThat(log.backendConnection(70_000)).isEqualTo(70_001);
        assertThat(log.exchange(199_999)).isEqualTo(199_999 % 7);
    }

    @Test
    void aNumberOfRequestsIsSentExactlyAndDealtOut() {
        try (TinyServer server = TinyServer.healthy()) {
            ConnectionClass counted = new ConnectionClass(
                    "a", 3, RequestShape.GET, Downstream.KEEP, Gap.NONE, OptionalInt.of(10), List.of());
            LoadResult result = Plans.run(
                    new Classes(List.of(counted), Optional.empty(), 2, Optional.empty(), Plans.PATIENT), server);
            assertThat(result.accounting().planned()).isEqualTo(20);
            assertThat(result.accounting().count(Outcome.OK)).isEqualTo(20);
            assertThat(result.rounds()).extracting(ClassesTest::responses).containsExactly(10L, 10L);
            assertThat(server.accepts()).isEqualTo(6);
        }
    }

    @Test
    void aNewConnectionForEachRequestIsOne() {
        try (TinyServer server = TinyServer.healthy()) {
            ConnectionClass fresh = new ConnectionClass(
                    "a", 2, RequestShape.GET, Downstream.NEW, Gap.NONE, OptionalInt.of(7), List.of());
            Plans.run(new Classes(List.of(fresh), Optional.empty(), 1, Optional.empty(), Plans.PATIENT), server);
            assertThat(server.accepts()).isEqualTo(7);
        }
    }

    @Test
    void aPauseLiesBetweenAResponseAndTheNextRequest() {
        try (TinyServer server = TinyServer.healthy()) {
            Gap longPause = new Gap(Duration.ofSeconds(20), Duration.ofSeconds(20));
            ConnectionClass slow = new ConnectionClass(
                    "a", 2, RequestShape.GET, Downstream.KEEP, longPause, OptionalInt.empty(), List.of());
            LoadResult result = Plans.run(timed(1, slow), server);
            assertThat(result.accounting().sent()).isEqualTo(2);
        }
    }

    @Test
    void aConnectionIsKeptOnlyIfTheWantedThreadServesIt() {
        try (TinyServer server = namingThreads()) {
            ConnectionClass placed = new ConnectionClass(
                    "placed", 2, RequestShape.GET, Downstream.KEEP, Gap.NONE, OptionalInt.empty(), List.of("t2", "t0"));
            LoadResult result = Plans.run(timed(2, placed, kept("other", 1)), server);
            assertThat(result.rounds()).hasSize(2).allSatisfy(round -> {
                assertThat(round.connections())
                        .extracting(c -> c.thread().orElse(""))
                        .startsWith("t2", "t0");
                assertThat(round.placing()).isGreaterThanOrEqualTo(2);
                assertThat(round.connections()).allMatch(OfConnection::stayed);
            });
            long placing =
                    result.rounds().stream().mapToLong(ClassRound::placing).sum();
            long measured =
                    result.rounds().stream().mapToLong(ClassesTest::responses).sum();
            assertThat(placing + measured).isEqualTo(result.accounting().sent());
        }
    }

    @Test
    void aThreadThatServesNobodyIsNamed() {
        try (TinyServer server = namingThreads()) {
            ConnectionClass placed = new ConnectionClass(
                    "a", 1, RequestShape.GET, Downstream.KEEP, Gap.NONE, OptionalInt.empty(), List.of("t9"));
            LoadResult result = Plans.run(timed(1, placed), server);
            assertThat(result.unplaced()).hasValue("no connection was found for a 1, which t9 shall serve");
            assertThat(result.rounds()).isEmpty();
        }
    }

    @Test
    void aConnectionThatChangesItsThreadHasNotStayed() {
        AtomicInteger answers = new AtomicInteger();
        try (TinyServer server = TinyServer.start(talk -> {
            while (talk.readRequest()) {
                talk.answer("200 OK\r\nX-Lab-Thread: t" + answers.getAndIncrement() / 3, "hello");
            }
        })) {
            ConnectionClass four = new ConnectionClass(
                    "a", 1, RequestShape.GET, Downstream.KEEP, Gap.NONE, OptionalInt.of(4), List.of());
            LoadResult result =
                    Plans.run(new Classes(List.of(four), Optional.empty(), 1, Optional.empty(), Plans.PATIENT), server);
            ClassRound round = result.rounds().get(0);
            assertThat(round.connections().get(0).stayed()).isFalse();
            assertThat(round.connections().get(0).thread()).hasValue("t1");
            assertThat(round.classes().get(0).threads()).containsOnly(Map.entry("t0", 3L), Map.entry("t1", 1L));
        }
    }

    @Test
    void aServerThatRefusesIsNotAskedAgain() {
        TinyServer gone = TinyServer.healthy();
        gone.close();
        LoadResult result = Plans.run(timed(1, kept("a", 3)), gone);
        assertThat(result.accounting().count(Outcome.REFUSED))
                .isEqualTo(3)
                .isEqualTo(result.accounting().sent());
    }

    @Test
    void theMedianOfAConnectionIsExactToThreeDigits() {
        ConnectionMeter meter = new ConnectionMeter();
        Recorder names = new Recorder(false);
        assertThat(meter.result("a", 1, names).medianNanos()).isZero();
        List.of(9_000_000L, 5_000L, 400_000L, 401_234L, 70_000_000_000L).forEach(nanos -> meter.record(-1, nanos));
        OfConnection result = meter.result("a", 1, names);
        assertThat((double) result.medianNanos()).isCloseTo(401_234, within(401.0));
        assertThat(result.responses()).isEqualTo(5);
        assertThat(result.thread()).isEmpty();
        assertThat(result.stayed()).isTrue();
    }

    @Test
    void aPlanThatCannotEndIsRefused() {
        assertThatThrownBy(() -> new Classes(List.of(kept("a", 1)), Optional.empty(), 1, Optional.empty(), TIME))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("without time and requests");
        assertThatThrownBy(() -> timed(1, kept("a", 1), kept("a", 2))).hasMessageContaining("names");
        assertThatThrownBy(() -> timed(0, kept("a", 1))).hasMessageContaining("rounds 0");
    }

    /** Names the thread of a connection by its ordinal: t0, t1, t2, t3, t0, ... */
    private static TinyServer namingThreads() {
        AtomicInteger connections = new AtomicInteger();
        return TinyServer.start(talk -> {
            String thread = "t" + connections.getAndIncrement() % 4;
            while (talk.readRequest()) {
                talk.answer("200 OK\r\nX-Lab-Thread: " + thread, "hello");
            }
        });
    }

    private static Classes timed(int rounds, ConnectionClass... classes) {
        return new Classes(List.of(classes), Optional.of(TIME), rounds, Optional.empty(), Plans.PATIENT);
    }

    private static ConnectionClass kept(String name, int connections) {
        return new ConnectionClass(
                name, connections, RequestShape.GET, Downstream.KEEP, Gap.NONE, OptionalInt.empty(), List.of());
    }

    private static long responses(ClassRound round) {
        return round.connections().stream().mapToLong(OfConnection::responses).sum();
    }
}
