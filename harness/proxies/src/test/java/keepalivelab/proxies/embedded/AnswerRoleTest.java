package keepalivelab.proxies.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import keepalivelab.api.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The proxy as a server of its own, under each threading model. */
class AnswerRoleTest {
    private static final Duration PLENTY = Duration.ofSeconds(20);

    private static Bench answering(String... settings) throws IOException {
        List<String> all = new ArrayList<>(List.of("role", "answer"));
        all.addAll(List.of(settings));
        return Bench.of(Origin.answering(""), all.toArray(String[]::new));
    }

    @ParameterizedTest
    @CsvSource({"pinned, own-loop", "pinned, accepting-loop", "stealing, own-loop"})
    void everyModelAnswersAndNamesItsThread(String model, String io) throws IOException {
        try (Bench bench = answering("workers", "3", "workers.model", model, "workers.io", io)) {
            for (int i = 0; i < 4; i++) {
                try (Peer client = bench.client()) {
                    assertThat(client.get("/").body()).isEqualTo("ok\n");
                    Peer.Message named = client.get("/tid");
                    assertThat(named.body())
                            .isEqualTo(named.field("X-Lab-Thread") + "\n")
                            .startsWith("worker-");
                    assertThat(client.get("/spin?us=100").status()).isEqualTo(200);
                    assertThat(client.get("/spin?us=x").status()).isEqualTo(404);
                    assertThat(client.get("/-ready").status()).isEqualTo(204);
                    assertThat(client.get("/-counters").body()).contains("\"requests\": ");
                    client.send("GET / HTTP/1.1\r\n\r\nGET /tid HTTP/1.1\r\n\r\nHEAD / HTTP/1.0\r\n\r\n");
                    assertThat(client.response().body()).isEqualTo("ok\n");
                    assertThat(client.response().body()).startsWith("worker-");
                    assertThat(client.headResponse().field("Connection")).isEqualTo("close");
                    assertThat(client.ending()).isEqualTo("fin");
                }
            }
            assertThat(bench.origin().accepts()).isZero();
            assertThat(bench.count(Counter.DOWNSTREAM_ACCEPTS)).isEqualTo(4);
        }
    }

    private static List<String> threads(Bench bench, int connections) throws IOException {
        List<String> threads = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            try (Peer client = bench.client()) {
                threads.add(client.get("/tid").body().strip());
            }
        }
        return threads;
    }

    @ParameterizedTest
    @CsvSource({"own-loop", "accepting-loop"})
    void pinnedConnectionsAreSpreadInTurnAndStay(String io) throws IOException {
        try (Bench bench = answering("workers", "3", "workers.io", io)) {
            assertThat(threads(bench, 6))
                    .containsExactly("worker-0", "worker-1", "worker-2", "worker-0", "worker-1", "worker-2");
            try (Peer client = bench.client()) {
                Set<String> stays = new HashSet<>();
                for (int i = 0; i < 50; i++) {
                    stays.add(client.get("/tid").body());
                }
                assertThat(stays).hasSize(1);
            }
        }
    }

    @Test
    void randomSpreadReachesEveryWorkerAndAcceptingOnlyTheFirst() throws IOException {
        try (Bench random = answering("workers", "3", "workers.spread", "random");
                Bench accepting = answering("workers", "3", "workers.spread", "accepting")) {
            assertThat(new HashSet<>(threads(random, 100))).hasSize(3);
            assertThat(new HashSet<>(threads(accepting, 5))).containsExactly("worker-0");
        }
    }

    @Test
    void underStealingABusyWorkerDoesNotKeepAnotherConnectionWaiting() throws IOException {
        try (Bench bench = answering("workers", "2", "workers.model", "stealing")) {
            List<Peer> busy = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                busy.add(bench.client());
            }
            // Sent before any is read: several become ready in one poll, so that a second worker is woken.
            for (Peer peer : busy) {
                peer.send("GET /spin?us=50000 HTTP/1.1\r\n\r\n".repeat(2));
            }
            Set<String> threads = new HashSet<>();
            for (Peer peer : busy) {
                threads.add(peer.response().field("X-Lab-Thread"));
                threads.add(peer.response().field("X-Lab-Thread"));
                peer.close();
            }
            assertThat(threads).containsExactlyInAnyOrder("worker-0", "worker-1");
        }
    }

    @Test
    void aHandlerIsDelayedByTheAcceptingLoopOnlyWhereThatWatchesItsSocket() throws Exception {
        assertThat(answeredWhileAcceptorSpins("own-loop")).isTrue();
        assertThat(answeredWhileAcceptorSpins("accepting-loop")).isFalse();
    }

    /** Whether a connection of worker 1 is answered while worker 0, which accepts, is at work. */
    private static boolean answeredWhileAcceptorSpins(String io) throws IOException {
        try (Bench bench = answering("workers", "2", "workers.io", io);
                Peer onAcceptor = bench.client();
                Peer light = bench.client()) {
            assertThat(onAcceptor.get("/tid").body()).isEqualTo("worker-0\n");
            assertThat(light.get("/tid").body()).isEqualTo("worker-1\n");
            onAcceptor.send("GET /spin?us=1000000 HTTP/1.1\r\n\r\n");
            await().atMost(PLENTY).until(() -> bench.count(Counter.REQUESTS) == 3);
            light.send("GET / HTTP/1.1\r\n\r\n");
            // The order in which the two answers come is what is asked, not how long either takes.
            light.response();
            return onAcceptor.socket().getInputStream().available() == 0;
        }
    }

    @Test
    void modelsThatNeedTheAnsweringRoleAreRefusedElsewhere() {
        assertThatThrownBy(() -> Bench.of(Origin.answering(""), "workers.model", "stealing"))
                .isInstanceOf(InputException.class)
                .hasMessage("embedded: workers.model=stealing needs role=answer");
    }
}
