package keepalivelab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import keepalivelab.api.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AccountingTest {
    private static final int REQUESTS = 120;

    @Test
    void sumsThatDoNotBalanceAreRefused() {
        assertThat(new Accounting(10, 7, 3, 2, Map.of(Outcome.OK, 4, Outcome.RESET, 1)).ended())
                .isEqualTo(5);
        assertThatThrownBy(() -> new Accounting(10, 7, 2, 2, Map.of(Outcome.OK, 5)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("does not balance");
        assertThatThrownBy(() -> new Accounting(10, 7, 3, 2, Map.of(Outcome.OK, 4)))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aRequestHasOneOutcomeOnly() {
        RequestLog log = RequestLog.withoutGaps(2);
        log.takenUp(1);
        assertThatThrownBy(() -> log.takenUp(1)).isInstanceOf(IllegalStateException.class);
        log.ended(1, Outcome.RESET);
        assertThatThrownBy(() -> log.ended(1, Outcome.OK)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> log.ended(0, Outcome.OK)).isInstanceOf(IllegalStateException.class);
        assertThat(log.outcome(1)).contains(Outcome.RESET);
        assertThat(log.outcome(0)).isEmpty();
    }

    /** What the server did to a request, drawn from the seed, must be exactly what the generator says became of it. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void everyMisbehaviourIsTheOutcomeOfTheRequestItHappenedTo(long seed) {
        Map<Integer, Outcome> done = new ConcurrentHashMap<>();
        try (TinyServer server = TinyServer.start(talk -> misbehave(talk, seed, done))) {
            LoadJob job = Plans.job(Plans.keep(REQUESTS, 1 + (int) seed % 5), server.address());
            LoadResult result = new LoadGenerator(job, FactSource.NONE, 1 + (int) seed % 2).run();
            Map<Outcome, Integer> expected = new EnumMap<>(Outcome.class);
            for (int n = 0; n < REQUESTS; n++) {
                Outcome outcome = done.getOrDefault(n, Outcome.REFUSED);
                assertThat(result.requests().outcome(n)).as("request %d", n).contains(outcome);
                expected.merge(outcome, 1, Integer::sum);
            }
            assertThat(result.accounting().outcomes()).containsAllEntriesOf(expected);
            assertThat(result.connections().opens()).isEqualTo(server.accepts());
            assertThat(server.heads()).hasSize(REQUESTS);
            assertThat(result.answers().pairingErrorCount()).isZero();
        }
    }

    private static void misbehave(TinyServer.Talk talk, long seed, Map<Integer, Outcome> done) throws IOException {
        while (talk.readRequest()) {
            int kind = new SplittableRandom(seed * 1_000_003 + talk.number()).nextInt(12);
            done.put(talk.number(), outcomeOf(kind));
            switch (kind) {
                case 0 -> talk.answer("404 Not Found", "no");
                case 1 -> talk.answer("500 Internal Server Error", "");
                case 2 -> talk.answer("301 Moved Permanently", "there");
                case 3 -> talk.reset();
                case 4 -> talk.write("HTTP/1.1 200 OK\r\n" + talk.labHeaders() + "Content-Length: 5\r\n\r\nhal");
                case 5 -> talk.write("nonsense\r\n\r\n");
                case 6 -> talk.write("HTTP/1.1 200 OK\r\n" + talk.labHeaders() + "\r\nuntil close");
                case 7 -> {
                    // Closed without a byte.
                }
                default -> talk.answer("200 OK", "x");
            }
            if (kind >= 3 && kind <= 7) {
                return;
            }
        }
    }

    private static Outcome outcomeOf(int kind) {
        return switch (kind) {
            case 0 -> Outcome.STATUS_4XX;
            case 1 -> Outcome.STATUS_5XX;
            case 2 -> Outcome.STATUS_3XX;
            case 3 -> Outcome.RESET;
            case 4 -> Outcome.TRUNCATED;
            case 5 -> Outcome.MALFORMED;
            case 7 -> Outcome.CLOSED_WITHOUT_BYTE;
            default -> Outcome.OK;
        };
    }
}
